import { describe, expect, test } from 'vitest';
import { conflictsText } from '../../src/cli/golden-rows.ts';

describe('conflictsText', () => {
  const text = (...entities: number[]) =>
    conflictsText(entities.map((n, c) => ({ column: `c${c}`, entities: n })));

  test('names the columns with the most conflicts, those with as many in their order', () => {
    expect(text(1, 0, 2000, 1)).toBe(
      'golden records: more than one value of "c2" in 2,000 entities, "c0" in 1, "c3" in 1',
    );
    expect(text(0, 1)).toBe('golden records: more than one value of "c1" in 1 entity');
    expect(text(2, 2, 2, 2, 1)).toContain('"c0" in 2 entities, "c1" in 2, "c2" in 2, and 2 further columns');
  });

  test('says where there is none', () => {
    expect(text(0, 0)).toBe('golden records: no entity holds two values of a column');
    expect(text()).toBe(text(0));
  });
});
