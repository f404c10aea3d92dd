/** `er em`: match probabilities for the rows of a file of agreement levels. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { Command } from 'commander';
import type { Patterns } from '../../compare/patterns.ts';
import { type Delimiter, type Encoding, parseDelimiter, parseEncoding } from '../../csv/dialect.ts';
import { type CsvSummary, readCsv } from '../../csv/read.ts';
import { type CsvOutput, encodeCell, openOutput } from '../../csv/write.ts';
import { AgreementRows, RESULT_COLUMNS } from '../../em/agreement-rows.ts';
import { type Analysis, analyse, describe } from '../../em/analysis.ts';
import { type KnownParameters, type NumberedRow, parseParameters } from '../../em/parameter-file.ts';
import { ErError } from '../../errors.ts';

/** What the command needs of its surroundings. */
export interface Io {
  stdin: NodeJS.ReadableStream;
  stdout: NodeJS.WritableStream;
  /** Takes one or more lines for the user. */
  notice(text: string): void;
}

export interface Options {
  init?: string;
  prior?: number;
  fixU?: boolean;
  fixPrior?: boolean;
  totalPairs?: number;
  maxIterations?: number;
  tolerance?: number;
  starts?: number;
  seed?: number;
  ids?: string[];
  output?: string;
  parameters?: string;
  summary?: string;
  delimiter?: Delimiter;
  encoding?: Encoding;
  quiet?: boolean;
}

const HELP = `
Every column holds the agreement levels of one field, 0 (different) to L-1 (equal), empty where a value is
missing; 0/1 is the usual case. Not so the column "count", which weights the row, columns ending in _l or _r,
and those named by --ids: they are carried along. The rows come out unchanged and in order, with
  match_probability  P(match | the row's levels)
  match_weight       log2 of P(levels | match) / P(levels | non-match); the prior is not in it

A parameter file is CSV with columns field,level,m,u,weight (weight is not read; m or u may be blank; one
level of two is enough) and rows without a level for the prior ("prior,,P") and for the number of all pairs
("total_pairs,,,N"). What --parameters or "er pairs --parameters" writes can be read by --init.
With total_pairs or --total-pairs the pairs that are not listed count as non-matches.

Examples:
  er em pairs.csv > scored.csv
  er em pairs.csv --init start.csv --prior 0.1 --max-iterations 0     score only, estimate nothing
  er pairs --parameters u.csv a.csv b.csv | er em --init u.csv -      (from two databases)
`;

/** The command for commander; `io` is asked for when it runs. */
export function emCommand(io: () => Io): Command {
  return new Command('em')
    .summary('estimate match probabilities for pairs given as agreement levels')
    .description(
      'Estimate by expectation-maximisation how probably each row of a file of agreements is a match.',
    )
    .argument('<pairs>', 'CSV file of agreement levels, .gz too, or - for standard input')
    .option('--init <file>', 'parameter file to start from')
    .option('--prior <p>', 'share of matches to start from; held only with --fix-prior', share('--prior'))
    .option('--fix-prior', 'hold the prior at its start')
    .option('--fix-u', 'hold u at its start')
    .option('--total-pairs <n>', 'pairs the prior refers to, listed or not', whole('--total-pairs', 1))
    .option('--max-iterations <n>', 'most iterations (default: 1000)', whole('--max-iterations', 0))
    .option('--tolerance <x>', 'change of the parameters at which to stop (default: 1e-9)', tolerance)
    .option('--starts <n>', 'starting points (default: 5, with --init 1)', whole('--starts', 1))
    .option('--seed <n>', 'seed of the random starting points (default: 1)', whole('--seed', 0))
    .option('--ids <columns>', 'columns to carry along, separated by commas', names)
    .option('-o, --output <file>', 'write the rows here instead of standard output')
    .option('--parameters <file>', 'write m, u and the prior here')
    .option('--summary <file>', 'write a JSON record of the run here')
    .option('--delimiter <name>', 'comma, semicolon, tab or pipe (default: detected)', parseDelimiter)
    .option(
      '--encoding <name>',
      'utf-8, utf-16le, utf-16be or windows-1252 (default: detected)',
      parseEncoding,
    )
    .option('--quiet', 'print nothing but errors on standard error')
    .addHelpText('after', HELP)
    .action((path: string, options: Options) => run(path, options, io()));
}

