/** What speed is measured on: generated persons of growing numbers, and the sets that have a bar. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { writeDataset } from '../../../fixtures/dataset.ts';
import { request } from '../../../fixtures/options.ts';
import { isLabelledSet, type LabelledSet, readSet } from '../labelled-set.ts';

/** A set that `er resolve` has to be done with in so many seconds, on the two-core machine of RESULTS.md. */
export interface BarredSet extends LabelledSet {
  bar: number;
}

/** So many persons with ten columns, a fifth of the records copies. */
export function persons(records: number, scratch: string): LabelledSet {
  return generated(`persons ${records}`, ['--records', String(records)], join(scratch, `persons-${records}`));
}

/**
 * The sets with a bar: a survey the size of the one that SMERED's authors needed 3.5 hours for, and two public sets.
 *
 * @param folder of public sets, each in a folder of its own
 */
export function* barredSets(folder: string, scratch: string): Generator<BarredSet> {
  const survey = ['--model', 'survey', '--records', '60000'];
  yield { ...generated('survey 3 × 20,000', survey, join(scratch, 'survey')), bar: 5 };
  for (const [name, bar] of Object.entries({ rldata10000: 3, historical50k: 15 })) {
    const place = join(folder, name);
    if (isLabelledSet(place)) yield { ...readSet(name, place), bar };
    else console.error(`SKIPPED ${name}: there is no ${place}`);
  }
}

/** All sets of a folder. */
export function publicSets(folder: string): LabelledSet[] {
  if (!existsSync(folder)) return [];
  const names = readdirSync(folder).filter((name) => isLabelledSet(join(folder, name)));
  return names.sort().map((name) => readSet(name, join(folder, name)));
}

function generated(name: string, options: readonly string[], out: string): LabelledSet {
  if (!existsSync(out)) writeDataset(request([...options, '--out', out])!.dataset, out);
  return readSet(name, out);
}
