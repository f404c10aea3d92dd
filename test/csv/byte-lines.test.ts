import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ByteLines } from '../../src/csv/byte-lines.ts';

it('puts texts, signs and copied bytes together, however many and long', () => {
  const piece = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 200 }),
    fc.string({ unit: 'grapheme-ascii', maxLength: 80 }),
    fc.nat(60_000).map((length) => 'é'.repeat(length)),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
      const lines = new ByteLines();
      const taken: Buffer[] = [];
      pieces.forEach((text, i) => {
        const bytes = Buffer.from(`<${text}>`);
        if (i % 2 === 0) lines.text(text);
        else lines.copy(bytes, 1, bytes.length - 1);
        lines.sign(10);
        if (i % 7 === 6) taken.push(lines.take());
      });
      taken.push(lines.take());
      const expected = Buffer.from(pieces.map((text) => `${text}\n`).join(''));
      expect(Buffer.concat(taken).equals(expected)).toBe(true);
    }),
  );
});
