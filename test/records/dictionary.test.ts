import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Dictionary } from '../../src/records/dictionary.ts';

const text = fc.oneof(fc.string({ unit: 'binary', maxLength: 12 }), fc.nat(3000).map(String));
const texts = fc.array(text, { maxLength: 6000, size: 'max' });

/** Each text with its number in the order of first occurrence, and how often it occurs. */
function counted(texts: readonly string[]): Map<string, [number, number]> {
  const map = new Map<string, [number, number]>();
  for (const text of texts) {
    const [number, count] = map.get(text) ?? [map.size, 0];
    map.set(text, [number, count + 1]);
  }
  return map;
}

it.each(['one by one', 'many at once'])('finds and counts texts as a Map does, %s', (how) => {
  fc.assert(
    fc.property(texts, fc.integer({ min: 1, max: 500 }), (all, batch) => {
      const seen: string[] = [];
      const dictionary = new Dictionary((bytes, from, to) => seen.push(bytes.toString('utf8', from, to)) - 1);
      const values: number[] = [];
      for (let i = 0; i < all.length; i += batch) {
        const part = all.slice(i, i + batch);
        const bytes = Buffer.from(part.map((text) => `${text},`).join(''));
        const bounds = new Int32Array(part.length + 1);
        part.forEach((text, t) => {
          bounds[t + 1] = bounds[t]! + Buffer.byteLength(text) + 1;
        });
        const out = new Int32Array(part.length);
        if (how === 'many at once') dictionary.values(bytes, bounds, 0, 1, out);
        for (let t = 0; how === 'one by one' && t < part.length; t++)
          out[t] = dictionary.value(bytes, bounds[t]!, bounds[t + 1]! - 1);
        values.push(...out);
      }
      const expected = counted(all);
      expect(seen).toEqual([...expected.keys()]);
      expect(values).toEqual(all.map((text) => expected.get(text)![0]));
      const counts: [number, number][] = [];
      dictionary.forEach((value, count) => {
        counts.push([value, count]);
      });
      expect(counts.sort(([a], [b]) => a - b)).toEqual([...expected.values()]);
    }),
    { numRuns: 20 },
  );
});

it('can look up texts while it is asked for the value of another', () => {
  const dictionary: Dictionary = new Dictionary((bytes, from, to) => {
    if (from === to) return 0;
    const shorter = Buffer.from(bytes.subarray(from + 1, to));
    return 1 + dictionary.value(shorter, 0, shorter.length, 0);
  });
  const long = Buffer.from('x'.repeat(400));
  expect(dictionary.value(long, 0, long.length)).toBe(400);
  expect(dictionary.value(long, 5, 9)).toBe(4);
});
