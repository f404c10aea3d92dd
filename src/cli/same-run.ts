/** The words with which another command repeats a run: its databases, and the options that decide what is found. */
import type { Command, Option } from 'commander';

/** Options that say where a result goes, what it looks like and what a person sees, by their attribute names. */
const OF_OUTPUT = new Set([
  ...['output', 'summary', 'summaryEntities', 'entities', 'prefer', 'provenance', 'matches'],
  ...['samplesOutput', 'checkpoint', 'threads', 'quiet', 'progress', 'debug'],
]);

/**
 * The arguments of a command without the options that only say where its results go.
 *
 * @param words as the user wrote them
 * @example sameRun(command, ['a.csv', '-o', 'out.csv', '--K=9']) // => ['a.csv', '--K=9']
 */
export function sameRun(command: Pick<Command, 'options'>, words: readonly string[]): string[] {
  const kept: string[] = [];
  for (let i = 0; i < words.length; i++) {
    const word = words[i]!;
    const { option, hasOwnValue } = optionOf(command, word);
    if (option === undefined) {
      kept.push(word);
      continue;
    }
    const takesNext = (option.required || option.optional) && !hasOwnValue && i + 1 < words.length;
    if (!OF_OUTPUT.has(option.attributeName())) kept.push(word, ...(takesNext ? [words[i + 1]!] : []));
    if (takesNext) i++;
  }
  return kept;
}

/** The option that a word names: `--K`, `--K=9`, `-o`, `-oout.csv`. */
function optionOf(
  { options }: Pick<Command, 'options'>,
  word: string,
): { option: Option | undefined; hasOwnValue: boolean } {
  const long = word.split('=')[0]!;
  const byLong = options.find((option) => option.long === long);
  if (byLong !== undefined) return { option: byLong, hasOwnValue: word.includes('=') };
  const byShort = options.find((option) => option.short !== undefined && word.startsWith(option.short));
  const isShort = byShort !== undefined && !word.startsWith('--');
  return { option: isShort ? byShort : undefined, hasOwnValue: isShort && word.length > 2 };
}
