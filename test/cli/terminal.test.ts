import { Chalk } from 'chalk';
import { describe, expect, it } from 'vitest';
import { alignedTable, count, counted, labelledLines, wrapped } from '../../src/cli/terminal.ts';

const SENTENCE = 'warning: the matches found may share a place or a household rather than be the same';

describe('wrapped', () => {
  it('breaks sentences between words, and indents what follows', () => {
    expect(wrapped('one two three', 8)).toBe('one two\n  three');
    expect(wrapped(SENTENCE, 40).split('\n')).toEqual([
      'warning: the matches found may share a',
      '  place or a household rather than be',
      '  the same',
    ]);
  });

  it('leaves short lines, tables and single long words alone', () => {
    for (const text of ['short', 'name      level         m', 'a\nb', '/a/very/long/path/to/a/file.csv'])
      expect(wrapped(text, 20)).toBe(text);
  });

  it('gives colours no room', () => {
    const { yellow } = new Chalk({ level: 1 });
    expect(wrapped(yellow('one two'), 7)).toBe(yellow('one two'));
    expect(wrapped(yellow(SENTENCE), 40)).toBe(yellow('{}').replace('{}', wrapped(SENTENCE, 40)));
  });
});

describe('alignedTable', () => {
  it('puts names left and numbers right', () => {
    const rows = [
      ['name', 'pairs'],
      ['a', '7'],
    ];
    expect(alignedTable(rows)).toBe('name  pairs\na         7');
  });

  it('cuts long names short where the table would be wider than 80 columns', () => {
    const long = 'a_column_with_a_very_long_name_'.repeat(3);
    const lines = alignedTable(
      [
        ['column', 'level', 'm'],
        [long, 'equal', '0.00123'],
        ['zip', 'one edit', '0.9'],
      ],
      2,
    ).split('\n');
    expect(Math.max(...lines.map((line) => line.length))).toBe(80);
    expect(lines[1]).toMatch(/^a_column_with.+… {2}equal {5}0\.00123$/);
    expect(lines[2]).toMatch(/^zip +one edit {6}0\.9$/);
  });

  it('leaves a table without rows empty', () => {
    expect(alignedTable([])).toBe('');
  });
});

it('counts with their nouns', () => {
  expect([count(1234.4), counted(1, 'record'), counted(2, 'match'), counted(0, 'pair')]).toEqual([
    ...['1,234', '1 record', '2 matches', '0 pairs'],
  ]);
});

it('texts stand behind their labels, in lines of 80 columns, and commands stay whole', () => {
  const long = 'one two three four five six seven eight nine ten eleven twelve thirteen fourteen';
  const command = `er explain ${'a-file-with-a-long-name.csv '.repeat(3)}--record 17`;
  const lines = labelledLines([
    ['records', '3'],
    ['doubt', long],
    ['look at', `${command}\nmore`],
  ]).split('\n');
  expect(lines).toEqual([
    'records     3',
    'doubt       one two three four five six seven eight nine ten eleven twelve',
    '            thirteen fourteen',
    `look at     ${command}`,
    '            more',
  ]);
});
