/** `er resolve`: the entities that the records of databases describe. */
import { Command, Option } from 'commander';
import { Inputs } from '../../entities/inputs.ts';
import { entityDoubts } from '../../pipeline/doubts.ts';
import { MECHANISMS } from '../../pipeline/mechanisms.ts';
import type { Resolution } from '../../pipeline/resolution.ts';
import { resolving } from '../../pipeline/resolve.ts';
import { DRAWS } from '../../pipeline/sampling.ts';
import { Stages } from '../../pipeline/stages.ts';
import { inTurns } from '../../pipeline/steps.ts';
import type { Table } from '../../records/table.ts';
import { chainsWarnings, distortionText } from '../chains-text.ts';
import { Checkpoint, fingerprint } from '../checkpoint.ts';
import { describeDatabases, readDatabases } from '../databases.ts';
import { conclusion, describeEntities } from '../entities-text.ts';
import { EntitySample, SHOWN_ENTITIES, sampleSizes } from '../entity-sample.ts';
import { describeLinkage, parameterText, warnings } from '../linkage-text.ts';
import { memoryLimit } from '../memory-limit.ts';
import { MemoryWatch } from '../memory-watch.ts';
import { names, tolerance, whole, withDatabaseOptions } from '../options.ts';
import { withOutputs, writeJson } from '../outputs.ts';
import { planText } from '../plan-text.ts';
import { planWhileSurveying } from '../plan-within.ts';
import {
  checkResolveOptions,
  concentration,
  distortionPrior,
  individuals,
  type ResolveCommandOptions,
  temperature,
} from '../resolve-options.ts';
import { DOUBTFUL_PAIR, writeMatches, writeResult, writeSamples } from '../resolved-rows.ts';
import { StageBars } from '../stage-bars.ts';
import { type Io, withManners } from '../terminal.ts';
import { uniqueSources } from '../unique-files.ts';
import { version } from '../version.ts';
import { withoutHelp, withoutOption } from '../without.ts';

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
--samples: draws from the posterior around the optimum. Probability, interval
  and --matches (coreference_probability) are then shares of draws;
  --samples-output writes them as sample,source,id,entity_id.
--engine smered draws the entities by Markov chain Monte Carlo, from scratch and
  in several chains, so that it can be seen whether they have met. --model
  categorical is then SMERED's: a value is the individual's own or, with a
  probability that is learned for each column, drawn anew; --model noisy shares
  EM's levels with vb. --K N makes all linkages to N individuals equally likely
  beforehand; by default their number is learned.
  With --checkpoint a run that was stopped goes on where it was, and ends as if
  it had not been; with more --samples a finished one is made longer.
--unique-within: no entity has two records of these files. By default this is
  found out: where the matches inside a file are less alike than nearly all
  between the files, they are only related.
--matches: match probabilities of the compared pairs inside an entity, and of
  those left apart although they are a match with a probability of ${DOUBTFUL_PAIR}
  or more.
