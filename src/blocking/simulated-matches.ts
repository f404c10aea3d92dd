/**
 * Simulated matches: what a second record of the same entity would agree on. A plan is chosen, and the
 * share of matches it can have missed is estimated, by counting how many of them its rules would find.
 *
 * A simulated match of a record agrees on each column independently: exactly, nearly (each coarser key then
 * agrees with probability ½) or not at all; where either side is missing it agrees on nothing.
 */
import { type Random, random } from '../math/random.ts';
import { canonicalOrder, NO_VALUE, presentCount, type Table } from '../records/table.ts';
import type { BlockingKey } from './keys.ts';

/** How often a column agrees between two records of one entity that both have a value. */
export interface AgreementRates {
  equal: number;
  /** Different but similar. */
  near: number;
}

/** Assumed before anything is known: harsher than most data, so that the plan has rules to spare. */
export const NOMINAL_RATES: AgreementRates = { equal: 0.7, near: 0.2 };

/** Agreement of matches that have little in common. */
export const POOR_RATES: AgreementRates = { equal: 0.35, near: 0.15 };

/** Number of simulated matches. */
export const DRAWS = 4000;

export interface SimulatedMatches {
  /** The record each match is a match of; length S. */
  readonly rows: Int32Array;
  /** Whether a match agrees on each key, S × K. */
  readonly agrees: Uint8Array;
  /** Whether a match has similar wording in each column, S × F. */
  readonly similar: Uint8Array;
}

/**
 * Simulate matches of random records.
 *
 * @param rates one per column, or one for all
 */
export function simulateMatches(
  table: Table,
  keys: readonly BlockingKey[],
  rates: readonly AgreementRates[] | AgreementRates,
  seed: number,
): SimulatedMatches {
  const fields = table.columns.length;
  const present = table.columns.map((column) => presentCount(column) / Math.max(1, table.size));
  const rng = random(seed);
  const order = canonicalOrder(table);
  const rows = new Int32Array(DRAWS);
  const agrees = new Uint8Array(DRAWS * keys.length);
  const similar = new Uint8Array(DRAWS * fields);
  const agreement = new Uint8Array(fields);
  for (let draw = 0; draw < DRAWS; draw++) {
    rows[draw] = order[rng.below(table.size)]!;
    for (let f = 0; f < fields; f++) {
      const rate = Array.isArray(rates) ? rates[f]! : (rates as AgreementRates);
      const has = table.columns[f]!.codes[rows[draw]!] !== NO_VALUE;
      agreement[f] = drawAgreement(rng, rate, present[f]!);
      if (!has) agreement[f] = DIFFERS;
      similar[draw * fields + f] = agreement[f] === DIFFERS ? 0 : 1;
    }
    for (let k = 0; k < keys.length; k++) {
      const { field, codes, coarser } = keys[k]!;
      const coin = rng.next() < 0.5;
      const isValue = coarser.length > 0 || keys[k]!.distinct === table.columns[field]!.values.length;
      const holds = agreement[field] === EQUAL || (agreement[field] === NEAR && !isValue && coin);
      agrees[draw * keys.length + k] = holds && codes[rows[draw]!] !== NO_VALUE ? 1 : 0;
    }
  }
  return { rows, agrees, similar };
}

const DIFFERS = 0;
const NEAR = 1;
const EQUAL = 2;

function drawAgreement(rng: Random, rate: AgreementRates, present: number): number {
  const isPresent = rng.next() < present;
  const at = rng.next();
  if (!isPresent || at >= rate.equal + rate.near) return DIFFERS;
  return at < rate.equal ? EQUAL : NEAR;
}
