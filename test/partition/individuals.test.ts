import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Individuals } from '../../src/partition/individuals.ts';
import { columnsOf, randomColumns } from '../vb/categorical-columns.ts';
import { hasDuplicates, individualsOf, logJoint } from './partitions.ts';

const MODEL = { A: 0.3, base: 'uniform' } as const;

/** Records of individual k, as its list has them, sorted. */
function membersOf(individuals: Individuals, k: number): number[] {
  const out = new Int32Array(individuals.size + 2).fill(-7);
  const end = individuals.members(k, out, 1);
  expect([out[0], out[end]]).toEqual([-7, -7]);
  return [...out.subarray(1, end)].sort((a, b) => a - b);
}

/** One change: two numbers from which the records are taken, and what is done with them. */
const change = fc.record({ a: fc.nat(), b: fc.nat(), how: fc.constantFrom('merge', 'move', 'leave') });

test('any merges and moves leave the lists, sizes, likelihoods and times as the partition has them', () => {
  fc.assert(
    fc.property(randomColumns(14), fc.array(change, { maxLength: 40 }), (columns, changes) => {
      const individuals = individualsOf(columns, MODEL);
      const { of, sizes, logs, alone, changedAt, size } = individuals;
      const rows = [...of.keys()];
      /** The log likelihood of a list of records, from the urn of each field. */
      const logOf = (list: number[]) => {
        const own = columns.map((column) => ({
          ...column,
          codes: Int32Array.from(list, (r) => column.codes[r]!),
        }));
        return logJoint(
          own,
          list.map(() => 0),
          1,
          0.3,
          'uniform',
        );
      };
      const z = [...of];
      for (const { a, b, how } of changes) {
        const row = a % size;
        const [from, other] = [of[row]!, of[b % size]!];
        const then = [changedAt[from]!, changedAt[other]!, individuals.clock];
        if (how === 'merge' && from !== other) {
          individuals.merge(other, from);
          for (const r of rows) if (z[r] === from) z[r] = other;
        } else if (how !== 'merge' && (how === 'move' || sizes[from]! > 1)) {
          const to = how === 'move' ? other : individuals.empty(b % size);
          if (to === from) continue;
          expect(sizes[to]).toBe(how === 'move' ? rows.filter((r) => z[r] === to).length : 0);
          const joined = individuals.logWith(to, row);
          individuals.move(row, to, individuals.logWithout(from, row), joined);
          z[row] = to;
        } else continue;
        expect(individuals.clock).toBeGreaterThan(then[2]!);
        expect(changedAt[from]).toBe(individuals.clock);
      }
      expect([...of]).toEqual(z);
      expect(individuals.occupied).toBe(new Set(z).size);
      expect(individuals.empty(0) >= 0).toBe(individuals.occupied < size);
      let total = 0;
      for (const k of rows) {
        const members = rows.filter((r) => z[r] === k);
        expect(membersOf(individuals, k)).toEqual(members);
        expect(sizes[k]).toBe(members.length);
        expect(alone[k]).toBeCloseTo(logOf([k]), 10);
        if (members.length === 0) continue;
        expect(logs[k]).toBeCloseTo(logOf(members), 10);
        total += logOf(members);
      }
      expect(individuals.logLikelihood()).toBeCloseTo(total, 9);
    }),
    { numRuns: 300, seed: 1 },
  );
});

test('what a change would give is told before it is made, and changes nothing', () => {
  fc.assert(
    fc.property(randomColumns(8), fc.infiniteStream(fc.nat(3)), (columns, labels) => {
      const size = columns[0]!.codes.length;
      const z = Array.from({ length: size }, () => labels.next().value as number);
      const individuals = individualsOf(columns, MODEL, z);
      const { of, clock } = individuals;
      const likelihood = individuals.logLikelihood();
      const listed = (row: number) => membersOf(individuals, of[row]!);
      for (let a = 0; a < size; a++) {
        const own = listed(a);
        const rest = own.filter((r) => r !== a);
        expect(individuals.logWithout(of[a]!, a)).toBeCloseTo(individuals.logOf(rest, rest.length), 12);
        for (let b = 0; b < size; b++) {
          if (of[a] === of[b]) continue;
          const [joined, merged] = [
            [...listed(b), a],
            [...listed(b), ...own],
          ];
          expect(individuals.logWith(of[b]!, a)).toBeCloseTo(individuals.logOf(joined, joined.length), 12);
          expect(individuals.logMerged(of[a]!, of[b]!)).toBeCloseTo(
            individuals.logOf(merged, merged.length),
            12,
          );
        }
      }
      expect([individuals.clock, individuals.logLikelihood()]).toEqual([clock, likelihood]);
    }),
    { numRuns: 100, seed: 2 },
  );
});

