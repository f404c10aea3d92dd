/** `er resolve`: the entities that the records of databases describe. */
import { Command } from 'commander';
import { OriginalColumns } from '../../entities/columns.ts';
import { Inputs } from '../../entities/inputs.ts';
import { entityDoubts } from '../../pipeline/doubts.ts';
import { expectedQuality } from '../../pipeline/expected-quality.ts';
import { MECHANISMS } from '../../pipeline/mechanisms.ts';
import { Stages } from '../../pipeline/stages.ts';
import type { Table } from '../../records/table.ts';
import { chainsWarnings, distortionText } from '../chains-text.ts';
import { describeDatabases, readDatabases, setAside } from '../databases.ts';
import { conclusion, describeEntities } from '../entities-text.ts';
import { EntitySample, SHOWN_ENTITIES, sampleSizes } from '../entity-sample.ts';
import { conflictsText, type GoldenChoices } from '../golden-rows.ts';
import { describeLinkage, parameterText, warnings } from '../linkage-text.ts';
import { withModelOptions } from '../model-options.ts';
import { whole, withDatabaseOptions } from '../options.ts';
import { withOutputs, writeJson } from '../outputs.ts';
import { planText } from '../plan-text.ts';
import { preference, preferences } from '../prefer.ts';
import { checkResolveOptions, type ResolveCommandOptions } from '../resolve-options.ts';
import { DOUBTFUL_PAIR, resultColumns, writeMatches, writeResult, writeSamples } from '../resolved-rows.ts';
import { learnedOr, resolveTable } from '../resolving.ts';
import { sameRun } from '../same-run.ts';
import { type Io, withManners } from '../terminal.ts';
import { version } from '../version.ts';
import { withoutHelp } from '../without.ts';

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
  and the number of records that hold it (_support); at the end the columns in
  which they hold several values (conflicts, separated by ;).
--prefer: which value a golden record takes, for all columns (RULE) or for one
  (COLUMN:RULE); repeat it for further rules, asked in turn, those of a column
  first:
    source=A.csv,B.csv  from the first of these files that has a value
    newest=COLUMN       from the record with the latest date there
    longest             the one in most characters
    most-frequent       by the vote, which decides whatever rules leave open
  Probability and support are those of the value taken.
--provenance: the record that each value is from, as _source and _id.
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
  const command = withModelOptions(
    new Command('resolve')
      .summary('find the entities that records describe, and merge them')
      .description('Find which records describe the same entity, say how surely, and write them out merged.'),
  )
    .option('--samples-output <file>', 'write the draws here')
    .option('--checkpoint <file>', 'save the chains of smered here, and go on from it')
    .option('--entities <file>', 'write one golden record per entity here')
    .option('--prefer <rule>', 'which values they take; may be repeated (default: most-frequent)', preference)
    .option('--provenance', 'say which record each of their values is from')
    .option(
      '--summary-entities <n>',
      `entities that --summary shows with their cells (default: ${SHOWN_ENTITIES})`,
      whole('--summary-entities', 0),
    )
    .option('--matches <file>', 'write match probabilities of joined and of doubtful pairs here')
    .addHelpText('after', HELP)
    .action((paths: string[], options: ResolveCommandOptions, command: Command) =>
      run(paths, options, io(), wordsOf(command)),
    );
  return withDatabaseOptions(command);
}

/** What repeats the run. Commander keeps the words as they were given, though its types do not say so. */
function wordsOf(command: Command): string[] {
  const { rawArgs } = (command.parent ?? command) as Command & { rawArgs: string[] };
  // The name of the command comes before its words.
  const first = command.parent === null ? 0 : rawArgs.indexOf(command.name()) + 1;
  return sameRun(command, rawArgs.slice(first));
}

/** Runs the command; see HELP for what it does. */
async function run(
  paths: string[],
  options: ResolveCommandOptions,
  terminal: Io,
  words: readonly string[],
): Promise<void> {
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
    const choices = goldenChoices(table, options);
    const shown = options.summaryEntities ?? SHOWN_ENTITIES;
    const sample = new EntitySample(table, sampleSizes(summary === undefined ? 0 : shown));
    const resolution = await resolveTable(table, options, io, stages, (found) => sample.choose(found));
    const entities = sample.ids(resolution);
    const reviewed = sample.review(resolution);
    const result = { table, resolution, entities, inputs, options, io, cells: reviewed.cells };
    const findings = await writeResult(result, output, golden, choices);
    const reported = await writeMatches(table, resolution, matches);
    await writeSamples(table, resolution, samples);
    stages.end('write');
    const doubts = [
      ...chainsWarnings(resolution),
      ...entityDoubts(resolution, { ...options, K: learnedOr(options.K) }),
      ...warnings(table, resolution.linkage),
      ...(findings?.warnings ?? []),
    ];
    const expected = expectedQuality(resolution);
    await writeJson(summary, {
      ...{ command: 'resolve', version: version(), options, seed: options.seed ?? 1 },
      ...describeDatabases(databases),
      ...describeLinkage(table, resolution.linkage),
      ...{ ...describeEntities(table, resolution, entities, expected), warnings: doubts },
      ...(shown === 0 ? {} : { entity_sample: sample.describe(resolution, reviewed, resultColumns(table)) }),
      ...(reported === undefined ? {} : { reported_pairs: reported }),
      ...(findings && { golden: { prefer: options.prefer ?? [], conflicts: findings.conflicts } }),
      ...{ stages: stages.list },
    });
    const { linkage } = resolution;
    io.notice(planText(linkage.plan, linkage.evidence.byRule));
    const distortion = distortionText(table, resolution);
    if (distortion !== undefined) io.notice(distortion);
    else if (table.columns.length > 0) io.notice(parameterText(table, linkage));
    if (findings !== undefined) io.notice(conflictsText(findings.conflicts));
    const fewer =
      typeof options.K === 'number' && resolution.entities > options.K
        ? [fewerThanFound(options.K, resolution.entities)]
        : [];
    const messages = [...fewer, ...doubts];
    for (const message of messages) io.notice(io.colour.yellow(`warning: ${message}`));
    const taken = { seconds: performance.now() / 1000, bytes: process.resourceUsage().maxRSS * 1024 };
    const again = paths.includes('-') ? undefined : words;
    const facts = { again, expected, summary: options.summary, warnings: messages.length, ...taken };
    io.notice(conclusion(table, resolution, { ...facts, setAside: setAside(databases) }));
  });
  await work.finally(() => inputs.close());
}

function fewerThanFound(K: number, entities: number): string {
  return `--K asks for ${K} individuals, but the pairs compared join the records to no fewer than ${entities}`;
}

/** What golden records are to be like; wrong names of columns and files are found before the work. */
function goldenChoices(
  { sources }: Table,
  { prefer = [], provenance = false }: ResolveCommandOptions,
): GoldenChoices {
  const { names } = new OriginalColumns(sources);
  return { preferences: preferences(prefer, names, sources), provenance };
}
