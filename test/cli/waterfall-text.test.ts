import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { spanOf, stepBar } from '../../src/cli/waterfall-text.ts';

const SPAN = { low: -4, high: 4 };

test.each([
  ['from zero up', 0, 4, '    ████'],
  ['back down to zero', 4, 0, '    ████'],
  ['below zero', -4, -2, '██  │   '],
  ['across zero', -1, 1, '   ██   '],
  ['less than a sign wide', 2.1, 2.2, '    │ █ '],
  ['nothing', 2, 2, '    │ · '],
  ['nothing, at the end', 4, 4, '    │  ·'],
])('a step %s', (_, from, to, bar) => {
  expect(stepBar(from, to, SPAN, 8)).toBe(bar);
});

test('where all is zero there is a dot', () => {
  expect(stepBar(0, 0, spanOf([0, 0]), 3)).toBe('·  ');
});

describe('any steps', () => {
  const total = fc.double({ min: -99, max: 99, noNaN: true });
  test('are as wide as asked, and end where the next one begins', () => {
    fc.assert(
      fc.property(fc.tuple(total, total, total), fc.integer({ min: 1, max: 60 }), ([a, b, c], width) => {
        const span = spanOf([a, b, c]);
        const [first, second] = [stepBar(a, b, span, width), stepBar(b, c, span, width)];
        for (const bar of [first, second]) {
          expect(bar).toHaveLength(width);
          expect(bar).toMatch(/^[ │]*(█+|·)[ │]*$/);
        }
        // The sign in which both have an end.
        const [ends, begins] = [first, second].map((bar) => [bar.search(/[█·]/), bar.trimEnd().length]);
        const meets = Math.min(
          Math.abs(ends![0]! - begins![0]!),
          Math.abs(ends![1]! - begins![1]!),
          Math.abs(ends![1]! - begins![0]!),
          Math.abs(ends![0]! - begins![1]!),
        );
        expect(meets).toBeLessThanOrEqual(1);
      }),
    );
  });
});
