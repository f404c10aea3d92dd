import fc from 'fast-check';
import { expect, it } from 'vitest';
import { missingTest } from '../../src/records/missing.ts';
import { MissingScreen } from '../../src/records/missing-screen.ts';

const isMissing = missingTest(['999', 'keine Angabe', 'ö']);
const screen = new MissingScreen(isMissing.tokens);

function isValue(cell: string): boolean {
  const bytes = Buffer.from(`,${cell},`);
  return screen.isValue(bytes, 1, bytes.length - 1);
}

it('takes only cells for values that are no tokens and have no space around them', () => {
  const cell = fc.oneof(
    fc.constantFrom(...isMissing.tokens),
    fc.constantFrom(' x', 'x ', '\u00a0x', 'x\u3000', '\tx', 'ö', ''),
    fc.string({ unit: 'binary', maxLength: 20 }),
  );
  fc.assert(
    fc.property(cell, (text) => !isValue(text) || (!isMissing(text) && text.trim() === text)),
    { numRuns: 2000 },
  );
});

it('lets most values through by their first sign or their length', () => {
  expect(['a1', '0777490688', 'Meier', 'nobody@mail.example'].map(isValue)).toEqual([
    true,
    true,
    false,
    true,
  ]);
  expect(['NA', '999', '', ' a1', 'ö'].map(isValue)).toEqual([false, false, false, false, false]);
});
