import { describe, expect, it } from 'vitest';
import { freeNames, OriginalColumns, unused } from '../../src/entities/columns.ts';

describe('OriginalColumns', () => {
  const columns = new OriginalColumns([
    { header: ['id', 'Name', 'city'], idColumn: 'id' },
    { header: ['phone', 'NAME', 'ID'], idColumn: 'ID' },
  ]);

  it('unites by name, spelled as first seen, without the id', () => {
    expect(columns.names).toEqual(['Name', 'city', 'phone']);
  });

  it('puts the cells of every file where they belong', () => {
    expect(columns.arrange(0, ['7', 'Ann', 'Rome'])).toEqual(['Ann', 'Rome', '']);
    expect(columns.arrange(1, ['12', 'Bob', '8'])).toEqual(['Bob', '', '12']);
  });

  it('says which cells of a file stand side by side as their columns do', () => {
    expect(columns.runs(0)).toEqual([
      { from: 1, cells: 2 },
      { from: -1, cells: 1 },
    ]);
    expect(columns.runs(1)).toEqual([
      { from: 1, cells: 1 },
      { from: -1, cells: 1 },
      { from: 0, cells: 1 },
    ]);
  });

  it('keeps a column called id that does not name the records', () => {
    expect(new OriginalColumns([{ header: ['id', 'a'], idColumn: undefined }]).names).toEqual(['id', 'a']);
  });
});

describe('freeNames', () => {
  it('adds _original to what is taken, whatever its case', () => {
    expect(freeNames(['ID', 'city'], ['id'])).toEqual(['ID_original', 'city']);
  });

  it('leaves a column its name even if another would be renamed to it', () => {
    expect(freeNames(['id', 'id_original', 'ID_original_2'], ['id'])).toEqual([
      'id_original_3',
      'id_original',
      'ID_original_2',
    ]);
  });
});

describe('unused', () => {
  it('takes the name, or the first with a number that is free', () => {
    const used = new Set(['a_support']);
    expect([unused('A_support', used), unused('a_support', used), unused('b', used)]).toEqual([
      'A_support_2',
      'a_support_3',
      'b',
    ]);
  });
});
