import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bits, count, counted, fixed, percent, plain, significant } from '../../src/report/numbers.ts';

describe('numbers', () => {
  it('have separators', () => {
    expect([0, 999, 1000, 1234567.5, -12].map(count)).toEqual(['0', '999', '1,000', '1,234,568', '−12']);
    expect([1, 2].map((n) => counted(n, 'record'))).toEqual(['1 record', '2 records']);
    expect(counted(3, 'entity', 'entities')).toBe('3 entities');
    expect(fixed(-1234.567, 2)).toBe('−1,234.57');
    expect(fixed(-0.001, 2)).toBe('0.00');
    expect(plain(0.084)).toBe('0.084');
  });

  it('are percentages that tell a share from none and from all', () => {
    const shares = [0, 1, 0.5, 0.735, 0.9941, 0.99994, 1 - 1e-9, 1e-9, 0.0004, 0.25000001];
    expect(shares.map(percent)).toEqual([
      ...['0 %', '100 %', '50 %', '73.5 %', '99.4 %', '99.994 %', '≈ 100 %', '≈ 0 %', '0.04 %', '25 %'],
    ]);
  });

  it('are weights with their sign', () => {
    expect([2.114, -3, 0, 0.001, -0.001].map(bits)).toEqual(['+2.11', '−3.00', '0.00', '0.00', '0.00']);
  });

  it('have three significant digits', () => {
    expect([0.8338854, 0.0000856, 8.56e-9, 1].map(significant)).toEqual([
      '0.834',
      '0.0000856',
      '8.56e−9',
      '1',
    ]);
  });

  it('are never anything but a number', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, min: -1e100, max: 1e100 }), (x) => {
        for (const text of [count(x), fixed(x, 3), bits(x), significant(x), percent(x)])
          expect(text).toMatch(/^(≈ )?[−+]?\d[\d,]*(\.\d+)?(e[−+]\d+)?( %)?$/);
      }),
    );
  });
});
