import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MergeQueue } from '../../src/vb/merge-queue.ts';

test('gives back the largest gain first and of equal ones the lower number, whatever comes in between', () => {
  // A number is pushed as a gain, undefined pops.
  const calls = fc.array(fc.option(fc.integer({ min: -4, max: 4 }), { nil: undefined }), { maxLength: 200 });
  fc.assert(
    fc.property(calls, (gains) => {
      const queue = new MergeQueue();
      const waiting: { item: number; gain: number }[] = [];
      const popBoth = () => {
        waiting.sort((a, b) => b.gain - a.gain || a.item - b.item);
        expect(queue.pop()).toBe(waiting.shift()?.item ?? -1);
      };
      gains.forEach((gain, i) => {
        const item = (i * 37) % 101;
        if (gain === undefined) popBoth();
        else {
          queue.push(item, gain);
          waiting.push({ item, gain });
        }
        expect(queue.length).toBe(waiting.length);
      });
      for (let left = waiting.length; left >= 0; left--) popBoth();
    }),
    { numRuns: 300, seed: 1 },
  );
});

test('takes more merges than there was room for at first', () => {
  const queue = new MergeQueue();
  const size = 5000;
  for (let i = 0; i < size; i++) queue.push(i, Math.sin(i));
  const popped = Array.from({ length: size }, () => Math.sin(queue.pop()));
  expect(popped).toEqual(Array.from({ length: size }, (_, i) => Math.sin(i)).sort((a, b) => b - a));
  expect([queue.pop(), queue.length]).toEqual([-1, 0]);
});
