/** The entities of a run, for people and for its summary. */
import { entitySizes, mostDoubtful, sizeClasses } from '../entities/portrait.ts';
import type { ExpectedQuality } from '../pipeline/expected-quality.ts';
import type { Resolution } from '../pipeline/resolution.ts';
import type { Table } from '../records/table.ts';
import { chainsText, describeDraws } from './chains-text.ts';
import { sizeText } from './memory-limit.ts';
import { missedText } from './plan-text.ts';
import { count, counted, duration, labelledLines, printable } from './terminal.ts';

/** Records in doubt that people are told of, if their probability is below the second; and that the summary holds. */
const DOUBTFUL_SHOWN = 5;
const DOUBTFUL_BELOW = 0.99;
const DOUBTFUL_LISTED = 20;
/** Columns set aside that are named. */
const SET_ASIDE_SHOWN = 8;

/** What to know of a run besides its entities. */
export interface RunFacts {
  /** The databases and options that repeat the run, as the user gave them; undefined where standard input is one. */
  again: readonly string[] | undefined;
  /** Columns that were not compared, the ids left out. */
  setAside: readonly string[];
  /** The summary, if one was written. */
  summary: string | undefined;
  expected: ExpectedQuality;
  warnings: number;
  seconds: number;
  bytes: number;
}

/** The outcome for people, in some ten lines: what was found, how good it is expected to be, what to look at next. */
export function conclusion(table: Table, resolution: Resolution, facts: RunFacts): string {
  const { linkage, entities, interval } = resolution;
  const { evidence, plan, missed } = linkage;
  const free = table.sources.filter((_, source) => resolution.unique.has(source)).map(({ source }) => source);
  const chains = chainsText(resolution);
  const isOutside = resolution.draws.length > 0 && (entities < interval.low || entities > interval.high);
  return labelledLines([
    ['records', `${count(table.size)} in ${counted(table.sources.length, 'file')}`],
    ['columns', columnsText(table, facts.setAside)],
    [
      'candidates',
      `${counted(evidence.compared, 'pair')} compared of ${count(plan.totalPairs)}; matches that blocking missed: ${missedText(missed, plan)}`,
    ],
    [
      'entities',
      `${count(entities)} (95 % interval ${count(interval.low)} to ${count(interval.high)}); ${counted(table.size - entities, 'duplicate')} found${isOutside ? '; the interval is that of the draws, of which these entities are none' : ''}`,
    ],
    ['sizes', sizesText(resolution)],
    ['expected', expectedText(facts.expected)],
    ...(free.length > 0
      ? [['unique', `taken to hold no duplicates inside: ${free.join(', ')}`] as const]
      : []),
    ...(chains === undefined ? [] : [['chains', chains] as const]),
    ['in doubt', doubtText(table, resolution)],
    ...(facts.warnings > 0 ? [['warnings', `${count(facts.warnings)}, above`] as const] : []),
    ['took', `${secondsText(facts.seconds)} and ${sizeText(facts.bytes)}`],
    ['look at', nextText(table, resolution, facts)],
  ]);
}

/** How many columns were compared, and which were not. */
function columnsText({ columns }: Table, setAside: readonly string[]): string {
  const compared = `${count(columns.length)} compared`;
  if (setAside.length === 0) return compared;
  const named = setAside.slice(0, SET_ASIDE_SHOWN).map(printable).join(', ');
  const more = setAside.length > SET_ASIDE_SHOWN ? ', …' : '';
  return `${compared}; set aside, as er profile explains: ${named}${more}`;
}

/** `0.6 s`, and whole seconds from ten on. */
function secondsText(seconds: number): string {
  return seconds < 10 ? `${seconds.toFixed(1)} s` : duration(seconds);
}

/** How many entities have how many records. */
function sizesText(resolution: Resolution): string {
  const sizes = sizeClasses(entitySizes(resolution)).filter(([, n]) => n > 0);
  return sizes.length === 0 ? 'none' : sizes.map(([size, n]) => `${count(n)} of ${size}`).join(', ');
}

function expectedText({ precision, recall }: ExpectedQuality): string {
  const share = (of: number): string => `${(100 * of).toFixed(1)} %`;
  const right = precision === undefined ? [] : [`${share(precision)} of the joined pairs to be right`];
  const found = recall === undefined ? [] : [`${share(recall)} of the matches to be found`];
  if (right.length + found.length === 0) return 'no two records to be the same';
  return [...right, ...found].join(', ');
}

function doubtText(table: Table, { probability }: Resolution): string {
  const doubtful = mostDoubtful(probability, DOUBTFUL_SHOWN, DOUBTFUL_BELOW);
  if (doubtful.length === 0) return `no record: all have a probability of ${DOUBTFUL_BELOW} or more`;
  const below = probability.reduce((n, p) => n + (p < DOUBTFUL_BELOW ? 1 : 0), 0);
  const named = doubtful.map((row) => `${recordName(table, row)} (${probability[row]!.toFixed(3)})`);
  return `${counted(below, 'record')} below ${DOUBTFUL_BELOW}: ${named.join(', ')}${below > named.length ? ', …' : ''}`;
}

/** Commands that show more. */
function nextText(table: Table, { probability }: Resolution, { again, summary }: RunFacts): string {
  const [first] = mostDoubtful(probability, 1);
  const record =
    first === undefined ? undefined : `${sourceOf(table, first)}:${printable(table.ids[first]!)}`;
  const page =
    summary === undefined || summary === '-'
      ? 'with --summary run.json: er report run.json -o run.html'
      : `er report ${shellWord(summary)} -o run.html`;
  if (record === undefined || again === undefined) return page;
  return `er explain ${again.map(shellWord).join(' ')} --record ${shellWord(record)}\n${page}`;
}

function recordName(table: Table, row: number): string {
  return `${sourceOf(table, row)} ${printable(table.ids[row]!)}`;
}

function sourceOf(table: Table, row: number): string {
  return table.sources[table.sourceOf[row]!]!.source;
}

/** As a shell reads it: in quotes where it must be. */
function shellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

/** What was found, for the summary. */
export function describeEntities(
  table: Table,
  resolution: Resolution,
  ids: readonly string[],
  expected: ExpectedQuality,
) {
  const { entities, entityOf, interval, probability, K, objective } = resolution;
  return {
    ...{
      K,
      objective: objective ?? null,
      entities,
      interval,
      duplicates: table.size - entities,
      // Null where there are no pairs.
      expected: { precision: expected.precision ?? null, recall: expected.recall ?? null },
      sizes: entitySizes(resolution),
      unique_within: table.sources.filter((_, s) => resolution.unique.has(s)).map(({ source }) => source),
      ...describeDraws(table, resolution),
      ...(resolution.elboTrace === undefined ? {} : { elbo_trace: [...resolution.elboTrace] }),
    },
    doubtful: mostDoubtful(probability, DOUBTFUL_LISTED).map((record) => ({
      source: table.sources[table.sourceOf[record]!]!.source,
      ...{ id: table.ids[record]!, entity_id: ids[entityOf[record]!]!, probability: probability[record]! },
    })),
  };
}
