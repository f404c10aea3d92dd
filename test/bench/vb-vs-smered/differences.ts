/**
 * Where two partitions differ: the least groups of records that are whole individuals of both. In each group one or
 * the other is better whatever the rest is, so the better halves of both make a partition at least as good as either.
 */
import { connectedComponents } from '../../../src/entities/union-find.ts';
import type { Individuals } from '../../../src/partition/individuals.ts';

export interface Difference {
  /** What the other partition gains in this group, in nats. */
  gain: number;
  /** Records of each individual of the group, in one and in the other. */
  before: number[];
  after: number[];
  /** The step that leads from one to the other. */
  step: 'merge' | 'split' | 'move' | 'exchange';
  records: number[];
}

/**
 * The groups in which another partition is better than this one.
 *
 * @param one, other charged as a whole, of the same target
 * @param mergeCost nats that one individual fewer costs
 */
export function improvements(one: Individuals, other: Individuals, mergeCost: number): Difference[] {
  const { size } = one;
  const [left, right]: [number[], number[]] = [[], []];
  for (const { of } of [one, other]) {
    const first = new Int32Array(size).fill(-1);
    for (let row = 0; row < size; row++) {
      const k = of[row]!;
      if (first[k]! < 0) first[k] = row;
      else {
        left.push(first[k]!);
        right.push(row);
      }
    }
  }
  const { entityOf } = connectedComponents(size, Int32Array.from(left), Int32Array.from(right));
  const groups = new Map<number, number[]>();
  for (let row = 0; row < size; row++) {
    const records = groups.get(entityOf[row]!);
    if (records === undefined) groups.set(entityOf[row]!, [row]);
    else records.push(row);
  }
  const found: Difference[] = [];
  for (const records of groups.values()) {
    if (records.length === 1) continue;
    const [parts, others] = [partsOf(one, records), partsOf(other, records)];
    if (parts.size === 1 && others.size === 1) continue;
    const gain = logOf(other, others) - logOf(one, parts) + mergeCost * (others.size - parts.size);
    if (gain <= 1e-6) continue;
    const sizes = ({ sizes }: Individuals, list: Iterable<number>): number[] =>
      [...list].map((k) => sizes[k]!).sort((a, b) => b - a);
    const [before, after] = [sizes(one, parts), sizes(other, others)];
    found.push({ gain, before, after, step: stepOf(one, other, records, parts.size, others.size), records });
  }
  return found.sort((a, b) => b.gain - a.gain);
}

function partsOf({ of }: Individuals, records: readonly number[]): Set<number> {
  return new Set(records.map((row) => of[row]!));
}

function logOf({ logs }: Individuals, parts: Iterable<number>): number {
  let sum = 0;
  for (const k of parts) sum += logs[k]!;
  return sum;
}

function stepOf(
  one: Individuals,
  other: Individuals,
  records: readonly number[],
  before: number,
  after: number,
): Difference['step'] {
  if (after === 1) return 'merge';
  if (before === 1) return 'split';
  // A move: without one record both are the same.
  for (const out of records) {
    const names = new Map<number, number>();
    const taken = new Map<number, number>();
    const isSame = records.every((row) => {
      if (row === out) return true;
      const [a, b] = [one.of[row]!, other.of[row]!];
      if (!names.has(a)) names.set(a, b);
      if (!taken.has(b)) taken.set(b, a);
      return names.get(a) === b && taken.get(b) === a;
    });
    if (isSame) return 'move';
  }
  return 'exchange';
}

/** Takes the other partition where it is better. @returns individual of each record */
export function recombined(
  one: Individuals,
  other: Individuals,
  differences: readonly Difference[],
): Int32Array {
  const of = Int32Array.from(one.of, (k) => k + one.size);
  for (const { records } of differences) for (const row of records) of[row] = other.of[row]!;
  // Numbers from 0 to N − 1: that of the first record.
  const first = new Map<number, number>();
  return of.map((label, row) => {
    const known = first.get(label);
    if (known !== undefined) return known;
    first.set(label, row);
    return row;
  });
}
