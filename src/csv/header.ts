/** The header of a CSV file: the rules that the names of its columns must obey. */

import { ErError, type Place } from '../errors.ts';

/**
 * The trimmed names of the columns.
 *
 * @throws ErError if a name is empty, or the same as another but for case.
 * @example checkHeader([' id ', 'Name'], {}) // => ['id', 'Name']
 */
export function checkHeader(cells: readonly string[], place: Place): string[] {
  const names = cells.map((cell) => cell.trim());
  const empty = positions(names, (name) => name === '');
  if (empty.length > 0) {
    const what = empty.length === 1 ? `column ${empty[0]} has` : `columns ${list(empty)} have`;
    throw new ErError(`${what} no name; give every column of the header a name`, place);
  }
  const seen = new Set<string>();
  for (const name of names) {
    const key = name.toLowerCase();
    if (seen.has(key)) {
      const same = positions(names, (other) => other.toLowerCase() === key);
      throw new ErError(
        `columns ${list(same)} have the same name "${names[same[0]! - 1]}"; rename all but one (case does not count)`,
        place,
      );
    }
    seen.add(key);
  }
  return names;
}

/** Positions, from 1, of the names that pass. */
function positions(names: readonly string[], passes: (name: string) => boolean): number[] {
  return names.flatMap((name, i) => (passes(name) ? [i + 1] : []));
}

function list(numbers: readonly number[]): string {
  if (numbers.length > 5) return `${numbers.slice(0, 5).join(', ')} and ${numbers.length - 5} more`;
  return `${numbers.slice(0, -1).join(', ')} and ${numbers.at(-1)}`;
}
