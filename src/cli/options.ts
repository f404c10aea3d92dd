/** The options that several commands share, and how their texts are read. */
import { availableParallelism } from 'node:os';
import { type Command, Option } from 'commander';
import { type Delimiter, type Encoding, parseDelimiter, parseEncoding } from '../csv/dialect.ts';
import { ErError } from '../errors.ts';
import { type ColumnType, parseColumnType } from '../records/types.ts';
import { memorySize } from './memory-limit.ts';

/** Options of every command. */
export interface RunOptions {
  output?: string;
  summary?: string;
  seed?: number;
  threads?: number;
  delimiter?: Delimiter;
  encoding?: Encoding;
  quiet?: boolean;
  progress?: boolean;
  debug?: boolean;
}

/** Most threads: as many as asked for, or as the machine runs at once. */
export function threadsOf({ threads = availableParallelism() }: RunOptions): number {
  return threads;
}

/** Options of the commands that read databases. */
export interface DatabaseOptions extends RunOptions {
  id?: string;
  fields?: string[];
  ignore?: string[];
  type?: Map<string, ColumnType>;
  null?: string[];
  maxPairs?: number;
  memoryLimit?: number;
}

/** Adds the options of every command. */
export function withRunOptions(command: Command): Command {
  return command
    .option('-o, --output <file>', 'write the result here instead of standard output; .gz compresses')
    .option('--summary <file>', 'write a JSON record of the run here')
    .option('--delimiter <name>', 'comma, semicolon, tab or pipe (default: detected)', parseDelimiter)
    .option(
      '--encoding <name>',
      'utf-8, utf-16le, utf-16be or windows-1252 (default: detected)',
      parseEncoding,
    )
    .option('--seed <n>', 'seed of everything random (default: 1)', whole('--seed', 0))
    .option('--threads <n>', 'most threads to use; never changes a result', whole('--threads', 1))
    .option('--quiet', 'print nothing but errors on standard error')
    .option('--no-progress', 'print no progress bars')
    .addOption(new Option('--debug', 'print a stack trace with an error'));
}

/**
 * Adds the options of the commands that read databases.
 *
 * @param argument how the databases stand in the usage
 */
export function withDatabaseOptions(command: Command, argument = '<databases...>'): Command {
  command
    .argument(argument, 'CSV files with a header row, .gz too, or - for standard input')
    .option('--id <column>', 'column that names the records of each file')
    .option('--fields <columns>', 'compare exactly these columns, separated by commas', names)
    .option('--ignore <columns>', 'do not compare these columns', names)
    .option('--type <column=type,…>', 'overrule the detected type of a column', types)
    .option('--null <token>', 'a further token that means "missing"; may be repeated', collect)
    .option('--max-pairs <n>', 'candidate budget (default: 100 for each record)', whole('--max-pairs', 1))
    .option('--memory-limit <size>', 'such as 800MB or 4GiB (default: 80 % of what there is)', memorySize);
  return withRunOptions(command);
}

/** The names in a list separated by commas. */
export function names(text: string): string[] {
  return text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
}

function collect(text: string, earlier: string[] = []): string[] {
  return [...earlier, text];
}

function types(text: string, earlier: Map<string, ColumnType> = new Map()): Map<string, ColumnType> {
  const all = new Map(earlier);
  for (const item of names(text)) {
    const equals = item.lastIndexOf('=');
    if (equals <= 0) throw new ErError(`--type "${item}" is not of the form column=type`);
    all.set(item.slice(0, equals).trim(), parseColumnType(item.slice(equals + 1)));
  }
  return all;
}

/** Reads a whole number of at least `least`. */
export function whole(option: string, least: number) {
  return (text: string): number => {
    const value = /^\d+$/.test(text.trim()) ? Number(text) : Number.NaN;
    if (value > Number.MAX_SAFE_INTEGER)
      throw new ErError(`${option} is "${text}"; it must be at most ${Number.MAX_SAFE_INTEGER}`);
    if (value >= least) return value;
    throw new ErError(`${option} is "${text}"; it must be a whole number of at least ${least}`);
  };
}

/** Reads a number strictly between 0 and 1. */
export function share(option: string) {
  return (text: string): number => {
    const value = text.trim() === '' ? Number.NaN : Number(text);
    if (value > 0 && value < 1) return value;
    throw new ErError(`${option} is "${text}"; it must be a number between 0 and 1, both excluded`);
  };
}

/** Reads a number from 0 to 1. */
export function probability(option: string) {
  return (text: string): number => {
    const value = text.trim() === '' ? Number.NaN : Number(text);
    if (value >= 0 && value <= 1) return value;
    throw new ErError(`${option} is "${text}"; it must be a number from 0 to 1`);
  };
}

/** Reads a number of at least 0. */
export function tolerance(text: string): number {
  const value = text.trim() === '' ? Number.NaN : Number(text);
  if (value >= 0 && value < Number.POSITIVE_INFINITY) return value;
  throw new ErError(`--tolerance is "${text}"; it must be a number of at least 0`);
}
