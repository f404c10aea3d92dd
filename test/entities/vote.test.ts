import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { elect, probabilityOf } from '../../src/entities/vote.ts';

const WORDS = ['smith', 'Smith', 'SMITH', 'smyth', 'Smythe', 'jones'];
const GROUPS = [0, 0, 0, 1, 2, 3];
const preferred = (a: number, b: number) =>
  WORDS[a]!.length === WORDS[b]!.length ? WORDS[a]! < WORDS[b]! : WORDS[a]!.length > WORDS[b]!.length;

function winner(...words: string[]): [string, number[]] | undefined {
  const vote = elect(
    words.map((word) => WORDS.indexOf(word)),
    GROUPS,
    preferred,
  );
  return vote && [WORDS[vote.spelling]!, vote.counts];
}

describe('elect', () => {
  it('has no winner without votes', () => {
    expect(winner()).toBeUndefined();
  });

  it('lets the value win that most records have, however they spell it', () => {
    expect(winner('smith', 'smyth', 'Smith', 'smyth', 'SMITH')).toEqual(['SMITH', [3, 2]]);
  });

  it('takes the most frequent spelling of the value', () => {
    expect(winner('smith', 'Smith', 'smith')).toEqual(['smith', [3]]);
  });

  it('takes the longest of values with the same votes, then the first in order', () => {
    expect(winner('jones', 'Smythe')).toEqual(['Smythe', [1, 1]]);
    expect(winner('smyth', 'jones')).toEqual(['jones', [1, 1]]);
    expect(winner('Smith', 'SMITH')).toEqual(['SMITH', [2]]);
  });

  it('lets only the eligible win, while all are counted', () => {
    const among = (...eligible: string[]) => {
      const votes = ['smith', 'Smith', 'smith', 'smyth', 'jones', 'jones'];
      const cast = votes.map((word) => WORDS.indexOf(word));
      const vote = elect(cast, GROUPS, preferred, (s) => eligible.includes(WORDS[s]!));
      return vote && [WORDS[vote.spelling]!, vote.counts];
    };
    expect(among('smyth')).toEqual(['smyth', [1, 3, 2]]);
    expect(among('smyth', 'jones')).toEqual(['jones', [2, 1, 3]]);
    expect(among('Smith', 'jones')).toEqual(['Smith', [3, 1, 2]]);
    expect(among('smith', 'Smith', 'smyth', 'jones')).toEqual(['smith', [3, 1, 2]]);
  });

  it('does not depend on the order of the votes, and counts every vote', () => {
    const votes = fc.array(fc.constantFrom(...WORDS), { maxLength: 12 });
    const both = votes.chain((all) =>
      fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length })),
    );
    fc.assert(
      fc.property(both, ([all, shuffled]) => {
        expect(winner(...shuffled)).toEqual(winner(...all));
        const counts = winner(...all)?.[1] ?? [];
        expect(counts.reduce((sum, n) => sum + n, 0)).toBe(all.length);
        expect(Math.max(0, ...counts)).toBe(counts[0] ?? 0);
      }),
    );
  });
});

/** By Bayes' rule from each possible true value and the probability of everything written under it. */
function enumerated(counts: readonly number[], a: number, values: number): number {
  const written = counts.flatMap((n, v) => Array<number>(n).fill(v));
  const likelihood = (truth: number) =>
    written.reduce((p, v) => p * (v === truth ? a : (1 - a) / (values - 1)), 1 / values);
  let all = 0;
  for (let truth = 0; truth < values; truth++) all += likelihood(truth);
  return likelihood(0) / all;
}

describe('probabilityOf', () => {
  it('is the fidelity for a value written once and alone', () => {
    expect(probabilityOf([1], 0.9, 10)).toBeCloseTo(0.9, 12);
    expect(probabilityOf([1], 0.5, 1000)).toBeCloseTo(0.5, 12);
  });

  it('is what enumeration of all true values gives', () => {
    const cases = fc.integer({ min: 2, max: 12 }).chain((values) =>
      fc.record({
        values: fc.constant(values),
        counts: fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: values }),
        fidelity: fc.double({ min: 1 / values, max: 0.999, noNaN: true }),
      }),
    );
    fc.assert(
      fc.property(cases, ({ values, counts, fidelity }) => {
        expect(probabilityOf(counts, fidelity, values)).toBeCloseTo(enumerated(counts, fidelity, values), 9);
      }),
    );
  });

  it('rises with support, and two values of the same support share', () => {
    expect(probabilityOf([3, 1], 0.9, 50)).toBeGreaterThan(probabilityOf([2, 1], 0.9, 50));
    const tie = probabilityOf([2, 2], 0.9, 50);
    expect(tie).toBeLessThan(0.5);
    expect(tie).toBeGreaterThan(0.49);
  });

  it('is sane at the edges', () => {
    expect(probabilityOf([3], 0, 1)).toBe(1);
    expect(probabilityOf([1], 0, 4)).toBe(0.25);
    expect(probabilityOf([1, 1], 1, 2)).toBe(0.5);
    expect(probabilityOf([2, 1], 1, 9)).toBe(1);
    expect(probabilityOf([100_000, 90_000], 0.99, 1e6)).toBe(1);
  });
});