test('more records than there was room for at first go together', () => {
  const rows = Array.from({ length: 200 }, (_, r) => [`v${r % 150}`]);
  const columns = columnsOf(rows, ['f']);
  const individuals = individualsOf(columns, MODEL);
  for (let row = 1; row < 200; row++) individuals.merge(0, row);
  expect(individuals.logLikelihood()).toBeCloseTo(
    logJoint(
      columns,
      rows.map(() => 0),
      1,
      0.3,
      'uniform',
    ),
    8,
  );
  expect(membersOf(individuals, 0)).toEqual([...rows.keys()]);
});

test('a split takes some records to a new individual, with their files', () => {
  const columns = columnsOf([['a'], ['a'], ['b'], ['c'], ['c']], ['f']);
  const unique = { count: 40, of: Int32Array.of(0, 39, 1, 32, 39) };
  const individuals = individualsOf(columns, MODEL, [0, 0, 0, 0, 4], unique);
  const [rest, gone] = [individuals.logOf([0, 1], 2), individuals.logOf([2, 3], 2)];
  individuals.split(0, [2, 3], rest, gone);
  const to = individuals.of[2]!;
  expect([...individuals.of]).toEqual([0, 0, to, to, 4]);
  expect([individuals.logs[0], individuals.logs[to], individuals.occupied]).toEqual([rest, gone, 3]);
  expect([membersOf(individuals, 0), membersOf(individuals, to)]).toEqual([
    [0, 1],
    [2, 3],
  ]);
  expect([individuals.exclude(0, 4), individuals.exclude(to, 4), individuals.exclude(0, to)]).toEqual([
    ...[true, false, false],
  ]);
});

describe('files without duplicates', () => {
  const FILES = 40;
  /** Records of a few of 40 files, which a mask of one word does not tell apart, or of none. */
  const filed = randomColumns(16).chain((columns) => {
    const { length } = columns[0]!.codes;
    const file = fc.constantFrom(-1, 0, 1, 7, 30, 31, 32, 33, 39);
    return fc.record({
      columns: fc.constant(columns),
      of: fc.array(file, { minLength: length, maxLength: length }).map((files) => Int32Array.from(files)),
    });
  });

  /** Every answer of the masks is that of the lists of records. */
  function expectRight(individuals: Individuals, files: Int32Array) {
    const filesOf = (k: number) =>
      new Set([...files].filter((file, row) => file >= 0 && individuals.of[row] === k));
    for (const a of individuals.of.keys()) {
      const shown = filesOf(a);
      for (const b of individuals.of.keys()) {
        if (a !== b) expect(individuals.exclude(a, b)).toBe([...filesOf(b)].some((file) => shown.has(file)));
        expect(individuals.excludes(a, b)).toBe(shown.has(files[b]!));
      }
    }
  }

  test('are known of each individual through any merges and moves they allow', () => {
    fc.assert(
      fc.property(filed, fc.array(change, { maxLength: 30 }), ({ columns, of: files }, changes) => {
        const unique = { count: FILES, of: files };
        const individuals = individualsOf(columns, MODEL, undefined, unique);
        const { of, sizes, size } = individuals;
        expectRight(individuals, files);
        for (const { a, b, how } of changes) {
          const row = a % size;
          const [from, other] = [of[row]!, of[b % size]!];
          if (how === 'merge') {
            if (from !== other && !individuals.exclude(from, other)) individuals.merge(other, from);
          } else if (how === 'move') {
            if (from === other || individuals.excludes(other, row)) continue;
            const joined = individuals.logWith(other, row);
            individuals.move(row, other, individuals.logWithout(from, row), joined);
          } else if (sizes[from]! > 1) {
            const rest = individuals.logWithout(from, row);
            individuals.move(row, individuals.empty(b % size), rest, individuals.alone[row]!);
          }
          expect(hasDuplicates(individuals, unique)).toBe(false);
        }
        expectRight(individuals, files);
      }),
      { numRuns: 300, seed: 3 },
    );
  });

  test('are each told from every other, in all words of a mask', () => {
    const size = 70;
    const columns = columnsOf(new Array(size).fill(['a']), ['f']);
    const of = Int32Array.from({ length: size }, (_, row) => row % 35);
    const individuals = individualsOf(columns, MODEL, undefined, { count: 35, of });
    for (let a = 0; a < size; a++)
      for (let b = 0; b < size; b++)
        expect([individuals.exclude(a, b), individuals.excludes(a, b)]).toEqual(
          new Array(2).fill(a % 35 === b % 35),
        );
    for (let row = 1; row < 35; row++) individuals.merge(0, row);
    for (let row = 35; row < size; row++) expect(individuals.excludes(0, row)).toBe(true);
    individuals.move(33, individuals.empty(33), 0, 0);
    for (let row = 35; row < size; row++) expect(individuals.excludes(0, row)).toBe(row !== 35 + 33);
  });

  test('none at all exclude nothing', () => {
    const columns = columnsOf(new Array(3).fill(['a']), ['f']);
    const without = [undefined, { count: 0, of: Int32Array.of(-1, -1, -1) }];
    for (const unique of [...without, { count: 3, of: Int32Array.of(-1, -1, -1) }]) {
      const individuals = individualsOf(columns, MODEL, [0, 0, 2], unique);
      expect([individuals.exclude(0, 2), individuals.excludes(0, 2), individuals.excludes(0, 1)]).toEqual(
        new Array(3).fill(false),
      );
    }
  });
});

