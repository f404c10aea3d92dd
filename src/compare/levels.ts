/**
 * Comparison levels: what "agrees" means for each column type. EM learns what each level is worth, so the
 * borders need only be sensible, not tuned.
 */
import type { Column } from '../records/table.ts';
import { editLevels, phoneLevels } from './code-levels.ts';
import { codesLevels } from './codes-levels.ts';
import { codeDateDigits, codeDates, compareDatesCoded } from './dates.ts';
import { emailLevels } from './email-levels.ts';
import type { FieldLevels } from './field-levels.ts';
import { nameLevels } from './name-levels.ts';
import { holdsGivenNames } from './nicknames.ts';
import { codeDigits, codeNumbers, compareNumbersCoded } from './numbers.ts';
import { gramLevels, textLevels } from './text-levels.ts';

/** Values of fewer words and more letters than these, on average, are compared letter by letter. */
const FEWEST_WORDS = 1.5;
const LONGEST_WORD = 12;

export interface LevelOptions {
  /** Whether columns of given names have a level of nicknames. Default true. */
  nicknames?: boolean | undefined;
}

/**
 * The levels for a column, by its type, the length of its values, and whether it holds given names.
 *
 * @example levelsFor(column).names // => ['different', 'alike', 'close', 'equal'] for a person's name
 */
export function levelsFor(
  column: Pick<Column, 'type' | 'values' | 'counts'>,
  { nicknames = true }: LevelOptions = {},
): FieldLevels {
  const { type, values } = column;
  const longest = values.reduce((length, value) => Math.max(length, value.length), 0);
  switch (type) {
    case 'date':
      return dateLevels(values);
    case 'number':
      return numberLevels(values);
    case 'email':
      return emailLevels(values);
    case 'phone':
      return phoneLevels(values);
    case 'code':
    case 'postcode':
      return editLevels(values, longest >= 7 ? 2 : longest >= 2 ? 1 : 0);
    case 'codes':
      return codesLevels(values, column.counts);
    case 'category':
      return longest >= 4 ? nameLevels(values) : editLevels(values, longest >= 2 ? 1 : 0);
    case 'text':
    case 'notes':
      return isUnspaced(values) ? gramLevels(values) : textLevels(column);
    default:
      return isUnspaced(values)
        ? gramLevels(values)
        : nameLevels(values, nicknames && type === 'person' && holdsGivenNames(column));
  }
}

/** Times the longest word that one value counts for, lest a single one without end decides for all. */
const MOST_COUNTED = 10;

/** Whether values are long but of one word: a script without spaces between words, or compound words. */
function isUnspaced(values: readonly string[]): boolean {
  let words = 0;
  let letters = 0;
  for (const value of values) {
    letters += Math.min(value.length, MOST_COUNTED * LONGEST_WORD);
    words += value.split(/[^\p{L}\p{M}\p{N}]+/u).length;
  }
  return words < FEWEST_WORDS * values.length && letters > LONGEST_WORD * values.length;
}

function dateLevels(values: readonly string[]): FieldLevels {
  const dates = codeDates(values);
  const digits = codeDateDigits(values);
  return {
    names: ['different', 'same year', 'two parts', 'near', 'equal'],
    compare: (a, b) => compareDatesCoded(dates, digits, a, b),
  };
}

function numberLevels(values: readonly string[]): FieldLevels {
  const numbers = codeNumbers(values);
  const digits = codeDigits(numbers);
  return {
    names: ['different', 'within 10 %', 'within 1 % or one edit', 'equal'],
    compare: (a, b) => compareNumbersCoded(numbers, digits, a, b),
  };
}
