import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { osa } from '../../src/compare/edit-distance.ts';
import { jaroWinkler } from '../../src/compare/jaro-winkler.ts';
import { LetterScreen } from '../../src/compare/letter-screen.ts';

/** Words, some of them a few letters apart, some too long for a shape, with signs that are no letters. */
const word = fc.string({ unit: fc.constantFrom(...'abcdeż -.@李'), minLength: 1, maxLength: 40 });
const near = word.chain((x) =>
  fc.tuple(
    fc.constant(x),
    fc.oneof(
      word,
      fc
        .tuple(fc.nat(x.length), fc.nat(2), word)
        .map(([at, cut, y]) => x.slice(0, at) + y.slice(0, 2) + x.slice(at + cut)),
    ),
  ),
);

describe('LetterScreen', () => {
  it.each([0.8, 0.92])('never rules out strings that are alike at %f', (threshold) => {
    fc.assert(
      fc.property(near, ([x, y]) => {
        const screen = new LetterScreen([x, y], threshold);
        if (jaroWinkler(x, y) >= threshold) expect(screen.isUnlike(0, 1)).toBe(false);
        expect(screen.isUnlike(1, 0)).toBe(screen.isUnlike(0, 1));
      }),
      { numRuns: 3000 },
    );
  });

  it('never calls strings of a few edits more than that apart', () => {
    fc.assert(
      fc.property(near, fc.integer({ min: 0, max: 3 }), ([x, y], edits) => {
        if (osa(x, y) <= edits) expect(new LetterScreen([x, y], 0.9).isBeyond(edits, 0, 1)).toBe(false);
      }),
      { numRuns: 3000 },
    );
  });

  it('rules out what has little in common', () => {
    const screen = new LetterScreen(['smith', 'jones', 'smiht', 'smithson'], 0.8);
    expect(screen.isUnlike(0, 1)).toBe(true);
    expect(screen.isUnlike(0, 2)).toBe(false);
    expect(screen.isBeyond(2, 0, 1)).toBe(true);
    expect(screen.isBeyond(0, 0, 2)).toBe(false);
    expect(screen.bothHaveOwn(0, 1)).toBe(true);
    expect(screen.bothHaveOwn(0, 3)).toBe(false);
    expect(screen.bothHaveOwn(3, 0)).toBe(false);
  });
});
