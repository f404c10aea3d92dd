/** A Gibbs step of one record: it goes to one of its alternatives with the probability of each. */
import type { Random } from '../math/random.ts';
import type { Alternatives } from '../partition/alternatives.ts';
import type { LabelTerm } from '../partition/entity-count.ts';
import type { Individuals } from '../partition/individuals.ts';

/** @param there alternatives without horizon: all individuals of neighbours */
export function reassign(
  individuals: Individuals,
  there: Alternatives,
  row: number,
  labels: LabelTerm,
  { next }: Random,
): void {
  const own = individuals.of[row]!;
  const isAlone = individuals.sizes[own] === 1;
  there.collect(row);
  // Without an edge into its individual it could leave but not come back.
  if (!isAlone && !there.isTied) return;
  if (isAlone && there.count === 0) return;
  there.weigh(row, labels);
  const most = there.logMost();
  let total = Math.exp(there.logOwn - most) + Math.exp(there.logAlone - most);
  for (let i = 0; i < there.count; i++) total += Math.exp(there.logWeights[i]! - most);
  let left = next() * total;
  for (let i = 0; i < there.count; i++) {
    left -= Math.exp(there.logWeights[i]! - most);
    if (left >= 0) continue;
    individuals.move(row, there.individuals[i]!, there.logRest, there.logJoined[i]!);
    return;
  }
  left -= Math.exp(there.logAlone - most);
  if (left < 0 && !isAlone)
    individuals.move(row, individuals.empty(row), there.logRest, individuals.alone[row]!);
}
