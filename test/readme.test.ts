/**
 * The README's examples are true: in every ```console block a line that starts with `$ ` is run in the repository
 * root with the built `er`, and the lines after it are its exact standard output; a last line `…` stands for more.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { NO_SHELL, REPOSITORY, shim } from './end-to-end/shim.ts';

const README = join(REPOSITORY, 'README.md');
const MORE = '…';

interface Example {
  command: string;
  output: string[];
}

/** The examples of a Markdown text, in order; a command may go on in the next line after a backslash. */
function examples(markdown: string): Example[] {
  const found: Example[] = [];
  for (const [, block] of markdown.matchAll(/^```console\n(.*?)^```$/gms)) {
    const lines = block!.replaceAll('\\\n', ' ').trimEnd().split('\n');
    for (const line of lines) {
      if (line.startsWith('$ ')) found.push({ command: line.slice(2), output: [] });
      else found.at(-1)?.output.push(line);
    }
  }
  return found;
}

/** The given lines, cut where the expected ones say that more may follow. */
function asFarAs(expected: readonly string[], lines: readonly string[]): string[] {
  if (expected.at(-1) !== MORE) return [...lines];
  return lines.length >= expected.length ? [...lines.slice(0, expected.length - 1), MORE] : [...lines];
}

function linesOf(text: string): string[] {
  return text === '' ? [] : text.replace(/\n$/, '').split('\n');
}

describe('reading examples', () => {
  it('finds commands, their output and continued lines', () => {
    const text = 'Text\n```console\n$ er a \\\n  b\nx\n…\n$ er c\n```\n```sh\n$ not this\n```\n';
    expect(examples(text)).toEqual([
      { command: 'er a    b', output: ['x', '…'] },
      { command: 'er c', output: [] },
    ]);
  });

  it('compares up to the sign for more, which must stand for something', () => {
    expect(asFarAs(['a', MORE], ['a', 'b', 'c'])).toEqual(['a', MORE]);
    expect(asFarAs(['a', MORE], ['a'])).toEqual(['a']);
    expect(asFarAs(['a'], ['a', 'b'])).toEqual(['a', 'b']);
  });
});

describe.skipIf(NO_SHELL || !existsSync(README))('the README', () => {
  const found = existsSync(README) ? examples(readFileSync(README, 'utf8').replaceAll('\r\n', '\n')) : [];
  const { env, remove } = shim();
  afterAll(remove);

  it('has an example that shows output', () => {
    expect(found.filter((example) => example.output.length > 0)).not.toHaveLength(0);
  });

  it.each(found)('$command', ({ command, output }) => {
    const run = spawnSync('sh', ['-c', command], {
      cwd: REPOSITORY,
      env,
      encoding: 'utf8',
      timeout: 110_000,
    });
    expect(asFarAs(output, linesOf(run.stdout)), run.stderr).toEqual(output);
    expect(run.status, run.stderr).toBe(0);
  });
});
