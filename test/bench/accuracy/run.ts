/**
 * Accuracy of the built command on every set of a folder and on the hard generated kinds: the same command for each, no
 * settings, no labels. npm run bench:accuracy -- [folder] [--sets a,b] [--json FILE] [--strict]
 *
 * A set is a folder with its files and truth.csv (source,id,entity). Scores are pairwise over all true pairs: what
 * blocking misses counts as missed. Processes run two at a time, so seconds are longer than of one alone.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { largestFirst, type Measured, measuring } from './measure.ts';
import { accuracySets } from './sets.ts';
import { header, row, shortcomings } from './table.ts';
import { twoAtATime } from './two-at-a-time.ts';

const { values: asked, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    sets: { type: 'string', default: '' },
    json: { type: 'string' },
    strict: { type: 'boolean', default: false },
  },
});
const [folder = fileURLToPath(new URL('../../../../shared/data', import.meta.url))] = positionals;

const start = performance.now();
const scratch = mkdtempSync(join(tmpdir(), 'er-accuracy-'));
try {
  const sets = accuracySets(folder, scratch, asked.sets.split(',').filter(Boolean));
  const measured = new Map<string, Measured>();
  const done = (it: Measured): void => {
    measured.set(it.set, it);
    console.error(row(it));
  };
  await twoAtATime(largestFirst(sets).flatMap((set) => measuring(set, scratch, done)));
  const all = sets.map(({ name }) => measured.get(name)!);
  console.log([header(), ...all.map(row)].join('\n'));
  console.log(`\n${((performance.now() - start) / 1000).toFixed(0)} s in all`);
  if (asked.json !== undefined) writeFileSync(asked.json, `${JSON.stringify(all, null, 2)}\n`);
  const wrong = shortcomings(all);
  for (const sentence of wrong) console.log(sentence);
  if (asked.strict && wrong.length > 0) process.exitCode = 1;
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
