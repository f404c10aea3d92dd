import { describe, expect, it } from 'vitest';
import { measureShape } from '../../src/records/shape.ts';

const of = (values: readonly string[], counts = values.map(() => 1)) => measureShape(values, counts);

describe('measureShape', () => {
  it('takes the share of a form by values or by cells, whichever is more', () => {
    expect(of(['1987', '12.5'], [3, 1])).toMatchObject({
      year: 0.75,
      decimal: 0.5,
      number: 1,
      present: 4,
      distinct: 2,
    });
  });

  it('takes 17.0 for 17', () => {
    expect(of(['17.0', '1987.0'])).toMatchObject({ integer: 1, decimal: 0, year: 0.5, length: 3 });
  });

  it('measures how few values hold nine cells in ten, and how close together whole numbers lie', () => {
    expect(of(['a', 'b', 'c'], [5, 4, 1]).core).toBe(2);
    expect(of(['a', 'b', 'c', 'd'], [1, 4, 1, 4]).core).toBe(3);
    expect(of(['1', '2', '3', '6']).density).toBeCloseTo(4 / 6);
    expect(of(['a']).density).toBe(0);
  });

  it('measures lengths and words', () => {
    expect(of(['Ann B. Lee', "O'Neil"])).toMatchObject({
      words: 2,
      letterWords: 1.5,
      length: 8,
      mostWords: 3,
    });
    expect(of(['the cat', 'the dog', 'a cow', 'it']).topWord).toBe(0.5);
    expect(of(['ab', 'cd', 'e']).commonLength).toBeCloseTo(2 / 3);
  });

  it.each([
    [['+44 20 7946 0958', '020 7946 0958 x5'], { phone: 1, phoneSeparated: 1 }],
    [['51.507412', '-0.127758'], { phone: 0, decimal: 1, negative: 0.5 }],
    [['2079460958'], { phone: 1, phoneSeparated: 0 }],
    [['123456', '1234567890123456'], { phone: 0 }],
    [
      ['SW1A 1AA', 'k1a 0b1', '1012 AB', 'D02 AF30', '00-950', '111 22', '01310-100', 'D-10115'],
      { postcode: 1 },
    ],
    [['AB1234', '12345', 'A1', '1234 abc', '123-4567'], { postcode: 0 }],
    [['12345', '12345-6789'], { fiveDigits: 0.5, zipPlusFour: 0.5 }],
    [['100', '1500', '10', '105'], { round: 0.5 }],
    [['$-5', '-5', '-$5', '$5'], { negative: 0.75, number: 1 }],
    [['1499', '1500', '2100', '2101'], { year: 0.5, date: 0 }],
    [['1957-13-32', '1957-12-31', '1957'], { date: 1 / 3, dateShaped: 1, year: 1 / 3 }],
  ])('sees the forms of %j', (values, forms) => {
    for (const [form, share] of Object.entries(forms))
      expect(of(values)[form as keyof typeof forms]).toBeCloseTo(share);
  });

  it('is the same in any order of very many values', () => {
    const values = Array.from({ length: 50_000 }, (_, i) => (i % 3 ? `n${i}` : `${i}.5`));
    const counts = values.map((_, i) => 1 + (i % 4));
    const { dates, ...shape } = of(values, counts);
    const { dates: again, ...same } = of(values.toReversed(), counts.toReversed());
    expect(again).toEqual(dates);
    for (const [name, value] of Object.entries(shape))
      expect(same[name as keyof typeof same]).toBeCloseTo(value, 9);
  });

  it('of no values has no shares', () => {
    const { dates, ...shape } = of([]);
    expect(new Set(Object.values(shape))).toEqual(new Set([0]));
    expect(dates).toEqual({ order: 'day-first', ambiguous: false });
  });
});
