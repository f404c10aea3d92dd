/** `--without` on the command line: names, repeats, and names that are none. */
import { describe, expect, test } from 'vitest';
import { mechanisms, withoutHelp } from '../../src/cli/without.ts';
import { LINK_MECHANISMS, MECHANISMS } from '../../src/pipeline/mechanisms.ts';
import { CUSTOMERS, ORDERS, workshop } from './harness.ts';

const read = mechanisms(MECHANISMS);

describe('the names', () => {
  test('are separated by commas, may be repeated, and count once', () => {
    expect(read('related', read('rarity, related'))).toEqual(['rarity', 'related']);
  });

  test.each([
    ['rarty', '--without names "rarty", which is no part; the parts are redundancy, codes, exchanged,'],
    ['rarity,Rarity', '--without names "Rarity"'],
    [' ,', '--without names no part; the parts are redundancy'],
  ])('%j is refused, and those there are named', (text, message) => {
    expect(() => read(text)).toThrow(message);
  });

  test('of resolving alone are unknown to link', () => {
    expect(() => mechanisms(LINK_MECHANISMS)('copied-errors')).toThrow('"copied-errors", which is no part');
  });

  test('are in the help, each in a line that fits', () => {
    const lines = withoutHelp(MECHANISMS).split('\n');
    expect(lines).toHaveLength(1 + Object.keys(MECHANISMS).length);
    for (const line of lines) expect(line.length).toBeLessThanOrEqual(80);
  });
});

describe('the commands', () => {
  const { er, save, json, load } = workshop();

  test.each(['link', 'resolve'])('%s without rarity is the same as --no-term-frequency', async (command) => {
    save('customers.csv', CUSTOMERS);
    save('orders.csv', ORDERS);
    const files = 'customers.csv orders.csv --quiet';
    const { stdout } = await er(`${command} ${files}`);
    const plain = await er(`${command} ${files} --no-term-frequency`);
    const left = await er(`${command} ${files} --without rarity --summary s.json`);
    expect(left.stdout).toBe(plain.stdout);
    expect(left.stdout).not.toBe(stdout);
    expect(json('s.json').options.without).toEqual(['rarity']);
  });

  test('without redundancy compare a column that repeats others', async () => {
    const [header, ...rows] = CUSTOMERS.trimEnd().split('\n');
    const named = rows.map((row) => `${row},${row.split(',')[1]} ${row.split(',')[2]}`);
    save('customers.csv', [`${header},full_name`, ...named, ''].join('\n'));
    const used = async (options: string) => {
      await er(`link customers.csv -o out.csv --summary s.json --quiet ${options}`);
      const names = load('out.csv').split('\n')[0]!.split(',');
      return names.includes('full_name') && names.includes('surname');
    };
    expect(await used('')).toBe(false);
    expect(await used('--without rarity --without redundancy')).toBe(true);
    expect(json('s.json').options.without).toEqual(['rarity', 'redundancy']);
  });
});