${withoutHelp(MECHANISMS)}
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
        'vb clusters records, smered draws clusters, em joins matching pairs (default: vb)',
      ).choices(['vb', 'smered', 'em']),
    )
    .option('--K <n>', 'number of latent individuals, or auto to learn it (default: auto)', individuals)
    .addOption(
      new Option(
        '--model <name>',
        "noisy: EM's levels; categorical: the papers' models (default: noisy, of smered categorical)",
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
    .option('--annealing <t>', 'temperature at which cavi begins (default: 1, none)', temperature)
    .option('--unique-within <files>', 'files without duplicates inside, or all, none (default: auto)', names)
    .option(
      '--samples <n>',
      'draws from the posterior of the entities (default: none, of smered 500)',
      whole('--samples', 1),
    )
    .option('--samples-output <file>', 'write them here')
    .option('--chains <n>', 'chains of smered (default: 2)', whole('--chains', 1))
    .option('--burn-in <n>', 'sweeps of smered before the first draw (default: 100)', whole('--burn-in', 0))
    .option('--thinning <n>', 'sweeps from one draw to the next (default: 2)', whole('--thinning', 1))
    .option('--distortion-prior <a,b>', 'Beta prior of distorted values (default: 5,100)', distortionPrior)
    .option('--checkpoint <file>', 'save the chains of smered here, and go on from it')
    .option('--no-term-frequency', 'let equal values count the same, rare or common')
    .addOption(withoutOption(MECHANISMS))
    .option('--max-iterations <n>', 'most iterations of EM (default: 1000)', whole('--max-iterations', 0))
    .option('--tolerance <x>', 'change of the parameters at which EM stops (default: 1e-9)', tolerance)
    .option('--entities <file>', 'write one golden record per entity here')
    .option(
      '--summary-entities <n>',
      `entities that --summary shows with their cells (default: ${SHOWN_ENTITIES})`,
      whole('--summary-entities', 0),
    )
    .option('--matches <file>', 'write match probabilities of joined and of doubtful pairs here')
    .addHelpText('after', HELP)
    .action((paths: string[], options: ResolveCommandOptions) => run(paths, options, io()));
  return withDatabaseOptions(command);
}

/** Runs the command; see HELP for what it does. */
async function run(paths: string[], options: ResolveCommandOptions, terminal: Io): Promise<void> {
  const io = withManners(terminal, options);
  checkResolveOptions(options);
  const inputs = new Inputs(paths, io.stdin);
  const work = withOutputs(io.stdout, async (outputs) => {
    const output = await outputs.result(options.output);
    const golden = await outputs.further('--entities', options.entities);
    const matches = await outputs.further('--matches', options.matches);
    const samples = await outputs.further('--samples-output', options.samplesOutput);
    const summary = await outputs.further('--summary', options.summary);
    if (options.checkpoint !== undefined) outputs.reserve('--checkpoint', options.checkpoint);
    const stages = new Stages();
    const databases = await readDatabases(paths, options, { ...io, stdin: inputs.stdin });
    const { table } = databases;
    stages.end('read');
    const shown = options.summaryEntities ?? SHOWN_ENTITIES;
    const sample = new EntitySample(table, sampleSizes(summary === undefined ? 0 : shown));
    const resolution = await resolveTable(table, options, io, stages, sample);
    const entities = sample.ids(resolution);
    const reviewed = sample.review(resolution);
    const { cells } = reviewed;
    const columns = await writeResult(
      { table, resolution, entities, inputs, options, io, cells },
      output,
      golden,
    );
    const reported = await writeMatches(table, resolution, matches);
    await writeSamples(table, resolution, samples);
    stages.end('write');
    const doubts = [
      ...chainsWarnings(resolution),
      ...entityDoubts(resolution, { ...options, K: learnedOr(options.K) }),
      ...warnings(table, resolution.linkage),
    ];
    await writeJson(summary, {
      ...{ command: 'resolve', version: version(), options, seed: options.seed ?? 1 },
      ...describeDatabases(databases),
      ...describeLinkage(table, resolution.linkage),
      ...{ ...describeEntities(table, resolution, entities), warnings: doubts },
      ...(shown === 0 ? {} : { entity_sample: sample.describe(resolution, reviewed, columns) }),
      ...(reported === undefined ? {} : { reported_pairs: reported }),
      ...{ stages: stages.list },
    });
    const { linkage } = resolution;
    io.notice(planText(linkage.plan, linkage.evidence.byRule));
    const distortion = distortionText(table, resolution);
    if (distortion !== undefined) io.notice(distortion);
    else if (table.columns.length > 0) io.notice(parameterText(table, linkage));
    io.notice(conclusion(table, resolution));
    if (typeof options.K === 'number' && resolution.entities > options.K)
      io.notice(io.colour.yellow(`warning: ${fewerThanFound(options.K, resolution.entities)}`));
    for (const message of doubts) io.notice(io.colour.yellow(`warning: ${message}`));
  });
  await work.finally(() => inputs.close());
}

function fewerThanFound(K: number, entities: number): string {
  return `--K asks for ${K} individuals, but the pairs compared join the records to no fewer than ${entities}`;
}

/** K as asked for; undefined where it is to be learned. */
function learnedOr(K: ResolveCommandOptions['K']): number | undefined {
  return K === 'auto' ? undefined : K;
}

/** Draws from the posterior that are kept. */
function drawsOf({ engine, samples = engine === 'smered' ? DRAWS : 0 }: ResolveCommandOptions): number {
  return samples;
}

/** The entities, with a progress bar for each stage. */
async function resolveTable(
  table: Table,
  options: ResolveCommandOptions,
  io: Io,
  stages: Stages,
  sample: EntitySample,
): Promise<Resolution> {
  const bars = new StageBars(io, stages);
  bars.start('planning');
  const unique = uniqueSources(options.uniqueWithin, table.sources);
  const without = new Set(options.without);
  const asked = { command: 'resolve', without, samples: drawsOf(options) } as const;
  const { plan, threads, maxPairs, ahead } = planWhileSurveying({ ...table, unique }, options, asked, io);
  const { onStage, ...progress } = bars.hooks(plan);
  const checkpoint =
    options.checkpoint === undefined
      ? undefined
      : new Checkpoint(options.checkpoint, fingerprint(runOf(table, options, maxPairs)));
  let isDrawing = false;
  const steps = resolving(table, {
    ...{ plan, engine: options.engine, K: learnedOr(options.K) },
    ...{ model: options.model, inference: options.inference, A: options.A, base: options.base },
    ...{ chains: options.chains, burnIn: options.burnIn, thinning: options.thinning },
    distortionPrior: options.distortionPrior,
    resumeFrom: checkpoint?.read(),
    onSweep(done, total, save) {
      if (!isDrawing) bars.start('drawing', total);
      isDrawing = true;
      bars.update(done);
      checkpoint?.write(save, done === total);
    },
    ...{ restarts: options.restarts, annealing: options.annealing, samples: options.samples },
    uniqueWithin: unique,
    ...{ termFrequency: options.termFrequency, without, seed: options.seed },
    ...{ threads, maxPairs, ahead },
    asksPlaces: (found) => sample.choose(found),
    ...{ maxIterations: options.maxIterations, tolerance: options.tolerance },
    ...progress,
    onStage(stage) {
      onStage(stage);
      if (stage === 'estimate') bars.start('clustering');
    },
  });
  return inTurns(new MemoryWatch(memoryLimit(options.memoryLimit)).over(steps));
}

/** All that the draws of a run depend on but their number. */
function runOf(table: Table, options: ResolveCommandOptions, maxPairs: number | undefined) {
  const sources = table.sources.map(({ source, sha256 }) => [source, sha256]);
  const columns = table.columns.map(({ name }) => name);
  const { id, delimiter, encoding, fields, ignore, type, K, model, seed, chains } = options;
  const { burnIn, thinning, distortionPrior, uniqueWithin, termFrequency } = options;
  return {
    ...{
      version: version(),
      sources,
      columns,
      null: options.null,
      id,
      delimiter,
      encoding,
      fields,
      ignore,
      type,
    },
    ...{ K, model, seed, chains, burnIn, thinning, distortionPrior, uniqueWithin, termFrequency, maxPairs },
    ...{ maxIterations: options.maxIterations, tolerance: options.tolerance },
    without: options.without?.toSorted(),
  };
}
