import { totalmem } from 'node:os';
import { expect, it } from 'vitest';
import { memoryLimit, memorySize, sizeText } from '../../src/cli/memory-limit.ts';

it.each([
  ['4GiB', 4 * 2 ** 30],
  ['800MB', 800e6],
  ['2G', 2 * 2 ** 30],
  ['512 m', 512 * 2 ** 20],
  ['1.5gib', 1.5 * 2 ** 30],
  ['.5TB', 0.5e12],
  ['64KiB', 64 * 2 ** 10],
])('%s is %i bytes', (text, bytes) => {
  expect(memorySize(text)).toBe(bytes);
});

it.each(['', 'lots', '4', '0GB', '-1GB', '1e3MB', '4 GiBs', 'GB', '1.2.3GB', 'NaNGB', '99999999999TB'])(
  'refuses "%s" in one line that shows what is right',
  (text) => {
    expect(() => memorySize(text)).toThrow(
      `--memory-limit is "${text}"; it must be a size with its unit, such as 800MB, 4GiB or 2G`,
    );
  },
);

it.each([
  [2.5 * 2 ** 20, '2.5 MiB'],
  [800e6, '763 MiB'],
  [2 ** 30, '1 GiB'],
  [1.55 * 2 ** 30, '1.55 GiB'],
  [23.6 * 2 ** 30, '23.6 GiB'],
])('%d bytes are shown as %s', (bytes, text) => {
  expect(sizeText(bytes)).toBe(text);
});

it('is what was asked for, else four fifths of what there is', () => {
  expect(memoryLimit(2 ** 30, 1)).toEqual({ bytes: 2 ** 30, name: '--memory-limit 1 GiB' });
  expect(memoryLimit(undefined, 10 * 2 ** 30)).toEqual({
    bytes: 8 * 2 ** 30,
    name: 'the 8 GiB that may be used here',
  });
  const { bytes } = memoryLimit(undefined);
  expect(bytes).toBeGreaterThan(0);
  expect(bytes).toBeLessThanOrEqual(0.8 * totalmem());
});
