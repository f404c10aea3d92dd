/**
 * Levels of names of people, places and streets: alike to the eye (Jaro–Winkler), the same words in another
 * order, one half of a double name, and for given names nicknames.
 */
import type { FieldLevels } from './field-levels.ts';
import { codeStrings, jaroWinklerCoded } from './jaro-winkler.ts';
import { LetterScreen } from './letter-screen.ts';
import { nicknamesAmong } from './nicknames.ts';
import { tokenise } from './tokens.ts';

/** Borders of the Jaro–Winkler similarity between levels of names (Winkler, 1990; as common in practice). */
export const NAME_CLOSE = 0.92;
export const NAME_ALIKE = 0.8;

/** Fewest letters of a word that stands for a double name: not "de" or "van". */
const SHORTEST_PART = 4;

/**
 * | level     | rule                                                                                      |
 * | --------- | ----------------------------------------------------------------------------------------- |
 * | close     | Jaro–Winkler at least 0.92, or the same words: "de la cruz maria", "maria de la cruz"     |
 * | nickname  | two given names of one family and the other words the same: "bob smith", "robert smith"   |
 * | alike     | at least 0.8; or an initial: "j", "john"; or one of the two words: "jones", "smith jones" |
 * | different | all else                                                                                  |
 *
 * Longer names of which one is a part of the other are not alike for that ("york", "jamesport new york"). The
 * level of nicknames takes a list of given names (`given-names.ts`), and is there only if asked for: among
 * surnames and streets the list would see relations that are none.
 *
 * @param given whether the values are given names, or full names with them
 * @example nameLevels(['smith', 'smyth', 'jones']).compare(0, 1) // => 1, alike
 */
export function nameLevels(values: readonly string[], given = false): FieldLevels {
  const strings = codeStrings(values);
  const { tokens, offsets, vocabulary } = tokenise(values, new Uint8Array(values.length));
  const lengths = Uint8Array.from(vocabulary, (word) => Math.min(word.length, SHORTEST_PART));
  const screen = new LetterScreen(values, NAME_ALIKE);

  /** Letters in common, if all words of the value of fewer words are in the other, else 0. */
  function partInCommon(a: number, b: number): number {
    let i = offsets[a]!;
    let j = offsets[b]!;
    const endA = offsets[a + 1]!;
    const endB = offsets[b + 1]!;
    let missing = Math.min(endA - i, endB - j);
    let common = 0;
    while (i < endA && j < endB) {
      const order = tokens[i]! - tokens[j]!;
      if (order === 0) {
        common += lengths[tokens[i]!]!;
        missing--;
      }
      if (order <= 0) i++;
      if (order >= 0) j++;
    }
    return missing === 0 ? common : 0;
  }

  function isInitial(a: number, b: number): boolean {
    const { chars, offsets: at } = strings;
    if (at[a + 1]! - at[a]! !== 1 && at[b + 1]! - at[b]! !== 1) return false;
    return chars[at[a]!] === chars[at[b]!];
  }

  const areNicknames = given ? nicknamesAmong({ tokens, offsets, vocabulary }) : undefined;
  const names = given ? ['alike', 'nickname', 'close'] : ['alike', 'close'];
  const close = names.length;

  return {
    names: ['different', ...names, 'equal'],
    kinds: given ? [close - 1] : [],
    compare(a, b) {
      const similarity = screen.isUnlike(a, b) ? 0 : jaroWinklerCoded(strings, a, b);
      if (similarity >= NAME_CLOSE) return close;
      const isNickname = areNicknames?.(a, b) ?? false;
      if (screen.bothHaveOwn(a, b)) return isNickname ? close - 1 : similarity >= NAME_ALIKE ? 1 : 0;
      const wordsA = offsets[a + 1]! - offsets[a]!;
      const wordsB = offsets[b + 1]! - offsets[b]!;
      if (wordsA > 1 && wordsA === wordsB && partInCommon(a, b) > 0) return close;
      if (isNickname) return close - 1;
      if (similarity >= NAME_ALIKE) return 1;
      if (wordsA + wordsB === 3 && partInCommon(a, b) >= SHORTEST_PART) return 1;
      return isInitial(a, b) ? 1 : 0;
    },
  };
}
