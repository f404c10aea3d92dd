/**
 * Accuracy of the built command on every set of a folder and on the hard generated kinds: the same command for each, no
 * settings, no labels. npm run bench:accuracy -- [folder] [--sets a,b] [--json FILE] [--strict] [--ablations]
 *
 * A set is a folder with its files and truth.csv (source,id,entity). Scores are pairwise over all true pairs: what
 * blocking misses counts as missed. Processes run two at a time, so seconds are longer than of one alone. With
 * --ablations F1 only, as it is and with each mechanism left out; with --strict a shortcoming is status 1.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { LabelledSet } from '../labelled-set.ts';
import { ablating, ablationHeader, ablationMean, ablationRow } from './ablations.ts';
import { largestFirst, measuring } from './measure.ts';
import { accuracySets } from './sets.ts';
import { header, row, shortcomings } from './table.ts';
import { twoAtATime } from './two-at-a-time.ts';

const { values: asked, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    sets: { type: 'string', default: '' },
    json: { type: 'string' },
    strict: { type: 'boolean', default: false },
    ablations: { type: 'boolean', default: false },
  },
});
const [folder = fileURLToPath(new URL('../../../../shared/data', import.meta.url))] = positionals;

type Work = () => Promise<void>;

/** Does the jobs of all sets, showing the row of each that is ready; the outcomes in the order of the sets. */
async function outcomes<T extends { set: string }>(
  sets: readonly LabelledSet[],
  jobsOf: (set: LabelledSet, scratch: string, done: (outcome: T) => void) => Work[],
  rowOf: (outcome: T) => string,
): Promise<T[]> {
  const found = new Map<string, T>();
  const done = (outcome: T): void => {
    found.set(outcome.set, outcome);
    console.error(rowOf(outcome));
  };
  await twoAtATime(largestFirst(sets).flatMap((set) => jobsOf(set, scratch, done)));
  return sets.map(({ name }) => found.get(name)!);
}

const start = performance.now();
const scratch = mkdtempSync(join(tmpdir(), 'er-accuracy-'));
try {
  const sets = accuracySets(folder, scratch, asked.sets.split(',').filter(Boolean));
  let results: readonly object[];
  let wrong: string[] = [];
  if (asked.ablations) {
    const all = await outcomes(sets, ablating, ablationRow);
    console.log([ablationHeader(), ...all.map(ablationRow), ablationMean(all)].join('\n'));
    results = all;
  } else {
    const all = await outcomes(sets, measuring, row);
    console.log([header(), ...all.map(row)].join('\n'));
    wrong = shortcomings(all);
    results = all;
  }
  console.log(`\n${((performance.now() - start) / 1000).toFixed(0)} s in all`);
  for (const sentence of wrong) console.log(sentence);
  if (asked.json !== undefined) writeFileSync(asked.json, `${JSON.stringify(results, null, 2)}\n`);
  if (asked.strict && wrong.length > 0) process.exitCode = 1;
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
