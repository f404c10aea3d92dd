/**
 * Comparison levels: what "agrees" means for each column type, as ordered levels from 0 (different) to
 * L − 1 (equal). EM learns what each level is worth, so the borders need only be sensible, not tuned.
 */
import type { Column } from '../records/table.ts';
import { codeDateDigits, codeDates, compareDatesCoded } from './dates.ts';
import { osaCoded } from './edit-distance.ts';
import { codeStrings, jaroWinklerCoded } from './jaro-winkler.ts';
import { codeDigits, codeNumbers, compareNumbersCoded } from './numbers.ts';
import { softTokenCosineCoded } from './soft-tokens.ts';
import { tokenise } from './tokens.ts';

/** How the values of one column are compared. */
export interface FieldLevels {
  /** What each level means, from different to equal; L names. */
  readonly names: readonly string[];
  /** Level of two different value codes; symmetric, 0 … L − 1. Equal codes are always L − 1. */
  compare(a: number, b: number): number;
}

/** Borders of the Jaro–Winkler similarity between levels of names (Winkler, 1990; as common in practice). */
const NAME_CLOSE = 0.92;
const NAME_ALIKE = 0.8;

/** Borders of the weighted token similarity between levels of wording. */
const TOKEN_BORDERS = [0.3, 0.5, 0.7, 0.9] as const;

/**
 * The levels for a column, by its type and the length of its values.
 *
 * @example levelsFor(column).names // => ['different', 'alike', 'close', 'equal'] for a person's name
 */
export function levelsFor(column: Column): FieldLevels {
  const longest = column.values.reduce((length, value) => Math.max(length, value.length), 0);
  switch (column.type) {
    case 'date':
      return dateLevels(column);
    case 'number':
      return numberLevels(column);
    case 'text':
    case 'notes':
      return textLevels(column);
    case 'email':
      return emailLevels(column);
    case 'code':
    case 'phone':
    case 'postcode':
      return editLevels(column, longest >= 7 ? 2 : longest >= 2 ? 1 : 0);
    case 'category':
      return longest >= 4 ? nameLevels(column) : editLevels(column, longest >= 2 ? 1 : 0);
    default:
      return nameLevels(column);
  }
}

function nameLevels(column: Column): FieldLevels {
  const strings = codeStrings(column.values);
  return {
    names: ['different', 'alike', 'close', 'equal'],
    compare(a, b) {
      const similarity = jaroWinklerCoded(strings, a, b);
      return similarity >= NAME_CLOSE ? 2 : similarity >= NAME_ALIKE ? 1 : 0;
    },
  };
}

/** `edits` levels between different and equal: two edits, one edit (optimal string alignment). */
function editLevels(column: Column, edits: 0 | 1 | 2): FieldLevels {
  if (edits === 0) return { names: ['different', 'equal'], compare: () => 0 };
  const strings = codeStrings(column.values);
  const between = edits === 1 ? ['one edit'] : ['two edits', 'one edit'];
  return {
    names: ['different', ...between, 'equal'],
    compare: (a, b) => edits + 1 - osaCoded(strings, a, b, edits),
  };
}

function emailLevels(column: Column): FieldLevels {
  const whole = codeStrings(column.values);
  const local = codeStrings(column.values.map((value) => value.replace(/@.*$/, '')));
  return {
    names: ['different', 'alike', 'same mailbox name or two edits', 'equal'],
    compare(a, b) {
      if (osaCoded(local, a, b, 0) === 0 || osaCoded(whole, a, b, 2) <= 2) return 2;
      return jaroWinklerCoded(local, a, b) >= NAME_CLOSE ? 1 : 0;
    },
  };
}

function dateLevels(column: Column): FieldLevels {
  const dates = codeDates(column.values);
  const digits = codeDateDigits(column.values);
  return {
    names: ['different', 'same year', 'two parts', 'near', 'equal'],
    compare: (a, b) => compareDatesCoded(dates, digits, a, b),
  };
}

function numberLevels(column: Column): FieldLevels {
  const numbers = codeNumbers(column.values);
  const digits = codeDigits(numbers);
  return {
    names: ['different', 'within 10 %', 'within 1 % or one edit', 'equal'],
    compare: (a, b) => compareNumbersCoded(numbers, digits, a, b),
  };
}

function textLevels(column: Column): FieldLevels {
  const tokens = tokenise(column.values, column.counts);
  const vocabulary = codeStrings(tokens.vocabulary);
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
