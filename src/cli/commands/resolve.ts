/** `er resolve`: the entities that the records of databases describe. */
import { Command, Option } from 'commander';
import { planBlocking } from '../../blocking/plan.ts';
import { levelOffsets } from '../../compare/patterns.ts';
import { readCsv } from '../../csv/read.ts';
import { type CsvOutput, encodeRow } from '../../csv/write.ts';
import { freeNames, OriginalColumns, unused } from '../../entities/columns.ts';
import { GoldenRecords } from '../../entities/golden.ts';
import { entityIds } from '../../entities/ids.ts';
import { Inputs } from '../../entities/inputs.ts';
import { entitySizes, mostDoubtful, sizeClasses } from '../../entities/portrait.ts';
import { reportedPairs } from '../../entities/reported-pairs.ts';
import { readAgain } from '../../entities/second-reading.ts';
import { ErError } from '../../errors.ts';
import { type Resolution, resolving } from '../../pipeline/resolve.ts';
import { Stages } from '../../pipeline/stages.ts';
import { inTurns } from '../../pipeline/steps.ts';
import { missingTest } from '../../records/missing.ts';
import type { Table } from '../../records/table.ts';
import { describeDatabases, readDatabases } from '../databases.ts';
import { describeLinkage, parameterText, warnings } from '../linkage-text.ts';
import { type DatabaseOptions, tolerance, whole, withDatabaseOptions } from '../options.ts';
import { withOutputs, writeJson } from '../outputs.ts';
import { PairText } from '../pair-text.ts';
import { missedText, planText } from '../plan-text.ts';
import { StageBars } from '../stage-bars.ts';
import { alignedTable, count, counted, decimal, type Io, short, withManners } from '../terminal.ts';
import { version } from '../version.ts';

export interface Options extends DatabaseOptions {
  engine?: 'vb' | 'em';
  K?: number | 'auto';
  model?: 'noisy' | 'categorical';
  inference?: 'collapsed' | 'cavi';
  A?: number;
  base?: 'uniform' | 'empirical';
  restarts?: number;
  termFrequency?: boolean;
  maxIterations?: number;
  tolerance?: number;
  entities?: string;
  matches?: string;
}

/** The first columns of the result. */
const RESULT_COLUMNS = ['entity_id', 'source', 'id', 'probability'];
const GOLDEN_COLUMNS = ['entity_id', 'records', 'sources'];
const MATCH_COLUMNS = ['source_l', 'id_l', 'source_r', 'id_r', 'match_probability', 'same_entity'];
/** Pairs left apart are reported from this match probability on. */
const DOUBTFUL_PAIR = 0.1;
/** Records in doubt that people are told of, if their probability is below the second; and that the summary holds. */
const DOUBTFUL_SHOWN = 5;
const DOUBTFUL_BELOW = 0.99;
const DOUBTFUL_LISTED = 20;

const HELP = `
Every row of the files comes out once, in order, with the entity it belongs to:
  entity_id     the same for all records of an entity; made of the records
                inside, so it stays the same when rows or files come in another
                order or others are added
  source,id     the file and the record, named by its id column or else by its
                row number
  probability   that the record belongs to this entity rather than elsewhere
  all columns of the files, united by name, their cells as they came; one
                called like the first four is written as NAME_original

--entities: one row per entity, with the number of its records and of the files
  they are from, and for every column the most probable value, its probability
  and the number of records that hold it (_support).
--matches: match probabilities of the compared pairs inside an entity, and of
  those left apart although they are a match with a probability of ${DOUBTFUL_PAIR}
  or more.
No labels and no settings are needed. With --K the number of latent individuals
that the records are drawn from is fixed; few records of many individuals are
seldom the same, many of few often.

Examples:
  er resolve customers.csv orders.csv > resolved.csv
  er resolve db1.csv db2.csv --K 5000 -o resolved.csv --entities entities.csv
  cat db.csv | er resolve - > out.csv
`;