/** Runs the command on one file; see HELP for what it does. */
export async function run(path: string, options: Options, io: Io): Promise<void> {
  const notice = (text: string) => {
    if (!options.quiet) io.notice(text);
  };
  if (path === '-' && options.init === '-') {
    throw new ErError('both the pairs and --init are standard input; read one of them from a file');
  }
  refuseSameFile(options);
  const outputs: CsvOutput[] = [];
  const open = async (file: string | undefined) => {
    const output = await openOutput(file, io.stdout);
    outputs.push(output);
    return output;
  };
  try {
    // Opened first, so that a wrong path is found before the work is done.
    const output = await open(options.output);
    const parameterOutput = options.parameters === undefined ? undefined : await open(options.parameters);
    const summaryOutput = options.summary === undefined ? undefined : await open(options.summary);
    const stages = new Stages();

    const file = path === '-' ? 'stdin' : path;
    const { delimiter, encoding } = options;
    const reading = { delimiter, encoding, notice, stdin: io.stdin };
    const rows = new AgreementRows({ file, ids: options.ids, encode: encodeCell });
    const inputs = [await readCsv(path, sinkOf(rows), reading)];
    const known =
      options.init === undefined ? undefined : await readInit(options.init, rows.fields, io, notice);
    if (known) inputs.push(known.summary);
    stages.end('read');

    const levels = rows.fields.map((name) => {
      const field = known?.parameters.fields.get(name);
      return field?.m?.length ?? field?.u?.length;
    });
    const { patterns, patternOfKind } = rows.patterns(levels);
    const analysis = analyse(patterns, rows.fields, { ...options, known });
    const { best } = analysis.estimates;
    stages.end('estimate');

    const suffixes = Array.from(patternOfKind, (g) => {
      return `,${decimal(best.weights[g]!)},${decimal(analysis.patternWeights[g]!)}`;
    });
    await output.row([...rows.columns, ...RESULT_COLUMNS]);
    for (const text of rows.texts(suffixes)) {
      const wait = output.write(text);
      if (wait !== undefined) await wait;
    }
    await output.commit();
    stages.end('write');

    if (parameterOutput) {
      for (const row of analysis.table) await parameterOutput.row(row);
      await parameterOutput.commit();
    }
    if (summaryOutput) {
      const summary = {
        command: 'em',
        version: version(),
        options,
        seed: options.seed ?? 1,
        inputs,
        ...describe(patterns, rows.fields, analysis),
        stages: stages.list,
      };
      await summaryOutput.write(`${JSON.stringify(summary, null, 2)}\n`);
      await summaryOutput.commit();
    }
    notice(report(patterns, analysis, options));
    for (const { message } of analysis.warnings) notice(`warning: ${message}`);
  } catch (error) {
    for (const output of outputs) await output.abort();
    throw error;
  }
}

function sinkOf(rows: AgreementRows) {
  return {
    header: (names: string[]) => rows.header(names),
    row: (cells: string[], line: number) => rows.row(cells, line),
  };
}

async function readInit(path: string, fields: readonly string[], { stdin }: Io, notice: Io['notice']) {
  const file = path === '-' ? 'stdin' : path;
  let header: string[] = [];
  const rows: NumberedRow[] = [];
  const sink = {
    header(names: string[]) {
      header = names;
    },
    row(cells: string[], line: number) {
      rows.push({ cells, line });
    },
  };
  const summary: CsvSummary = await readCsv(path, sink, { stdin, notice });
  const parameters: KnownParameters = parseParameters(header, rows, fields, file);
  return { parameters, file, summary };
}

