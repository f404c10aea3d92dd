/** Levels of wording: titles, organisations, addresses, products. */
import type { Column } from '../records/table.ts';
import type { FieldLevels } from './field-levels.ts';
import { codeStrings } from './jaro-winkler.ts';
import { qgramDiceCoded, qgrams } from './qgrams.ts';
import { softTokenCosineCoded, withAlikeMarked } from './soft-tokens.ts';
import { tokenise } from './tokens.ts';

/** Borders of the weighted token similarity between levels of wording. */
const TOKEN_BORDERS = [0.3, 0.5, 0.7, 0.9] as const;
/** Borders of the share of pairs of letters in common. */
const GRAM_BORDERS = [0.4, 0.6, 0.8] as const;

/**
 * Wording of several words, by the words in common, weighted by rarity. Equal words in another order are equal.
 *
 * @example textLevels(column).names // => ['different', 'words 0.3', 'words 0.5', 'words 0.7', 'words 0.9', 'equal']
 */
export function textLevels(column: Pick<Column, 'values' | 'counts'>): FieldLevels {
  const words = tokenise(column.values, column.counts);
  const vocabulary = codeStrings(words.vocabulary);
  const tokens = withAlikeMarked(words, vocabulary);
  return {
    names: ['different', ...TOKEN_BORDERS.map((border) => `words ${border}`), 'equal'],
    compare(a, b) {
      const similarity = softTokenCosineCoded(tokens, vocabulary, a, b);
      let level = 0;
      while (level < TOKEN_BORDERS.length && similarity >= TOKEN_BORDERS[level]!) level++;
      return level === TOKEN_BORDERS.length && similarity >= 1 - 1e-9 ? level + 1 : level;
    },
  };
}

/**
 * Wording without spaces between words, by the pairs of neighbouring letters in common.
 *
 * @example gramLevels(['東京都千代田区丸の内一丁目', '東京都千代田区丸の内二丁目']).compare(0, 1) // => 3, 'letters 0.8'
 */
export function gramLevels(values: readonly string[]): FieldLevels {
  const grams = qgrams(values, 2);
  return {
    names: ['different', ...GRAM_BORDERS.map((border) => `letters ${border}`), 'equal'],
    compare(a, b) {
      const similarity = qgramDiceCoded(grams, a, b);
      let level = 0;
      while (level < GRAM_BORDERS.length && similarity >= GRAM_BORDERS[level]!) level++;
      return level;
    },
  };
}
