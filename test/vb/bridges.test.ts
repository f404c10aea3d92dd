import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Bridges } from '../../src/vb/bridges.ts';

test('holds the last edge of each two individuals, as a map does', () => {
  const steps = fc.array(fc.tuple(fc.nat(60), fc.nat(60), fc.nat(1e6)), { maxLength: 3000, size: 'max' });
  fc.assert(
    fc.property(steps, (all) => {
      const bridges = new Bridges();
      const known = new Map<string, number>();
      for (const [one, two, edge] of all) {
        const [a, b] = [Math.min(one, two), Math.max(one, two) + 1];
        const place = bridges.place(a, b);
        expect(bridges.edgeAt(place)).toBe(known.get(`${a} ${b}`) ?? -1);
        bridges.set(place, a, b, edge);
        known.set(`${a} ${b}`, edge);
      }
      for (const [key, edge] of known) {
        const [a, b] = key.split(' ').map(Number);
        expect(bridges.edgeAt(bridges.place(a!, b!))).toBe(edge);
      }
    }),
    { numRuns: 50, seed: 1 },
  );
});