function refuseSameFile({ output, parameters, summary }: Options): void {
  const files = Object.entries({ '--output': output, '--parameters': parameters, '--summary': summary })
    .filter(([, file]) => file !== undefined && file !== '-')
    .map(([option, file]) => [option, resolve(file!)] as const);
  for (const [i, [option, file]] of files.entries()) {
    const other = files.slice(0, i).find(([, earlier]) => earlier === file);
    if (other) throw new ErError(`${other[0]} and ${option} name the same file; choose two`, { file });
  }
}

/** The parameters as a table for people, and how the estimation went. */
function report(patterns: Patterns, analysis: Analysis, options: Options): string {
  const lines: string[][] = [];
  let last = '';
  for (const [field = '', level = '', m = '', u = '', weight = ''] of analysis.table) {
    if (level === '') continue;
    const cells = lines.length === 0 ? [m, u, weight] : [short(m), short(u), Number(weight).toFixed(2)];
    lines.push([field === last ? '' : field, level, ...cells]);
    last = field;
  }
  const widths = [0, 1, 2, 3, 4].map((i) => Math.max(...lines.map((cells) => cells[i]!.length)));
  const text = lines.map((cells) =>
    cells.map((cell, i) => (i === 0 ? cell.padEnd(widths[i]!) : cell.padStart(widths[i]!))).join('  '),
  );
  const { best } = analysis.estimates;
  const pairs = analysis.totalPairs;
  text.push(
    `prior ${short(String(best.parameters.prior))}: ${short(String(best.matches))} matches expected among ` +
      `${sum(patterns.counts).toLocaleString('en-US')} listed pairs` +
      (pairs > sum(patterns.counts) ? ` of ${pairs.toLocaleString('en-US')}` : ''),
  );
  if (options.maxIterations !== 0) {
    text.push(
      `${best.iterations} iteration${best.iterations === 1 ? '' : 's'}, log likelihood ${best.logLikelihood.toFixed(2)}`,
    );
  }
  return text.join('\n');
}

/** Seconds of each stage and the peak memory of the process by its end. */
class Stages {
  readonly list: { stage: string; seconds: number; peak_memory_mib: number }[] = [];
  #since = performance.now();

  end(stage: string): void {
    const now = performance.now();
    const peak = process.resourceUsage().maxRSS / 1024;
    const seconds = Math.round(now - this.#since) / 1000;
    this.list.push({ stage, seconds, peak_memory_mib: Math.round(peak) });
    this.#since = now;
  }
}

function version(): string {
  return JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')).version;
}

function sum(values: Float64Array): number {
  return values.reduce((total, value) => total + value, 0);
}

/** At most ten significant digits, the shortest way. */
function decimal(x: number): string {
  return String(Number(x.toPrecision(10)));
}

function short(number: string): string {
  return String(Number(Number(number).toPrecision(4)));
}

function names(text: string): string[] {
  return text.split(',').filter((name) => name.trim() !== '');
}

function share(option: string) {
  return (text: string): number => {
    const value = text.trim() === '' ? Number.NaN : Number(text);
    if (value > 0 && value < 1) return value;
    throw new ErError(`${option} is "${text}"; it must be a number between 0 and 1, both excluded`);
  };
}

function whole(option: string, least: number) {
  return (text: string): number => {
    const value = /^\d+$/.test(text.trim()) ? Number(text) : Number.NaN;
    if (value >= least && Number.isSafeInteger(value)) return value;
    throw new ErError(`${option} is "${text}"; it must be a whole number of at least ${least}`);
  };
}

function tolerance(text: string): number {
  const value = text.trim() === '' ? Number.NaN : Number(text);
  if (value >= 0 && value < Number.POSITIVE_INFINITY) return value;
  throw new ErError(`--tolerance is "${text}"; it must be a number of at least 0`);
}