/** The command for commander; `io` is asked for when it runs. */
export function resolveCommand(io: () => Io): Command {
  const command = new Command('resolve')
    .summary('find the entities that records describe, and merge them')
    .description('Find which records describe the same entity, say how surely, and write them out merged.')
    .addOption(
      new Option(
        '--engine <name>',
        'vb clusters records, em only joins matching pairs (default: vb)',
      ).choices(['vb', 'em']),
    )
    .option('--K <n>', 'number of latent individuals, or auto to learn it (default: auto)', individuals)
    .addOption(
      new Option(
        '--model <name>',
        "noisy: EM's levels; categorical: the paper's model (default: noisy)",
      ).choices(['noisy', 'categorical']),
    )
    .addOption(
      new Option(
        '--inference <name>',
        "collapsed search, or cavi: the paper's coordinate ascent (default: collapsed)",
      ).choices(['collapsed', 'cavi']),
    )
    .option('--A <x>', 'hyperparameter of the categorical model (default: 0.1)', concentration)
    .addOption(
      new Option('--base <name>', 'base measure of the categorical model (default: empirical)').choices([
        'uniform',
        'empirical',
      ]),
    )
    .option('--restarts <n>', 'random starts of cavi (default: none)', whole('--restarts', 1))
    .option('--no-term-frequency', 'let equal values count the same, rare or common')
    .option('--max-iterations <n>', 'most iterations of EM (default: 1000)', whole('--max-iterations', 0))
    .option('--tolerance <x>', 'change of the parameters at which EM stops (default: 1e-9)', tolerance)
    .option('--entities <file>', 'write one golden record per entity here')
    .option('--matches <file>', 'write match probabilities of joined and of doubtful pairs here')
    .addHelpText('after', HELP)
    .action((paths: string[], options: Options) => run(paths, options, io()));
  return withDatabaseOptions(command);
}

/** `auto`, or a whole number of at least 1. */
function individuals(text: string): number | 'auto' {
  if (text.trim().toLowerCase() === 'auto') return 'auto';
  try {
    return whole('--K', 1)(text);
  } catch (error) {
    throw new ErError(`${(error as Error).message}, or auto`);
  }
}

/** A number above 0. */
function concentration(text: string): number {
  const value = text.trim() === '' ? Number.NaN : Number(text);
  if (value > 0 && value < Number.POSITIVE_INFINITY) return value;
  throw new ErError(`--A is "${text}"; it must be a number above 0`);
}

/** Options that contradict each other are refused before any work. */
function checkOptions({ engine, K, model, inference, A, base, restarts }: Options): void {
  const ofVb = { '--K': typeof K === 'number', '--model': model, '--inference': inference };
  const ofCategorical = { '--A': A, '--base': base };
  for (const [option, given] of Object.entries({ ...ofVb, ...ofCategorical, '--restarts': restarts }))
    if (engine === 'em' && given)
      throw new ErError(
        `${option} is about --engine vb; --engine em has no latent individuals: leave one of them out`,
      );
  for (const [option, given] of Object.entries(ofCategorical))
    if (model !== 'categorical' && given !== undefined)
      throw new ErError(
        `${option} is about --model categorical; the noisy model takes it from EM: leave it out`,
      );
  if (inference === 'cavi' && model !== 'categorical')
    throw new ErError('--inference cavi is for --model categorical; add that or leave --inference out');
  if (inference === 'cavi' && typeof K !== 'number')
    throw new ErError('--inference cavi needs a fixed number of individuals; add --K N');
  if (restarts !== undefined && inference !== 'cavi')
    throw new ErError('--restarts is about --inference cavi; leave it out');
}

