/** Share of the true pairs that blocking makes candidates, exactly: the plan of the run is asked about each of them. */
import { candidateTest } from '../../../src/blocking/pairs.ts';
import { planBlocking } from '../../../src/blocking/plan.ts';
import { loadFiles } from '../../../src/records/load.ts';
import { profile } from '../../../src/records/profile.ts';
import { key, type LabelledSet } from '../labelled-set.ts';

/** @param uniqueWithin sources that the run took to hold no duplicates */
export async function blockingRecall(
  { files, truth }: LabelledSet,
  uniqueWithin: readonly string[],
): Promise<number> {
  const { table: loaded } = profile(await loadFiles(files, { id: 'id' }));
  const sources = loaded.sources.map(({ source }) => source);
  const unique = new Set(uniqueWithin.map((source) => sources.indexOf(source)));
  const table = unique.size === 0 ? loaded : { ...loaded, unique };
  const isCandidate = candidateTest(table, planBlocking(table));
  const members = new Map<string, number[]>();
  table.ids.forEach((id, row) => {
    const entity = truth.get(key(sources[table.sourceOf[row]!]!, id))!;
    members.set(entity, [...(members.get(entity) ?? []), row]);
  });
  let pairs = 0;
  let found = 0;
  for (const rows of members.values())
    for (let i = 0; i < rows.length; i++)
      for (let j = i + 1; j < rows.length; j++) {
        pairs++;
        if (isCandidate(rows[i]!, rows[j]!)) found++;
      }
  return pairs === 0 ? 1 : found / pairs;
}
