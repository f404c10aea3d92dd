/** `--without`: which parts of the pipeline are left out. */
import { Option } from 'commander';
import { ErError, UnknownName } from '../errors.ts';
import type { Mechanism } from '../pipeline/mechanisms.ts';
import { names } from './options.ts';

/** Mechanisms that a command has, and what each is. */
type Known = Readonly<Partial<Record<Mechanism, string>>>;

/** The option of a command with the mechanisms `known`; it may be repeated. */
export function withoutOption(known: Known): Option {
  return new Option('--without <parts>', 'leave parts out to see what they bring').argParser(
    (text, earlier: Mechanism[] | undefined) => mechanisms(known)(text, earlier),
  );
}

/**
 * Reads names of mechanisms, separated by commas, each once.
 *
 * @throws ErError for a name that is none of them
 *
 * @example mechanisms(MECHANISMS)('rarity, related', ['rarity']) // => ['rarity', 'related']
 */
export function mechanisms(known: Known) {
  const parts = Object.keys(known) as Mechanism[];
  return (text: string, earlier: readonly Mechanism[] = []): Mechanism[] => {
    const asked = names(text);
    if (asked.length === 0) throw new ErError(`--without names no part; the parts are ${parts.join(', ')}`);
    for (const name of asked)
      if (!parts.some((part) => part === name))
        throw new UnknownName(
          `--without names "${name}", which is no part; the parts are ${parts.join(', ')}`,
          name,
          parts,
        );
    return [...new Set([...earlier, ...(asked as Mechanism[])])];
  };
}

/** What a command's help says of them. */
export function withoutHelp(known: Known): string {
  const width = Math.max(...Object.keys(known).map((name) => name.length));
  const lines = Object.entries(known).map(([name, about]) => `  ${name.padEnd(width)}  ${about}`);
  return ['--without: parts, separated by commas, that can be left out:', ...lines].join('\n');
}
