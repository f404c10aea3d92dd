import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { textOrder } from '../../src/records/text-order.ts';

function sorted(texts: readonly string[]): string[] {
  return [...textOrder(texts)].map((i) => texts[i]!);
}

describe('textOrder', () => {
  it('keeps equal texts in the order of their positions', () => {
    expect([...textOrder(['b', 'a', 'b', ''])]).toEqual([3, 1, 0, 2]);
    const many = Array.from({ length: 100 }, (_, i) => (i % 2 === 0 ? 'same text' : 'same'));
    const order = [...textOrder(many)];
    expect(order).toEqual([...many.keys()].sort((a, b) => (b % 2) - (a % 2) || a - b));
  });

  it('is the order of sort, whatever the texts hold and share', () => {
    const unit = fc.constantFrom('a', 'b', '~', '\u007f', '\u0000', 'é', 'ж', '\uffff', '😀', '\ud800', ' ');
    const text = fc
      .tuple(fc.constantFrom('', 'abcd', 'abc', 'жжж', 'a'.repeat(300)), fc.string({ unit, maxLength: 9 }))
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(fc.array(text, { maxLength: 400, size: 'max' }), (texts) => {
        expect(sorted(texts)).toEqual([...texts].sort());
      }),
    );
  });

  it('sorts texts that share thousands of characters', () => {
    const long = 'long '.repeat(2000);
    const texts = Array.from({ length: 200 }, (_, i) => long + String((i * 37) % 200));
    expect(sorted(texts)).toEqual([...texts].sort());
  });
});
