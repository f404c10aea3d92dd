import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Individuals } from '../../src/vb/individuals.ts';
import { columnsOf, randomColumns } from './categorical-columns.ts';
import { individualsOf, logJoint } from './partitions.ts';

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
