/**
 * Agreement buckets: records that agree on all fields, on all but one, on all but two. Pairs that are worth a
 * split–merge step lie in one bucket of some kind far more often than two records taken at random (Steorts,
 * Hall & Fienberg 2014 draw their pairs inside blocks of this kind). No pair is ever listed.
 */
import type { Random } from '../math/random.ts';
import { mixedProposal, type PairProposal } from './pair-proposal.ts';

/** Kinds of buckets; beyond this many, two fields are not left out. */
const MOST_KINDS = 64;

/**
 * Proposes pairs of one bucket: each kind of bucket that has any pair is as likely, and so is each pair of a kind.
 * A record that misses a value in a field stands in no bucket for which the field counts.
 *
 * @param codes value codes by field, −1 missing
 * @returns undefined where no two records agree
 */
export function bucketProposal(codes: readonly Int32Array[]): PairProposal | undefined {
  const kinds = kindsOf(codes.length).map((fields) => kindProposal(fields.map((f) => codes[f]!)));
  const parts = kinds.filter((kind) => kind !== undefined);
  return parts.length === 0 ? undefined : mixedProposal(parts.map((kind) => [1, kind]));
}

/**
 * The fields that count for each kind of bucket: all; all but one where that leaves two and more; all but two
 * where that leaves three and more and there are not too many kinds.
 *
 * @example kindsOf(3) // => [[0, 1, 2], [1, 2], [0, 2], [0, 1]]
 */
export function kindsOf(fields: number): number[][] {
  const all = Array.from({ length: fields }, (_, f) => f);
  if (fields === 0) return [];
  const butOne = fields >= 3 ? all.map((out) => all.filter((f) => f !== out)) : [];
  const pairs = all.flatMap((b) => all.slice(0, b).map((a) => [a, b] as const));
  const isFew = 1 + fields + pairs.length <= MOST_KINDS;
  const butTwo = fields >= 5 && isFew ? pairs.map(([a, b]) => all.filter((f) => f !== a && f !== b)) : [];
  return [all, ...butOne, ...butTwo];
}

/** Pairs of records that agree on all the given columns. */
function kindProposal(columns: readonly Int32Array[]): PairProposal | undefined {
  const { starts, rows } = buckets(columns);
  const count = starts.length - 1;
  /** Pairs in the buckets up to each. */
  const pairs = new Float64Array(count);
  let total = 0;
  for (let b = 0; b < count; b++) {
    const size = starts[b + 1]! - starts[b]!;
    total += (size * (size - 1)) / 2;
    pairs[b] = total;
  }
  if (total === 0) return undefined;
  return ({ next, below }: Random) => {
    const target = next() * total;
    let [low, high] = [0, count - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (pairs[middle]! > target) high = middle;
      else low = middle + 1;
    }
    const size = starts[low + 1]! - starts[low]!;
    const i = below(size);
    const j = below(size - 1);
    return [rows[starts[low]! + i]!, rows[starts[low]! + (j < i ? j : j + 1)]!];
  };
}

/** Records by bucket, those alone in theirs left out: bucket b has rows[starts[b]] … rows[starts[b + 1] − 1]. */
function buckets(columns: readonly Int32Array[]): { starts: Int32Array; rows: Int32Array } {
  const records = columns[0]!.length;
  let bucketOf = new Int32Array(records);
  let count = 1;
  for (const codes of columns) {
    const seen = new Map<number, number>();
    const values = codes.reduce((most, code) => Math.max(most, code + 1), 0);
    bucketOf = bucketOf.map((bucket, row) => {
      const code = codes[row]!;
      if (bucket < 0 || code < 0) return -1;
      const key = bucket * values + code;
      const known = seen.get(key);
      if (known !== undefined) return known;
      seen.set(key, seen.size);
      return seen.size - 1;
    });
    count = seen.size;
  }
  const sizes = new Int32Array(count);
  for (const bucket of bucketOf) if (bucket >= 0) sizes[bucket]!++;
  const next = new Int32Array(count);
  const starts = [0];
  for (let b = 0; b < count; b++) {
    next[b] = starts[starts.length - 1]!;
    if (sizes[b]! > 1) starts.push(next[b]! + sizes[b]!);
  }
  const rows = new Int32Array(starts[starts.length - 1]!);
  bucketOf.forEach((bucket, row) => {
    if (bucket >= 0 && sizes[bucket]! > 1) rows[next[bucket]!++] = row;
  });
  return { starts: Int32Array.from(starts), rows };
}
