import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Link, rowsToTurn } from '../../src/repair/orientation.ts';
import { columnOf } from '../blocking/tables.ts';

const crossing = (a: number, b: number, logOdds = 20): Link => ({ a, b, isCrossed: true, logOdds });
const straight = (a: number, b: number, logOdds = 20): Link => ({ a, b, isCrossed: false, logOdds });
const inOrder = (a: number, b: number): number => a - b;
const LOG_SHARE = Math.log(0.01);

/** Two columns of rows `first last`. */
function columns(...rows: string[]) {
  const [f, g] = [0, 1].map((c) =>
    columnOf(
      String(c),
      'person',
      rows.map((row) => row.split(' ')[c]!),
    ),
  ) as [ReturnType<typeof columnOf>, ReturnType<typeof columnOf>];
  return {
    ...{ f, g, likeness: () => 0 },
    inG: Int32Array.from(f.values, (value) => g.values.indexOf(value)),
    inF: Int32Array.from(g.values, (value) => f.values.indexOf(value)),
  };
}

describe('rowsToTurn', () => {
  it('turns the record whose values are likelier the other way round', () => {
    const crossed = columns('ann smith', 'smith ann', 'ann jones', 'bob smith', 'ann lee', 'carl smith');
    expect(rowsToTurn([crossing(0, 1)], crossed, LOG_SHARE, inOrder)).toEqual([1]);
  });

  it('turns the fewer records where the values do not tell', () => {
    const crossed = columns('ann smith', 'smith ann', 'smith ann', 'x y');
    expect(rowsToTurn([crossing(0, 1), crossing(0, 2)], crossed, LOG_SHARE, inOrder)).toEqual([0]);
    expect(rowsToTurn([crossing(1, 0), straight(2, 1)], crossed, LOG_SHARE, inOrder)).toEqual([0]);
  });

  it('turns records that stand alike together, if the crossed pairs are worth it', () => {
    const crossed = columns(
      'ann smith',
      'smith ann',
      'smith ann',
      'ann jones',
      'bob smith',
      'ann lee',
      'al smith',
    );
    const links = (logOdds: number) => [crossing(0, 1, logOdds), straight(1, 2, 30)];
    expect(rowsToTurn(links(20), crossed, LOG_SHARE, inOrder)).toEqual([1, 2]);
    const plain = columns('ann smith', 'smith ann', 'smith ann', 'x y');
    expect(rowsToTurn([...links(3), straight(0, 3, 30)], plain, LOG_SHARE, inOrder)).toEqual([]);
  });

  it('leaves out what contradicts surer links', () => {
    const crossed = columns('ann smith', 'smith ann', 'ann jones', 'bob smith', 'ann lee', 'al smith');
    expect(rowsToTurn([crossing(0, 1, 9), straight(0, 1, 10)], crossed, LOG_SHARE, inOrder)).toEqual([]);
    expect(rowsToTurn([crossing(0, 1, 11), straight(0, 1, 10)], crossed, LOG_SHARE, inOrder)).toEqual([1]);
  });

  it('turns exactly one side of every group, or none of it', () => {
    const size = 8;
    const crossed = columns(...Array.from({ length: size }, (_, i) => `a${i % 3} b${i % 2}`));
    const side = fc.array(fc.boolean(), { minLength: size, maxLength: size });
    const ends = fc.array(fc.tuple(fc.nat(size - 1), fc.nat(size - 1), fc.integer({ min: 3, max: 60 })), {
      maxLength: 12,
    });
    fc.assert(
      fc.property(side, ends, (isTurned, pairs) => {
        const links = pairs
          .filter(([a, b]) => a !== b)
          .map(([a, b, logOdds]): Link => ({ a, b, logOdds, isCrossed: isTurned[a] !== isTurned[b] }));
        const rows = rowsToTurn(links, crossed, LOG_SHARE, inOrder);
        expect(new Set(rows).size).toBe(rows.length);
        for (const { a, b, isCrossed } of links) {
          const turned = [a, b].filter((row) => rows.includes(row)).length;
          expect(isCrossed ? [0, 1] : [0, 2]).toContain(turned);
        }
        const again = rowsToTurn(links.toReversed(), crossed, LOG_SHARE, inOrder);
        expect(again.toSorted(inOrder)).toEqual(rows.toSorted(inOrder));
      }),
      { numRuns: 500 },
    );
  });
});
