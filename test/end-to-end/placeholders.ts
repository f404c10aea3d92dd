/** What differs from run to run or from release to release, and the words that stand for it in expected files. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { REPOSITORY } from './shim.ts';

const { version } = JSON.parse(readFileSync(join(REPOSITORY, 'package.json'), 'utf8')) as { version: string };

const RULES: readonly (readonly [RegExp, string])[] = [
  [new RegExp(`(?<![\\d.])${version.replaceAll('.', '\\.')}(?![\\d.])`, 'g'), '<version>'],
  [/(?<![\w.])\d+(\.\d+)? ?(ms|s|seconds?|minutes?|min)(?!\w)/g, '<time>'],
  [/(?<![\w.])\d+(\.\d+)? ?[kKMG]i?B(?!\w)/g, '<memory>'],
  [/("\w*[sS]econds\w*": ?)[\d.e-]+/g, '$1"<time>"'],
  [/("\w*([mM]emory|[pP]eak|rss)\w*": ?)[\d.e-]+/g, '$1"<memory>"'],
];

/** The text with versions, times and sizes of memory replaced. */
export function withPlaceholders(text: string): string {
  return RULES.reduce((result, [pattern, placeholder]) => result.replace(pattern, placeholder), text);
}
