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
  const codes = table.columns.map((column) => taken(column.codes, order));
  return { order, codes, unique: uniqueFiles(table, order) };
}

/** The values at the given places. */
function taken(values: Int32Array, places: Int32Array): Int32Array {
  const found = new Int32Array(places.length);
  for (let at = 0; at < places.length; at++) found[at] = values[places[at]!]!;
  return found;
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

/** The place of each row in an order. */
export function placesByRow(order: Int32Array): Int32Array {
  const placeOf = new Int32Array(order.length);
  for (let place = 0; place < order.length; place++) placeOf[order[place]!] = place;
  return placeOf;
}

/** What stands in canonical order, by row. */
export function inRowOrder<T extends Int32Array | Float64Array>(values: T, order: Int32Array): T {
  const byRow = values.slice() as T;
  for (let place = 0; place < order.length; place++) byRow[order[place]!] = values[place]!;
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
  const placeOf = placesByRow(order);
  const { left, right, pattern } = evidence;
  const near = nearPatterns(weights, mergeCost - REACH);
  const pairs = pairsOf(pattern, near.classOf);
  const [lefts, rights] = [new Int32Array(pairs.length), new Int32Array(pairs.length)];
  const classes = new Int32Array(pairs.length);
  for (let at = 0; at < pairs.length; at++) {
    const i = pairs[at]!;
    lefts[at] = placeOf[left[i]!]!;
    rights[at] = placeOf[right[i]!]!;
    classes[at] = near.classOf[pattern[i]!]! - 1;
  }
  const most = Int32Array.from(near.nats, (nats) => (nats >= mergeCost ? MOST_NEIGHBOURS : MOST_WEAK));
  return bestPairs(order.length, { left: lefts, right: rights, classes }, near.nats, most);
}

/** The patterns of at least the given weight (nats), numbered from 1; 0 stands for all others. */
function nearPatterns(weights: Float64Array, least: number): { classOf: Int32Array; nats: Float64Array } {
  const classOf = new Int32Array(weights.length);
  const nats = new Float64Array(weights.length);
  let classes = 0;
  for (let g = 0; g < weights.length; g++) {
    const weight = weights[g]! * Math.LN2;
    if (!(weight >= least)) continue;
    nats[classes++] = weight;
    classOf[g] = classes;
  }
  return { classOf, nats: nats.slice(0, classes) };
}

/** Pairs looked at before there must be room for as many more. */
const STRETCH = 65_536;

/** The pairs whose pattern has a class. There are few among many, which is why none but their patterns are read. */
function pairsOf(pattern: Int32Array, classOf: Int32Array): Int32Array {
  const isNear = new Uint8Array(classOf.length);
  for (let g = 0; g < classOf.length; g++) isNear[g] = classOf[g] === 0 ? 0 : 1;
  let pairs = new Int32Array(2 * STRETCH);
  let count = 0;
  for (let from = 0; from < pattern.length; from += STRETCH) {
    if (count + STRETCH > pairs.length) {
      const more = new Int32Array(2 * pairs.length);
      more.set(pairs);
      pairs = more;
    }
    const to = Math.min(from + STRETCH, pattern.length);
    for (let i = from; i < to; i++) {
      pairs[count] = i;
      count += isNear[pattern[i]!]!;
    }
  }
  return pairs.subarray(0, count);
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
  const merged = individuals.logsOfPairs(left, right);
  const ratios = new Float64Array(weights.length);
  const charges = new Float64Array(weights.length);
  for (let i = 0; i < ratios.length; i++) {
    const [a, b] = [left[i]!, right[i]!];
    const ratio = merged[i]! - alone[a]! - alone[b]!;
    ratios[i] = ratio;
    charges[i] = charge(ratio, weights[i]!);
  }
  return { left, right, weights, ratios, charges };
}