/** Runs the command; see HELP for what it does. */
async function run(paths: string[], options: Options, terminal: Io): Promise<void> {
  const io = withManners(terminal, options);
  checkOptions(options);
  const inputs = new Inputs(paths, io.stdin);
  const work = withOutputs(io.stdout, async (outputs) => {
    const output = await outputs.result(options.output);
    const golden = await outputs.further('--entities', options.entities);
    const matches = await outputs.further('--matches', options.matches);
    const summary = await outputs.further('--summary', options.summary);
    const stages = new Stages();
    const databases = await readDatabases(paths, options, { ...io, stdin: inputs.stdin });
    const { table } = databases;
    stages.end('read');
    const resolution = await resolveTable(table, options, io, stages);
    const entities = entityIds(table, resolution);
    await writeResult({ table, resolution, entities, inputs, options, io }, output, golden);
    const reported = await writeMatches(table, resolution, matches);
    stages.end('write');
    await writeJson(summary, {
      ...{ command: 'resolve', version: version(), options, seed: options.seed ?? 1 },
      ...describeDatabases(databases),
      ...describeLinkage(table, resolution.linkage),
      ...describeEntities(table, resolution, entities),
      ...(reported === undefined ? {} : { reported_pairs: reported }),
      ...{ stages: stages.list },
    });
    const { linkage } = resolution;
    io.notice(planText(linkage.plan, linkage.evidence.byRule));
    if (table.columns.length > 0) io.notice(parameterText(table, linkage));
    io.notice(conclusion(table, resolution));
    for (const message of warnings(table, linkage)) io.notice(io.colour.yellow(`warning: ${message}`));
  });
  await work.finally(() => inputs.close());
}

/** The entities, with a progress bar for each stage. */
async function resolveTable(table: Table, options: Options, io: Io, stages: Stages): Promise<Resolution> {
  const bars = new StageBars(io, stages);
  bars.start('planning');
  const plan = planBlocking(table, options.maxPairs);
  const { onStage, ...progress } = bars.hooks(plan);
  const steps = resolving(table, {
    ...{ plan, engine: options.engine, K: options.K === 'auto' ? undefined : options.K },
    ...{ model: options.model, inference: options.inference, A: options.A, base: options.base },
    restarts: options.restarts,
    ...{ termFrequency: options.termFrequency, seed: options.seed },
    ...{ maxIterations: options.maxIterations, tolerance: options.tolerance },
    ...progress,
    onStage(stage) {
      onStage(stage);
      if (stage === 'estimate') bars.start('clustering');
    },
  });
  return inTurns(steps);
}

interface Result {
  table: Table;
  resolution: Resolution;
  /** The id of each entity. */
  entities: string[];
  inputs: Inputs;
  options: Options;
  io: Io;
}

/** Reads the files again and writes their rows, and what they come to as golden records. */
async function writeResult(result: Result, output: CsvOutput, golden: CsvOutput | undefined): Promise<void> {
  const { table, resolution, entities, inputs, options, io } = result;
  const columns = new OriginalColumns(table.sources);
  const names = freeNames(columns.names, RESULT_COLUMNS);
  const goldenRecords = golden && new GoldenRecords(table, columns, missingTest(options.null));
  const bar = io.bar('writing', table.size);
  let text = encodeRow([...RESULT_COLUMNS, ...names]);
  let written = 0;
  const read = (stdin: NodeJS.ReadableStream, sink: Parameters<typeof readCsv>[1]) =>
    readCsv('-', sink, { stdin, delimiter: options.delimiter, encoding: options.encoding });
  await readAgain(table, (path) => inputs.again(path), read, {
    row(record, cells, source) {
      const arranged = columns.arrange(source, cells);
      const entity = entities[resolution.entityOf[record]!]!;
      const probability = decimal(resolution.probability[record]!);
      const name = table.sources[source]!.source;
      text += encodeRow([entity, name, table.ids[record]!, probability, ...arranged]);
      goldenRecords?.add(arranged);
      written++;
    },
    async pause() {
      const full = text;
      text = '';
      await output.write(full);
      bar?.update(written);
    },
  });
  bar?.stop();
  await output.commit();
  if (golden !== undefined && goldenRecords !== undefined)
    await writeGolden(golden, goldenRecords, names, result);
}

