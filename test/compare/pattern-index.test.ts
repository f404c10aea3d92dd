import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PatternIndex } from '../../src/compare/pattern-index.ts';
import { MISSING } from '../../src/compare/patterns.ts';
import { random } from '../../src/math/random.ts';

/** Level vectors over few levels, so that many come twice. */
const shape = fc.array(fc.integer({ min: 1, max: 3 }), { maxLength: 6 });
const vectors = shape.chain((levelCounts) =>
  fc.record({
    levelCounts: fc.constant(levelCounts),
    rows: fc.array(
      fc
        .tuple(...levelCounts.map((count) => fc.integer({ min: 0, max: count })))
        .map((row) => row.map((level, f) => (level === levelCounts[f] ? MISSING : level))),
      { maxLength: 60 },
    ),
  }),
);

function counted(levelCounts: readonly number[], rows: readonly (readonly number[])[]) {
  const index = new PatternIndex(levelCounts);
  const places = rows.map((row) => {
    const g = index.intern(Uint8Array.from([9, ...row]), 1);
    index.add(g, 0.5);
    return g;
  });
  return { ...index.patterns(), places };
}

function expectAsMap(levelCounts: readonly number[], rows: readonly (readonly number[])[]): void {
  const map = new Map<string, number>();
  for (const row of rows) map.set(row.join(), (map.get(row.join()) ?? 0) + 0.5);
  const { patterns, placeOf, places } = counted(levelCounts, rows);
  const fields = levelCounts.length;
  const textOf = (g: number): string => patterns.levels.subarray(g * fields, (g + 1) * fields).join();
  expect(patterns.size).toBe(map.size);
  expect(patterns.levels).toHaveLength(map.size * fields);
  const all = Array.from({ length: patterns.size }, (_, g) => [textOf(g), patterns.counts[g]] as const);
  expect(new Map(all)).toEqual(map);
  rows.forEach((row, r) => {
    expect(textOf(placeOf[places[r]!]!)).toBe(row.join());
  });
}

/** Random vectors of 24 fields of 6 levels: more than one double can tell apart. */
function wide(count: number, seed: number): number[][] {
  const rng = random(seed);
  return Array.from({ length: count }, () =>
    Array.from({ length: 24 }, (_, f) => {
      // Few values in each field, and such that vectors often differ in a single one.
      const level = rng.next() < 0.9 ? f % 6 : rng.below(7);
      return level === 6 ? MISSING : level;
    }),
  );
}

describe('PatternIndex', () => {
  it('counts level vectors as a map does', () => {
    fc.assert(fc.property(vectors, ({ levelCounts, rows }) => expectAsMap(levelCounts, rows)));
  });

  it('tells apart vectors of 24 fields of 6 levels, growing as it must', () => {
    expectAsMap(Array(24).fill(6), wide(20_000, 1));
    const ends = [0, 23].flatMap((f) => [0, 5, MISSING].map((level) => Array(24).fill(1).with(f, level)));
    expectAsMap(Array(24).fill(6), ends);
  });

  it('keeps apart a level that is missing and the lowest', () => {
    expectAsMap([2], [[0], [MISSING], [0]]);
  });

  it('orders patterns by what they are, not by when they came', () => {
    const rows = wide(3000, 2);
    const { patterns } = counted(Array(24).fill(6), rows);
    expect(counted(Array(24).fill(6), rows.toReversed()).patterns).toEqual(patterns);
  });

  it('gives copies, so that it can go on counting', () => {
    const index = new PatternIndex([2]);
    index.add(index.intern(Uint8Array.of(1), 0), 1);
    const { patterns } = index.patterns();
    index.add(index.intern(Uint8Array.of(1), 0), 1);
    index.intern(Uint8Array.of(0), 0);
    expect(patterns).toMatchObject({ size: 1, counts: Float64Array.of(1) });
    expect(index.patterns().patterns.counts).toEqual(Float64Array.of(0, 2));
  });

  it('refuses more levels than two doubles can hold', () => {
    expect(() => new PatternIndex(Array(60).fill(6))).toThrow(RangeError);
  });
});
