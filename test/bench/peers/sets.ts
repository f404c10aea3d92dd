/** The files that the peers are measured on: public ones, and generated persons. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { writeDataset } from '../../../fixtures/dataset.ts';
import { request } from '../../../fixtures/options.ts';
import { isLabelledSet, type LabelledSet, readSet } from '../labelled-set.ts';

const PUBLIC = ['fake1000', 'febrl3', 'rldata10000', 'historical50k'];
const PERSONS = { 'persons-100000': 100_000, 'persons-1000000': 1_000_000 } as const;
/** Records from which one run has to do. */
const LARGE = 20_000;

/** A set takes part in so many runs, and no longer than so many seconds a run. */
export interface PeerSet extends LabelledSet {
  /** What the settings of the peers for it are called. */
  settings: string;
  truthFile: string;
  runs: number;
  limit: number;
}

/**
 * The sets there are of those wanted: without names all but the million.
 *
 * @param folder of public sets, each in a folder of its own
 * @param scratch where persons are generated
 */
export function peerSets(folder: string, scratch: string, wanted: readonly string[]): PeerSet[] {
  const names = wanted.length > 0 ? wanted : [...PUBLIC, 'persons-100000'];
  return names.flatMap((name) => {
    const records = PERSONS[name as keyof typeof PERSONS];
    const place = records === undefined ? join(folder, name) : generated(records, join(scratch, name));
    if (!isLabelledSet(place)) {
      console.error(`SKIPPED ${name}: there is no ${place}`);
      return [];
    }
    const set = readSet(name, place);
    return {
      ...set,
      ...{ settings: records === undefined ? name : 'persons', truthFile: join(place, 'truth.csv') },
      ...{ runs: set.truth.size > LARGE ? 1 : 3, limit: set.truth.size > 500_000 ? 900 : 300 },
    };
  });
}

function generated(records: number, out: string): string {
  if (!existsSync(out)) {
    const { dataset } = request(['--records', String(records), '--out', out])!;
    writeDataset(dataset, out);
  }
  return out;
}
