import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Dictionary } from '../../src/records/dictionary.ts';

it('numbers texts as a Map does, and gives them back', () => {
  const text = fc.oneof(fc.string({ unit: 'binary', maxLength: 12 }), fc.nat(3000).map(String));
  fc.assert(
    fc.property(fc.array(text, { maxLength: 6000, size: 'max' }), (texts) => {
      const dictionary = new Dictionary();
      const numbers = new Map<string, number>();
      for (const text of texts) {
        const bytes = Buffer.from(`<${text}>`);
        if (!numbers.has(text)) numbers.set(text, numbers.size);
        if (dictionary.number(bytes, 1, bytes.length - 1) !== numbers.get(text)) expect.fail(text);
      }
      expect(dictionary.size).toBe(numbers.size);
      expect([...numbers.values()].map((number) => dictionary.text(number))).toEqual([...numbers.keys()]);
    }),
    { numRuns: 30 },
  );
});
