import { describe, expect, it } from 'vitest';
import { gramLevels, textLevels } from '../../src/compare/text-levels.ts';
import { levelName } from './pair-levels.ts';

const TITLES = [
  'a survey of record linkage in databases',
  'record linkage in databases: a survey of',
  'a survey of record linkage in databasse',
  'a survey of record linkage methods',
  'query processing on streams',
  '!!!',
  '???',
];
const titleLevel = (x: string, y: string): string => {
  const levels = textLevels({ values: TITLES, counts: Int32Array.from(TITLES, () => 1) });
  const [a, b] = [TITLES.indexOf(x), TITLES.indexOf(y)];
  expect(levels.compare(a, b)).toBe(levels.compare(b, a));
  return levels.names[levels.compare(a, b)]!;
};

describe('textLevels', () => {
  it.each([
    ['equal', TITLES[0]!, TITLES[1]!],
    ['words 0.9', TITLES[0]!, TITLES[2]!],
    ['words 0.5', TITLES[0]!, TITLES[3]!],
    ['different', TITLES[0]!, TITLES[4]!],
    ['different', TITLES[5]!, TITLES[6]!],
  ])('calls them %s: %s, %s', (expected, x, y) => {
    expect(titleLevel(x, y)).toBe(expected);
  });
});

describe('gramLevels', () => {
  it.each([
    ['letters 0.8', '東京都千代田区丸の内一丁目九番一号', '東京都千代田区丸の内一丁目九番二号'],
    ['letters 0.6', '東京都千代田区丸の内一丁目九番一号', '千代田区丸の内一丁目'],
    ['letters 0.8', 'rinderkennzeichnungsverordnung', 'rinderkennzeichnungsverordnungs'],
    ['letters 0.4', 'donaudampfschifffahrt', 'dampfmaschine'],
    ['different', '東京都千代田区丸の内一丁目九番一号', '大阪府大阪市北区梅田三丁目一番三号'],
  ])('calls them %s: %s, %s', (expected, x, y) => {
    expect(levelName(gramLevels, x, y)).toBe(expected);
  });
});
