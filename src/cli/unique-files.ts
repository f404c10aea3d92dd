/** `--unique-within`: which inputs are said to hold no duplicates. */
import { basename } from 'node:path';
import { ErError } from '../errors.ts';
import type { Source } from '../records/table.ts';

/**
 * The inputs that are named, by index; undefined where the option was not given or is `auto`.
 *
 * @param names file names as given or as they come out, or `all`, `none` or `auto` alone
 * @throws ErError for a name that is no input
 *
 * @example uniqueSources(['all'], table.sources) // => Set {0, 1}
 */
export function uniqueSources(
  names: readonly string[] | undefined,
  sources: readonly Pick<Source, 'source' | 'path'>[],
): Set<number> | undefined {
  if (names === undefined) return undefined;
  const [only] = names.length === 1 ? names : [];
  if (only === 'auto') return undefined;
  if (only === 'none') return new Set();
  if (only === 'all') return new Set(sources.keys());
  const found = new Set<number>();
  for (const name of names) {
    const matching = sources.flatMap(({ source, path }, s) =>
      name === source || name === path || name === basename(path) ? [s] : [],
    );
    if (matching.length === 0)
      throw new ErError(
        `--unique-within names "${name}", which is no input; the inputs are ${sources.map(({ source }) => source).join(', ')} (or say all, none or auto)`,
      );
    for (const s of matching) found.add(s);
  }
  return found;
}