/** Everything that scores and later steps depend on: lists in their order, sizes, scores to the last bit. */
function shapeOf(individuals: Individuals) {
  const occupied = [...individuals.sizes.keys()].filter((k) => individuals.sizes[k]! > 0);
  return {
    of: [...individuals.of],
    occupied: individuals.occupied,
    alone: [...individuals.alone],
    lists: occupied.map((k) => {
      const out = new Int32Array(individuals.sizes[k]!);
      expect(individuals.members(k, out)).toBe(out.length);
      return [...out];
    }),
    logs: occupied.map((k) => individuals.logs[k]!),
    files: occupied.map((k) => [...individuals.of.keys()].map((row) => individuals.excludes(k, row))),
  };
}

describe('settled individuals', () => {
  /** Records of two fields, more than 64 of them alike, and files without duplicates where few are. */
  const tables = fc
    .record({ size: fc.constantFrom(6, 13, 90), seed: fc.nat(99), files: fc.boolean() })
    .map(({ size, seed, files }) => {
      const rows = Array.from({ length: size }, (_, row) => [
        'abc'[((row * (seed + 1)) % 7) % 3]!,
        (row + seed) % 4 === 0 ? null : 'xyz'[((row * row + seed) % 11) % 3]!,
      ]);
      const unique =
        files && size < 64
          ? {
              count: 2,
              of: Int32Array.from(rows, (_, row) => ((row * 5 + seed) % 4) - 1).map((f) => Math.min(f, 1)),
            }
          : undefined;
      return { columns: columnsOf(rows, ['f', 'g']), unique };
    });
  const steps = fc.array(
    fc.record({
      a: fc.nat(),
      b: fc.nat(),
      how: fc.constantFrom('join', 'move', 'split', 'settle', 'rescore'),
    }),
    { maxLength: 60 },
  );
  const charge = (rows: ArrayLike<number>, count: number) =>
    Array.from({ length: count }, (_, i) => rows[i]!).reduce((sum, row) => sum + (row % 3), 0) / 7;

  test('are as those that are arranged at once, to the last bit', () => {
    fc.assert(
      fc.property(tables, steps, fc.boolean(), ({ columns, unique }, changes, isCharged) => {
        const fresh = () => {
          const individuals = individualsOf(columns, MODEL, undefined, unique);
          individuals.useCharges(isCharged ? charge : undefined);
          return individuals;
        };
        const individuals = fresh();
        const { of, sizes, size } = individuals;
        if (size > 64) {
          individuals.arrange(Int32Array.from(of, (row) => (row < 75 ? 3 : row)));
          individuals.settle();
        }
        for (const { a, b, how } of changes) {
          const [row, k] = [a % size, of[b % size]!];
          const own = of[row]!;
          if (how === 'settle') individuals.settle();
          else if (how === 'rescore') individuals.rescore();
          else if (how === 'join' && own !== k && !individuals.exclude(own, k)) individuals.join(own, k);
          else if (how === 'move' && own !== k && !individuals.excludes(k, row))
            individuals.move(row, k, individuals.logWithout(own, row), individuals.logWith(k, row));
          else if (how === 'split' && sizes[own]! > 1) {
            const members = [...of.keys()].filter((other) => of[other] === own);
            const some = members.filter((other) => other !== row && (other + b) % 2 === 0);
            const rest = members.filter((other) => !some.includes(other));
            if (some.length === 0) continue;
            individuals.split(
              own,
              some,
              individuals.logOf(rest, rest.length),
              individuals.logOf(some, some.length),
            );
          }
        }
        individuals.settle();
        const other = fresh();
        other.arrange(of.slice());
        expect(shapeOf(individuals)).toEqual(shapeOf(other));
        // And what would come of further changes.
        for (let row = 0; row < size; row += 5) {
          const k = of[(row + 1) % size]!;
          if (of[row] === k) expect(individuals.logWithout(k, row)).toBe(other.logWithout(k, row));
          else expect(individuals.logWith(k, row)).toBe(other.logWith(k, row));
          if (of[row] !== k) expect(individuals.logMerged(of[row]!, k)).toBe(other.logMerged(of[row]!, k));
        }
      }),
      { numRuns: 200, seed: 1 },
    );
  });
});
