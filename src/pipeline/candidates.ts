/**
 * What both engines start from: the records in canonical order, the pairs worth a look, and what EM knows of them
 * beyond their fields.
 */

import { bestPairs, type CandidatePairs } from '../partition/candidate-graph.ts';
import type { UniqueFiles } from '../partition/file-masks.ts';
import { Individuals } from '../partition/individuals.ts';
import type { IndividualLikelihood } from '../partition/likelihood.ts';
import { recordOrder, type Table } from '../records/table.ts';
import type { Estimation } from './estimation.ts';
import type { Linkage } from './link.ts';

/** Pairs whose match weight falls short of the merge cost by more than this (nats) are no neighbours. */
const REACH = 10;
/** Neighbours of a record, the best ones; a pair is kept when either side counts it among its best. */
const MOST_NEIGHBOURS = 25;
/** The same of those that would not be merged for their own sake. */
const MOST_WEAK = 5;
/** The records as both engines take them. */
export interface CanonicalRecords {
  /** Row in each place; see `recordOrder`. */
  readonly order: Int32Array;
  /** Value codes by field, in canonical order. */
  readonly codes: readonly Int32Array[];
  readonly unique: UniqueFiles | undefined;
}

export function canonicalRecords(table: Table): CanonicalRecords {
  const order = recordOrder(table);
  const codes = table.columns.map((column) => order.map((row) => column.codes[row]!));
  return { order, codes, unique: uniqueFiles(table, order) };
}

/** Every record of them in an individual of its own. */
export function recordsAlone(
  { order, codes, unique }: CanonicalRecords,
  likelihood: IndividualLikelihood,
): Individuals {
  return new Individuals(order.length, codes, likelihood, unique);
}

/** The sources without duplicates, by the places of their records. */
function uniqueFiles({ unique, sourceOf }: Table, order: Int32Array): UniqueFiles | undefined {
  if (unique === undefined || unique.size === 0) return undefined;
  const numbers = new Map([...unique].map((source, i) => [source, i]));
  return { count: unique.size, of: order.map((row) => numbers.get(sourceOf[row]!) ?? -1) };
}

/** What stands in canonical order, by row. */
export function inRowOrder<T extends Int32Array | Float64Array>(values: T, order: Int32Array): T {
  const byRow = values.slice() as T;
  order.forEach((row, place) => {
    byRow[row] = values[place]!;
  });
  return byRow;
}

/**
 * The pairs worth a look: the best of each record, and of those that fall short of the cost of a merge (nats) few.
 *
 * @param order row in each place; the pairs are given by their places
 */
export function neighbouringPairs(
  { evidence, weights }: Linkage,
  order: Int32Array,
  mergeCost: number,
): CandidatePairs {
  const placeOf = new Int32Array(order.length);
  order.forEach((row, place) => {
    placeOf[row] = place;
  });
  const weightOf = weights.map((bits) => bits * Math.LN2);
  const { left, right, pattern } = evidence;
  const isNear = Uint8Array.from(weightOf, (nats) => (nats >= mergeCost - REACH ? 1 : 0));
  let count = 0;
  for (const g of pattern) count += isNear[g]!;
  const [lefts, rights, classes] = [new Int32Array(count), new Int32Array(count), new Int32Array(count)];
  for (let i = 0, at = 0; i < pattern.length; i++) {
    const g = pattern[i]!;
    if (isNear[g] === 0) continue;
    lefts[at] = placeOf[left[i]!]!;
    rights[at] = placeOf[right[i]!]!;
    classes[at++] = g;
  }
  const most = Int32Array.from(weightOf, (nats) => (nats >= mergeCost ? MOST_NEIGHBOURS : MOST_WEAK));
  return bestPairs(order.length, { left: lefts, right: rights, classes }, weightOf, most);
}

/** What a pair is charged that the model of individuals gives `ratio` and EM `weight`, in nats. */
type Charge = (ratio: number, weight: number) => number;

/**
 * The model takes fields for independent and pairs for matches or chance. What EM knows of dependent columns, of
 * related pairs and of errors that avoid each other is charged, or credited, so that two single records have
 * EM's weight.
 */
export function chargeFor(
  { dependence, related, errorRepulsion }: Estimation,
  isCategorical: boolean,
): Charge {
  const knowsMore = dependence.length > 0 || related !== undefined || errorRepulsion > 0;
  return !isCategorical && knowsMore ? (ratio, weight) => ratio - weight : () => 0;
}

/**
 * The same pairs with what the model of individuals says of each, and the charge on it.
 *
 * @param individuals every record on its own
 */
export function judged(pairs: CandidatePairs, individuals: Individuals, charge: Charge): CandidatePairs {
  const { left, right, weights } = pairs;
  const { alone } = individuals;
  const ratios = weights.map((_, i) => {
    const [a, b] = [left[i]!, right[i]!];
    return individuals.logMerged(a, b) - alone[a]! - alone[b]!;
  });
  return { left, right, weights, ratios, charges: ratios.map((ratio, i) => charge(ratio, weights[i]!)) };
}