async function writeGolden(
  output: CsvOutput,
  golden: GoldenRecords,
  columns: readonly string[],
  { table, resolution, entities }: Result,
): Promise<void> {
  const names = freeNames(columns, GOLDEN_COLUMNS);
  const used = new Set([...GOLDEN_COLUMNS, ...names].map((name) => name.toLowerCase()));
  const three = (name: string) => [
    name,
    unused(`${name}_probability`, used),
    unused(`${name}_support`, used),
  ];
  await output.row([...GOLDEN_COLUMNS, ...names.flatMap(three)]);
  const { comparison, parameters } = resolution.linkage;
  const offsets = levelOffsets(comparison.levelCounts);
  const equality = table.columns.map((_, f) => parameters.m[offsets[f + 1]! - 1]!);
  // Most entities have one record, so that few probabilities occur again and again.
  const texts = new Map<number, string>();
  const textOf = (probability: number): string => {
    const text = texts.get(probability) ?? short(probability, 6);
    if (texts.size < 1e5) texts.set(probability, text);
    return text;
  };
  let entity = 0;
  for (const { records, sources, values, probabilities, supports } of golden.of(resolution, equality)) {
    const cells = [entities[entity++]!, String(records), String(sources)];
    values.forEach((value, c) => {
      const probability = probabilities[c];
      cells.push(value, probability === undefined ? '' : textOf(probability), String(supports[c]));
    });
    await output.row(cells);
  }
  await output.commit();
}

/** Writes the pairs inside entities and the doubtful ones between them; answers how many. */
async function writeMatches(
  table: Table,
  { linkage, entityOf }: Resolution,
  output: CsvOutput | undefined,
): Promise<number | undefined> {
  if (output === undefined) return undefined;
  const { evidence, probabilities } = linkage;
  const { left, right, pattern } = evidence;
  const pairs = { left, right, probability: (i: number) => probabilities[pattern[i]!]! };
  const reported = reportedPairs(pairs, entityOf, DOUBTFUL_PAIR);
  const text = new PairText(table);
  await output.row(MATCH_COLUMNS);
  for (const i of reported) {
    const same = entityOf[left[i]!] === entityOf[right[i]!] ? 'yes' : 'no';
    const wait = output.write(`${text.pair(left[i]!, right[i]!)},${decimal(pairs.probability(i))},${same}\n`);
    if (wait !== undefined) await wait;
  }
  await output.commit();
  return reported.length;
}

/** What was found, for people. */
function conclusion(table: Table, resolution: Resolution): string {
  const { linkage, entities, interval, probability } = resolution;
  const { evidence, plan, missed } = linkage;
  const sizes = sizeClasses(entitySizes(resolution));
  const doubtful = mostDoubtful(probability, DOUBTFUL_SHOWN, DOUBTFUL_BELOW);
  const lines = [
    `${counted(table.size, 'record')}, ${counted(evidence.compared, 'pair')} compared of ${count(plan.totalPairs)}; matches that blocking missed: ${missedText(missed, plan)}`,
    `${entityCount(entities)} (95 % interval ${count(interval.low)} to ${count(interval.high)}); ${counted(table.size - entities, 'duplicate')} found`,
    alignedTable([['records of an entity', 'entities'], ...sizes.map(([size, n]) => [size, count(n)])]),
  ];
  if (table.size > 0 && doubtful.length === 0)
    lines.push(`no record is in doubt: all have a probability of ${DOUBTFUL_BELOW} or more`);
  if (doubtful.length > 0)
    lines.push(
      alignedTable(
        [
          ['most in doubt', 'id', 'probability'],
          ...doubtful.map((record) => [
            table.sources[table.sourceOf[record]!]!.source,
            table.ids[record]!,
            probability[record]!.toFixed(3),
          ]),
        ],
        2,
      ),
    );
  return lines.join('\n');
}

function entityCount(entities: number): string {
  return entities === 1 ? '1 entity' : `${count(entities)} entities`;
}

/** What was found, for the summary. */
function describeEntities(table: Table, resolution: Resolution, ids: readonly string[]) {
  const { entities, entityOf, interval, probability, K, objective } = resolution;
  return {
    ...{
      K,
      objective: objective ?? null,
      entities,
      interval,
      duplicates: table.size - entities,
      sizes: entitySizes(resolution),
    },
    doubtful: mostDoubtful(probability, DOUBTFUL_LISTED).map((record) => ({
      source: table.sources[table.sourceOf[record]!]!.source,
      ...{ id: table.ids[record]!, entity_id: ids[entityOf[record]!]!, probability: probability[record]! },
    })),
  };
}

/** m, u and weight of each level, for people. */
