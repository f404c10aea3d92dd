/** What accuracy is measured on: the labelled sets of a folder, and the hard kinds of generated databases. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { writeDataset } from '../../../fixtures/dataset.ts';
import { KINDS, kindFiles } from '../../../fixtures/kinds.ts';
import { isLabelledSet, type LabelledSet, readSet } from '../labelled-set.ts';

const SEED = 1;
const RECORDS = 3000;

/**
 * The sets there are, of `wanted` if it names any.
 *
 * @param folder of public sets, each in a folder of its own
 * @param scratch where the hard kinds are generated
 */
export function accuracySets(folder: string, scratch: string, wanted: readonly string[]): LabelledSet[] {
  const isWanted = (name: string): boolean => wanted.length === 0 || wanted.includes(name);
  if (!existsSync(folder)) console.error(`SKIPPED the public sets: there is no ${folder}`);
  const names = existsSync(folder) ? readdirSync(folder).sort() : [];
  const published = names
    .filter((name) => isWanted(name) && isLabelledSet(join(folder, name)))
    .map((name) => readSet(name, join(folder, name)));
  const generated = KINDS.filter(isWanted).map((kind) => {
    const out = join(scratch, kind);
    writeDataset(kindFiles(kind, { records: RECORDS, seed: SEED }), out);
    return readSet(kind, out);
  });
  const sets = [...published, ...generated];
  for (const name of wanted)
    if (sets.every((set) => set.name !== name)) console.error(`SKIPPED ${name}: there is no such set`);
  return sets;
}
