import { describe, expect, it } from 'vitest';
import { missingTest } from '../../src/records/missing.ts';

describe('missingTest', () => {
  it.each([
    '',
    ' ',
    '\t',
    '\u00a0',
    'NA',
    ' NA ',
    'n/a',
    '#N/A',
    'NULL',
    'null',
    '\\N',
    'NaN',
    'None',
    'unknown',
    '-',
    '?',
    '.',
    '<NA>',
    'NaT',
    '#REF!',
    '#DIV/0!',
    '(null)',
  ])('takes %j for missing', (cell) => expect(missingTest()(cell)).toBe(true));

  it.each([
    'Na',
    'nA',
    '0',
    '0.0',
    'no',
    'Nil Armstrong',
    'N',
    'NULLS',
    'x',
    '-1',
    'None of these',
    'toString',
  ])('takes %j for a value', (cell) => expect(missingTest()(cell)).toBe(false));

  it("takes the user's own tokens as well, exactly but for spaces around", () => {
    const isMissing = missingTest([' 999 ', 'ohne']);
    expect(['999', ' 999', 'ohne', 'NA', ''].map(isMissing)).toEqual([true, true, true, true, true]);
    expect(['9999', 'Ohne', '99'].map(isMissing)).toEqual([false, false, false]);
  });
});
