/** Levels of e-mail addresses, of which the mailbox name tells more than the host. */
import { osaCoded } from './edit-distance.ts';
import type { FieldLevels } from './field-levels.ts';
import { codeStrings, jaroWinklerCoded } from './jaro-winkler.ts';
import { LetterScreen } from './letter-screen.ts';
import { NAME_CLOSE } from './name-levels.ts';

/**
 * | level                          | rule                                                                 |
 * | ------------------------------ | -------------------------------------------------------------------- |
 * | same mailbox name or two edits | equal before the @ sign; or at most two edits apart as a whole       |
 * | alike                          | Jaro–Winkler similarity of the mailbox names at least 0.92           |
 * | different                      | all else                                                             |
 *
 * @example emailLevels(['ann@a.org', 'ann@b.com', 'bob@a.org']).compare(0, 1) // => 2, same mailbox name
 */
export function emailLevels(values: readonly string[]): FieldLevels {
  const names = values.map((value) => value.replace(/@.*$/, ''));
  const whole = codeStrings(values);
  const wholeScreen = new LetterScreen(values, NAME_CLOSE);
  const local = codeStrings(names);
  const localScreen = new LetterScreen(names, NAME_CLOSE);
  const numbers = new Map<string, number>();
  const mailbox = Int32Array.from(names, (name) => {
    const number = numbers.get(name) ?? numbers.size;
    numbers.set(name, number);
    return number;
  });
  return {
    names: ['different', 'alike', 'same mailbox name or two edits', 'equal'],
    compare(a, b) {
      if (mailbox[a] === mailbox[b]) return 2;
      if (!wholeScreen.isBeyond(2, a, b) && osaCoded(whole, a, b, 2) <= 2) return 2;
      if (localScreen.isUnlike(a, b)) return 0;
      return jaroWinklerCoded(local, a, b) >= NAME_CLOSE ? 1 : 0;
    },
  };
}
