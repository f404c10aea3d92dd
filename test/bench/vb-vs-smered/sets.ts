/** The data of the comparison: two public sets, and surveys shaped like the one SMERED was published with. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isLabelledSet, type LabelledSet, readSet } from '../labelled-set.ts';

const PUBLIC = ['rldata500', 'rldata10000'];
/**
 * Three waves without duplicates inside, six categorical columns, 3 % of the values distorted, 40 % of the records of
 * people who are in another wave too (the National Long Term Care Survey: three waves, about 20,000 each, 39 %).
 */
const SURVEYS = { 'survey 3 × 2,000': 6000, 'survey 3 × 20,000': 60_000 };
const SURVEY = [
  '--model',
  'survey',
  '--files',
  '3',
  '--distortion',
  '0.03',
  '--duplicates',
  '0.4',
  '--seed',
  '1',
];

/**
 * The sets there are, those of `wanted` if it names any; surveys are generated into a folder.
 *
 * @param shared folder of the public sets
 */
export function benchSets(shared: string, folder: string, wanted: readonly string[]): LabelledSet[] {
  const isWanted = (name: string): boolean =>
    wanted.length === 0 || wanted.some((part) => name.includes(part));
  const sets: LabelledSet[] = [];
  for (const name of PUBLIC.filter(isWanted)) {
    if (isLabelledSet(join(shared, name))) sets.push(readSet(name, join(shared, name)));
    else console.error(`SKIPPED ${name}: there is no ${join(shared, name)}`);
  }
  const generate = fileURLToPath(new URL('../../../fixtures/generate.ts', import.meta.url));
  for (const [name, records] of Object.entries(SURVEYS).filter(([survey]) => isWanted(survey))) {
    const out = join(folder, String(records));
    const tsx = fileURLToPath(import.meta.resolve('tsx'));
    execFileSync(process.execPath, [
      ...['--import', tsx, generate, ...SURVEY, '--records', String(records), '--out', out],
    ]);
    sets.push(readSet(name, out));
  }
  return sets;
}
