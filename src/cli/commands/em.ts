/** `er em`: match probabilities for the rows of a file of agreement levels. */
import { Command } from 'commander';
import type { Patterns } from '../../compare/patterns.ts';
import { readCsv } from '../../csv/read.ts';
import { encodeCell } from '../../csv/write.ts';
import { AgreementRows, RESULT_COLUMNS } from '../../em/agreement-rows.ts';
import { type Analysis, analyse, describe } from '../../em/analysis.ts';
import { type NumberedRow, parseParameters } from '../../em/parameter-file.ts';
import { ErError } from '../../errors.ts';
import { Stages } from '../../pipeline/stages.ts';
import { oneTurn } from '../../pipeline/steps.ts';
import { names, type RunOptions, share, tolerance, whole, withRunOptions } from '../options.ts';
import { withOutputs, writeJson } from '../outputs.ts';
import { readWithBar } from '../read-with-bar.ts';
import { alignedTable, count, counted, decimal, type Io, short, withManners } from '../terminal.ts';
import { version } from '../version.ts';

export interface Options extends RunOptions {
  init?: string;
  prior?: number;
  fixU?: boolean;
  fixPrior?: boolean;
  totalPairs?: number;
  maxIterations?: number;
  tolerance?: number;
  starts?: number;
  ids?: string[];
  parameters?: string;
}

const HELP = `
Every column holds the agreement levels of one field, 0 (different) to L-1
(equal), empty where a value is missing; 0/1 is the usual case. Not so the
column "count", which weights the row, columns ending in _l or _r, and those
named by --ids: they are carried along. The rows come out unchanged and in
order, with
  match_probability  P(match | the row's levels)
  match_weight       log2 of P(levels | match) / P(levels | non-match); the
                     prior is not in it

A parameter file is CSV with columns field,level,m,u,weight (weight is not read;
m or u may be blank; one level of two is enough) and rows without a level for
the prior ("prior,,P") and for the number of all pairs ("total_pairs,,,N"). What
--parameters or "er pairs --parameters" writes can be read by --init. With
total_pairs or --total-pairs the pairs that are not listed count as non-matches.

Examples:
  er em pairs.csv > scored.csv
  er pairs --parameters u.csv a.csv b.csv > pairs.csv
  er em pairs.csv --init u.csv
Score only, estimate nothing:
  er em pairs.csv --init start.csv --prior 0.1 --max-iterations 0
`;

/** The command for commander; `io` is asked for when it runs. */
export function emCommand(io: () => Io): Command {
  const command = new Command('em')
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
    .option('--ids <columns>', 'columns to carry along, separated by commas', names)
    .option('--parameters <file>', 'write m, u and the prior here')
    .addHelpText('after', HELP)
    .action((path: string, options: Options) => run(path, options, io()));
  return withRunOptions(command);
}

/** Runs the command on one file; see HELP for what it does. */
async function run(path: string, options: Options, terminal: Io): Promise<void> {
  const io = withManners(terminal, options);
  if (path === '-' && options.init === '-')
    throw new ErError('both the pairs and --init are standard input; read one of them from a file');
  await withOutputs(io.stdout, async (outputs) => {
    const output = await outputs.result(options.output);
    const parameters = await outputs.further('--parameters', options.parameters);
    const summary = await outputs.further('--summary', options.summary);
    const stages = new Stages();
    const rows = new AgreementRows({ file: fileName(path), ids: options.ids, encode: encodeCell });
    const inputs = [await readRows(path, rows, options, io)];
    const known = options.init === undefined ? undefined : await readInit(options.init, rows.fields, io);
    if (known !== undefined) inputs.push(known.input);
    stages.end('read');

    const levels = rows.fields.map((name) => {
      const field = known?.parameters.fields.get(name);
      return field?.m?.length ?? field?.u?.length;
    });
    const { patterns, patternOfKind } = rows.patterns(levels);
    await oneTurn();
    const analysis = analyse(patterns, rows.fields, { ...options, known });
    stages.end('estimate');
    await oneTurn();

    const { weights } = analysis.estimates.best;
    const suffixes = Array.from(
      patternOfKind,
      (g) => `,${decimal(weights[g]!)},${decimal(analysis.patternWeights[g]!)}`,
    );
    await output.row([...rows.columns, ...RESULT_COLUMNS]);
    for (const text of rows.texts(suffixes)) {
      const wait = output.write(text);
      if (wait !== undefined) await wait;
    }
    await output.commit();
    stages.end('write');
    if (parameters !== undefined) {
      for (const row of analysis.table) await parameters.row(row);
      await parameters.commit();
    }
    await writeJson(summary, {
      ...{ command: 'em', version: version(), options, seed: options.seed ?? 1, inputs },
      ...describe(patterns, rows.fields, analysis),
      ...{ stages: stages.list },
    });
    io.notice(parameterText(analysis));
    io.notice(conclusion(patterns, analysis, options));
    for (const { message } of analysis.warnings) io.notice(io.colour.yellow(`warning: ${message}`));
  });
}

function readRows(path: string, rows: AgreementRows, { delimiter, encoding }: Options, io: Io) {
  const sink = {
    header: (columns: string[]) => rows.header(columns),
    row: (cells: string[], line: number) => rows.row(cells, line),
  };
  return readWithBar(sink, path, io, { delimiter, encoding });
}

async function readInit(path: string, fields: readonly string[], io: Io) {
  let columns: string[] = [];
  const rows: NumberedRow[] = [];
  const sink = {
    header(header: string[]) {
      columns = header;
    },
    row(cells: string[], line: number) {
      rows.push({ cells, line });
    },
  };
  const input = await readCsv(path, sink, { stdin: io.stdin, notice: io.notice });
  const file = fileName(path);
  return { input, file, parameters: parseParameters(columns, rows, fields, file) };
}

/** How errors name an input. */
function fileName(path: string): string {
  return path === '-' ? 'stdin' : path;
}

/** m, u and weight of each level, for people. */
function parameterText({ table }: Analysis): string {
  const levels = table.filter(([, level]) => level !== '');
  const text = levels.map(([field = '', level = '', m, u, weight], i) => {
    if (i === 0) return [field, level, m!, u!, weight!];
    const name = field === levels[i - 1]![0] ? '' : field;
    return [name, level, short(Number(m)), short(Number(u)), Number(weight).toFixed(2)];
  });
  return alignedTable(text);
}

/** How many matches there are, and how the estimation went. */
function conclusion(
  patterns: Patterns,
  { estimates, totalPairs, warnings }: Analysis,
  options: Options,
): string {
  const { parameters, matches, iterations, logLikelihood } = estimates.best;
  const listed = patterns.counts.reduce((sum, pairs) => sum + pairs, 0);
  const all = totalPairs > listed ? ` of ${count(totalPairs)}` : '';
  const among = `${counted(listed, 'listed pair')}${all}`;
  if (warnings.some(({ code }) => code === 'nothing_learned' || code === 'no_pairs'))
    return `prior ${short(parameters.prior)}, as assumed; ${among}`;
  const found = `prior ${short(parameters.prior)}: ${short(matches)} matches expected among ${among}`;
  if (options.maxIterations === 0) return found;
  const passes = counted(iterations, 'iteration');
  return `${found}\n${passes}, log likelihood ${logLikelihood.toFixed(2)}`;
}
