/** `er explain`: why two records, or those of an entity, go together. */
import { Chalk } from 'chalk';
import { Command, Option } from 'commander';
import { entityIds } from '../../entities/ids.ts';
import { Inputs } from '../../entities/inputs.ts';
import { ErError } from '../../errors.ts';
import { explainPairs } from '../../pipeline/explanation.ts';
import type { Entities } from '../../pipeline/resolution.ts';
import { EntityRecords, type ReviewLimits, reviewEntity } from '../../pipeline/review.ts';
import { Stages } from '../../pipeline/stages.ts';
import type { Table } from '../../records/table.ts';
import { describeDatabases, readDatabases } from '../databases.ts';
import {
  describeEntity,
  type ExplainedEntity,
  entityText,
  LINK_COLUMNS,
  linkRows,
} from '../entity-explanation.ts';
import { pairText } from '../explanation-text.ts';
import { describeLinkage } from '../linkage-text.ts';
import { withModelOptions } from '../model-options.ts';
import { withDatabaseOptions } from '../options.ts';
import { withOutputs, writeJson } from '../outputs.ts';
import { describePair, type ExplainedPair, PAIR_TERM_COLUMNS, pairTerms } from '../pair-explanation.ts';
import { rowNamed } from '../record-names.ts';
import { checkResolveOptions, type ResolveCommandOptions } from '../resolve-options.ts';
import { resolveTable } from '../resolving.ts';
import { type Io, withManners } from '../terminal.ts';
import { version } from '../version.ts';

interface Options extends ResolveCommandOptions {
  pair?: string[];
  record?: string;
  entity?: string;
  format?: Format;
}

type Format = 'text' | 'csv' | 'json';

const HELP = `
Say one of these; records are named by id, as in 17, or customers.csv:17 where
several files have the id:
  --pair ID ID    why two records are the same, or not: what each column adds to
                  the match weight, and the probability that this comes to
  --record ID     what holds the entity of a record together
  --entity ID     the same of an entity, by its id in the result of er resolve

The files are resolved as er resolve does it with the same options, so that
weights, probabilities and entities are those of its result.
  bits       log2 of m/u of the level of agreement, with the rarity of values;
             sum and prior give log2 of the odds that the two are the same
  rest       what no column adds by itself: pairs that are related rather than
             the same, errors that avoid each other, rounding of rarity
  link       the links of an entity are the strongest that connect its records
             (a maximum spanning tree); it falls apart at the weakest of them
  else       where else a record could be, alone or in another entity

The result is text on a terminal and CSV elsewhere; --format says which.
CSV of a pair, a row for each term: term (column, dependence, rest,
  match_weight, prior, match_probability), column, value_l, value_r, level,
  level_name, m, u, frequency_l, frequency_r, level_weight, rarity_weight,
  weight, probability
CSV of an entity, a row for each link, the weakest first: link (inside, out),
  source_l, id_l, source_r, id_r, match_weight, match_probability, entity_l,
  probability_l, entity_r, probability_r

Examples:
  er explain customers.csv orders.csv --pair c6 o46
  er explain people.csv --record 17 --format json | jq .links[0]
`;

/** The command for commander; `io` is asked for when it runs. */
export function explainCommand(io: () => Io): Command {
  const command = withModelOptions(
    new Command('explain')
      .summary('say why two records, or those of an entity, go together')
      .description('Say why two records, or the records of an entity, go together or do not.'),
  )
    .option('--pair <ids...>', 'two records')
    .option('--record <id>', 'a record, for its entity')
    .option('--entity <id>', 'an entity')
    .addOption(
      new Option('--format <name>', 'text, csv or json (default: text on a terminal, else csv)').choices([
        'text',
        'csv',
        'json',
      ]),
    )
    .addHelpText('after', HELP)
    .action((paths: string[], options: Options) => run(paths, options, io()));
  return withDatabaseOptions(command, '[databases...]');
}

/** All of an entity, but of very large ones. */
const LIMITS: ReviewLimits = { records: 1000, links: 1000, shown: 1000 };

