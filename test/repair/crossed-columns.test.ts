import { describe, expect, it } from 'vitest';
import { crossedColumns, exchangeEvidence, hasTwo } from '../../src/repair/crossed-columns.ts';
import { columnOf } from '../blocking/tables.ts';

const first = columnOf('first', 'person', ['ann', 'bob', 'smith', 'ann', '', 'lee', 'carl']);
const last = columnOf('last', 'person', ['smith', 'jones', 'ann', 'smith', 'jones', 'lee', 'lee']);

describe('crossedColumns', () => {
  it('knows the values that both columns have', () => {
    const columns = Array.from({ length: 40 }, (_, i) => `name${i}`);
    const crossed = crossedColumns(
      columnOf('f', 'person', ['ann', ...columns]),
      columnOf('g', 'person', ['smith', 'ann', ...columns.map((name) => `${name}son`)]),
    )!;
    expect([...crossed.inG].filter((code) => code >= 0)).toEqual([0]);
    expect([...crossed.inF].filter((code) => code >= 0)).toEqual([0]);
  });

  it('is none for columns of other types, without common values, or where values cross by chance', () => {
    expect(crossedColumns(first, { ...last, type: 'text' })).toBeUndefined();
    expect(crossedColumns(first, columnOf('town', 'person', ['rome', 'paris']))).toBeUndefined();
    const flags = columnOf('x', 'category', ['yes', 'no', 'yes', 'no']);
    expect(crossedColumns(flags, columnOf('y', 'category', ['no', 'yes', 'yes', 'no']))).toBeUndefined();
  });
});

describe('a row of two columns', () => {
  // Values cross by chance in so small a table; only the counts matter here.
  const crossed = {
    ...{ f: first, g: last, likeness: () => 0 },
    inG: Int32Array.from(first.values, (value) => last.values.indexOf(value)),
    inF: Int32Array.from(last.values, (value) => first.values.indexOf(value)),
  };

  it('has two values where both are there and differ', () => {
    expect(first.codes.map((_, row) => (hasTwo(crossed, row) ? 1 : 0)).join('')).toBe('1111001');
  });

  it('is likelier the other way round by the counts of the other rows, each and a half', () => {
    // smith, ann: ann is a first name twice, smith a last name twice; the other way round never elsewhere.
    expect(exchangeEvidence(crossed, 2)).toBeCloseTo(Math.log((2.5 * 2.5) / (0.5 * 0.5)), 12);
    // ann, smith: once more as it stands, once crossed.
    expect(exchangeEvidence(crossed, 0)).toBeCloseTo(Math.log((1.5 * 1.5) / (1.5 * 1.5)), 12);
    expect(exchangeEvidence(crossed, 0, [0, 2])).toBeCloseTo(Math.log((0.5 * 0.5) / (1.5 * 1.5)), 12);
    expect(exchangeEvidence(crossed, 1)).toBeCloseTo(Math.log((0.5 * 0.5) / (0.5 * 1.5)), 12);
  });
});
