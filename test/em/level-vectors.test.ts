import fc from 'fast-check';
import { expect, it, test } from 'vitest';
import { levelOffsets, MISSING, type Patterns } from '../../src/compare/patterns.ts';
import { distinctRows } from '../../src/em/distinct-rows.ts';
import { levelVectors, ofEachPattern, sumsOfLevels, vectorsWhere } from '../../src/em/level-vectors.ts';
import { random } from '../../src/math/random.ts';

/** Patterns of few levels, many of which repeat; columns as wide as asked for. */
function patternsFor(seed: number, fields: number): Patterns {
  const r = random(seed);
  const levelCounts = Array.from({ length: fields }, () => 2 + r.below(3));
  const size = r.below(60);
  const levels = Uint8Array.from({ length: size * fields }, (_, i) =>
    r.next() < 0.2 ? MISSING : r.below(Math.min(2, levelCounts[i % fields]!)),
  );
  return { size, levelCounts, levels, counts: Float64Array.from({ length: size }, () => r.below(4)) };
}

const anyPatterns = fc
  .tuple(fc.nat(), fc.integer({ min: 0, max: 7 }))
  .map(([seed, fields]) => patternsFor(seed, fields));

const rowOf = ({ levels, levelCounts }: Patterns, g: number): string =>
  levels.subarray(g * levelCounts.length, (g + 1) * levelCounts.length).join();

test('rows are alike where the columns compared are', () => {
  const found = distinctRows(Uint8Array.of(1, 9, 2, 9, 1, 8), 3, 2, 0, 1);
  expect([...found.rowOf]).toEqual([0, 1, 0]);
  expect([...found.firsts]).toEqual([0, 1]);
});

test('each set of patterns is looked through once', () => {
  const patterns = patternsFor(1, 3);
  expect(levelVectors(patterns)).toBe(levelVectors(patterns));
});

it('has a vector for each distinct row, with all pairs that show it', () => {
  fc.assert(
    fc.property(anyPatterns, (patterns) => {
      const { distinct, ofPattern, members, first, counts } = levelVectors(patterns);
      const pairs = new Map<string, number>();
      for (let g = 0; g < patterns.size; g++) {
        const row = rowOf(patterns, g);
        expect(rowOf(distinct, ofPattern[g]!)).toBe(row);
        pairs.set(row, (pairs.get(row) ?? 0) + patterns.counts[g]!);
      }
      expect(distinct.size).toBe(pairs.size);
      for (let v = 0; v < distinct.size; v++) {
        expect(distinct.counts[v]).toBe(pairs.get(rowOf(distinct, v)));
        for (let i = first[v]!; i < first[v + 1]!; i++) {
          expect(ofPattern[members[i]!]).toBe(v);
          expect(counts[i]).toBe(patterns.counts[members[i]!]);
        }
      }
      expect([...members].sort((a, b) => a - b)).toEqual(Array.from(members.keys()));
    }),
  );
});

it('sums over halves what can be summed over fields', () => {
  fc.assert(
    fc.property(anyPatterns, fc.nat(), (patterns, seed) => {
      const r = random(seed);
      const vectors = levelVectors(patterns);
      const offsets = levelOffsets(patterns.levelCounts);
      const x = Float64Array.from({ length: vectors.slots }, () => r.normal());
      const fields = patterns.levelCounts.length;
      ofEachPattern(vectors, sumsOfLevels(vectors, x)).forEach((sum, g) => {
        let wanted = 0;
        for (let f = 0; f < fields; f++) {
          const level = patterns.levels[g * fields + f]!;
          if (level !== MISSING) wanted += x[offsets[f]! + level]!;
        }
        expect(sum).toBeCloseTo(wanted, 12);
      });
    }),
  );
});

it('finds the vectors of the patterns that are as asked', () => {
  const levels = Uint8Array.of(0, 1, 1, 1, 0, 1, MISSING, 0);
  const patterns = { size: 4, levelCounts: [2, 2], levels, counts: new Float64Array(4).fill(1) };
  const vectors = levelVectors(patterns);
  expect([...vectors.ofPattern]).toEqual([0, 1, 0, 2]);
  expect([...vectorsWhere(vectors, (g) => levels[2 * g + 1] === 1)]).toEqual([0, 1]);
});
