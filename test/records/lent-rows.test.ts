import fc from 'fast-check';
import { expect, it } from 'vitest';
import { PlainRows } from '../../src/csv/plain-rows.ts';
import { LentRows } from '../../src/records/lent-rows.ts';

const WIDTH = 3;
const cell = fc.string({ unit: 'grapheme', maxLength: 30 }).map((text) => text.replaceAll(/[,\r\n]/g, ''));
const row = fc.array(cell, { minLength: WIDTH, maxLength: WIDTH });
const parcel = fc.record({ plain: fc.boolean(), rows: fc.array(row, { minLength: 1, maxLength: 40 }) });

function cellsOf({ bytes, bounds, length, width }: LentRows): string[][] {
  return Array.from({ length }, (_, r) =>
    Array.from({ length: width }, (_, c) => {
      const at = r * (width + 1) + c;
      return bytes.toString('utf8', bounds[at]!, bounds[at + 1]! - 1);
    }),
  );
}

it('holds the rows that it was given as bytes or as cells, in their order, each time it is cleared', () => {
  const lent = new LentRows();
  fc.assert(
    fc.property(fc.array(parcel, { maxLength: 8 }), (parcels) => {
      lent.clear(WIDTH);
      for (const { plain, rows } of parcels) {
        if (plain) {
          const bytes = Buffer.from(rows.map((cells) => `${cells.join(',')}\r\n`).join(''));
          const filled = new PlainRows(',');
          filled.fill(bytes, 0, bytes.length, 1, WIDTH);
          lent.add(filled);
        } else for (const cells of rows) lent.addCells(cells);
      }
      expect(cellsOf(lent)).toEqual(parcels.flatMap(({ rows }) => rows));
    }),
  );
});

it('makes room for rows of any length', () => {
  const lent = new LentRows();
  lent.clear(1);
  for (let i = 0; i < 50; i++) lent.addCells(['ä'.repeat(5000 * i)]);
  expect(lent.isEnough).toBe(true);
  expect(cellsOf(lent).map(([text]) => text!.length)).toEqual(Array.from({ length: 50 }, (_, i) => 5000 * i));
});