/** Runs the command; see HELP for what it does. */
async function run(given: string[], options: Options, terminal: Io): Promise<void> {
  const io = withManners(terminal, options);
  checkResolveOptions(options);
  const { paths, names } = asked(given, options);
  const inputs = new Inputs(paths, io.stdin);
  const work = withOutputs(io.stdout, async (outputs) => {
    const output = await outputs.result(options.output);
    const summary = await outputs.further('--summary', options.summary);
    const stages = new Stages();
    const databases = await readDatabases(paths, options, { ...io, stdin: inputs.stdin });
    const { table } = databases;
    stages.end('read');
    const rows = names.map((name) => rowNamed(table, name, options.pair ? '--pair' : '--record'));
    if (rows.length === 2 && rows[0] === rows[1])
      throw new ErError(`--pair names "${names[0]}" twice; name two records`);
    const found = new AskedEntity(table, options.entity, rows[0]);
    const resolution = await resolveTable(table, options, io, stages, (entities) =>
      options.pair ? [] : found.records(entities).of(found.number(entities)),
    );
    const ids = found.ids(resolution);
    const isText = (options.format ?? (isTerminal(io.stdout) ? 'text' : 'csv')) === 'text';
    const { width, colour } = paper(io, options.output);
    let explained: ExplainedPair | ExplainedEntity;
    let text: () => string;
    let csv: () => string[][];
    if (options.pair) {
      const [pair] = explainPairs(resolution.linkage, [rows[0]!], [rows[1]!]);
      const it = describePair(table, resolution, ids, pair!);
      explained = it;
      text = () => pairText(it, width, colour);
      csv = () => [PAIR_TERM_COLUMNS, ...pairTerms(it)];
    } else {
      const records = found.records(resolution);
      const reviewed = reviewEntity(resolution, records, found.number(resolution), LIMITS);
      const it = describeEntity(table, resolution, ids, reviewed);
      explained = it;
      text = () => entityText(it, width, colour);
      csv = () => [LINK_COLUMNS, ...linkRows(it)];
    }
    if (options.format === 'json') await writeJson(output, explained);
    else {
      if (isText) await output.write(`${text()}\n`);
      else for (const row of csv()) await output.row(row);
      await output.commit();
    }
    await writeJson(summary, {
      ...{ command: 'explain', version: version(), options, seed: options.seed ?? 1 },
      ...describeDatabases(databases),
      ...describeLinkage(table, resolution.linkage),
      ...{ explained, stages: stages.list },
    });
  });
  await work.finally(() => inputs.close());
}

/** What is to be explained, and the databases: after `--pair` these stand behind the two records. */
function asked(given: string[], { pair, record, entity }: Options): { paths: string[]; names: string[] } {
  const ways = [pair, record, entity].filter((way) => way !== undefined).length;
  if (ways > 1) throw new ErError('--pair, --record and --entity are three questions; ask one of them');
  if (ways === 0)
    throw new ErError(
      'say what to explain: one of --pair ID ID, --record ID and --entity ID; see er explain --help',
    );
  const [names, more] =
    pair === undefined ? [record === undefined ? [] : [record], []] : [pair.slice(0, 2), pair.slice(2)];
  if (pair !== undefined && names.length < 2)
    throw new ErError(`--pair names one record, "${names[0]}"; it needs two`);
  const paths = [...given, ...more];
  if (paths.length === 0)
    throw new ErError('no database is given; name the CSV files that the records are of');
  return { paths, names };
}

/** The entity asked for, once the entities are known. */
class AskedEntity {
  private readonly table: Table;
  private readonly id: string | undefined;
  private readonly row: number | undefined;
  private known: { ids: string[]; records: EntityRecords } | undefined;

  /** @param row of a record of it, where it is not named by its id */
  constructor(table: Table, id: string | undefined, row: number | undefined) {
    this.table = table;
    this.id = id;
    this.row = row;
  }

  ids(entities: Entities): string[] {
    return this.of(entities).ids;
  }

  records(entities: Entities): EntityRecords {
    return this.of(entities).records;
  }

  /** @throws ErError where no entity has the id */
  number(entities: Entities): number {
    if (this.id === undefined) return entities.entityOf[this.row!]!;
    const entity = this.ids(entities).indexOf(this.id.trim());
    if (entity >= 0) return entity;
    throw new ErError(
      `--entity names "${this.id}", but no entity has that id; it is that of er resolve with the same files and options, or name one of its records with --record`,
    );
  }

  private of(entities: Entities) {
    this.known ??= {
      ids: entityIds(this.table, entities),
      records: new EntityRecords(this.table, entities),
    };
    return this.known;
  }
}

function isTerminal(stream: NodeJS.WritableStream): boolean {
  return (stream as NodeJS.WriteStream).isTTY === true;
}

/** Columns and colours of what the text is written to. */
function paper({ stdout }: Io, file: string | undefined) {
  const { columns } = stdout as NodeJS.WriteStream;
  const isShown = isTerminal(stdout) && (file === undefined || file === '-');
  const plain = process.env.NO_COLOR !== undefined && process.env.NO_COLOR !== '';
  return { width: (isShown && columns) || 80, colour: new Chalk({ level: isShown && !plain ? 1 : 0 }) };
}
