/**
 * What a run will take: seconds and bytes of each stage, from the table and the plan alone, before any pair exists.
 * It depends on nothing else, so that a plan made to fit into memory is the same each time.
 *
 * A stage's seconds are counts (cells, distinct values, pairs, patterns) times what one of them was measured to take on
 * one core of the machine of `test/bench/RESULTS.md`, where forecasts stand beside actual runs.
 */
import type { BlockingPlan } from '../blocking/plan.ts';
import { sampleScale } from '../blocking/sampled-blocks.ts';
import { presentCount, type Table } from '../records/table.ts';
import { comparingCost, preparingCost, surveyCost } from './comparing-cost.ts';
import { MANY_RECORDS, threadsFor } from './comparing-threads.ts';
import { MANY_PAIRS } from './pilot.ts';

export interface ForecastOptions {
  command: 'pairs' | 'link' | 'resolve';
  /** Most threads. */
  threads: number;
  /** Candidates after removing repeats, where that is known; by default the plan's upper bound. */
  pairs?: number | undefined;
  /** Draws from the posterior that are kept. */
  samples?: number | undefined;
  /** Seconds of the stages that were measured. */
  measured?: Readonly<Record<string, number>> | undefined;
}

export interface StageForecast {
  readonly stage: string;
  readonly seconds: number;
  /** Peak memory of the process by the end of the stage. */
  readonly bytes: number;
}

export interface Forecast {
  readonly stages: readonly StageForecast[];
  /** Of the whole process, its start included. */
  readonly seconds: number;
  /** Peak memory of the process. */
  readonly bytes: number;
  /** Of it, what lies on the heap of objects and strings of the first thread, which has a limit of its own. */
  readonly heap: number;
}

const MIB = 2 ** 20;
/** Bytes of the process before it reads, and of garbage for each byte read, up to so many. */
const PROCESS = 80 * MIB;
const GARBAGE = 30;
const MOST_GARBAGE = 70 * MIB;
/** Bytes of a distinct value besides its characters, of a cell and of a record (its name) while files are read. */
const VALUE = 120;
const CELL = 24;
const RECORD = 150;
/** Bytes of a further thread: its own, and of its copy of each distinct value and cell. */
const THREAD = 40 * MIB;
const THREAD_VALUE = 100;
const THREAD_CELL = 8;
/** Bytes of a candidate until it is compared and, if it can be a match, clustered. */
const PAIR = { pairs: 0, link: 22, resolve: 28 } as const;
/** Bytes of a record while it is clustered and written. */
const CLUSTERED = 60;

/** Bytes on the heap: of the program, of a distinct value besides its characters, of a record's names. */
const HEAP = 20 * MIB;
const HEAP_VALUE = 80;
const HEAP_RECORD = { pairs: 80, link: 80, resolve: 160 } as const;

/** Seconds of a byte and of a cell read, of a cell while the plan is made, of a record sorted into a rule's blocks. */
const READING = 90e-9;
const READING_CELL = 150e-9;
const PLANNING = 1.4e-6;
/** The same of tables so large that blocks are counted from some of them. */
const PLANNING_SAMPLED = 0.75e-6;
const SORTING = 60e-9;
/** Seconds of a pattern and column while EM runs, and pairs looked at beside the candidates. */
const ESTIMATING = 1.9e-6;
const OTHERS = 300_000;
/** Share of very many candidates that are kept after a first look at some. */
const KEPT_OF_MANY = 0.3;
/** Share of the survey that is left to do where a thread has begun it while the plan was made. */
const LEFT_TO_SURVEY = 0.15;
/** Seconds of a candidate while records are clustered: fewer are worth a look where all pairs are candidates. */
const CLUSTERING = 0.9e-6;
const CLUSTERING_ALL = 0.45e-6;
/** Seconds of a cell and of a pair written. */
const WRITING_CELL = 0.45e-6;
const WRITING_PAIR = 1.2e-6;
/** Seconds that a process takes to start. */
const STARTING = 0.4;
/** Share of the work done again, about, where files turn out to be free of duplicates or pairs between them tell more. */
const AGAIN = { pairs: 0, link: 0.35, resolve: 0.6 } as const;

/** The forecast of a command under a plan. */
export function forecast(table: Table, plan: BlockingPlan, options: ForecastOptions): Forecast {
  const { command, measured = {} } = options;
  const pairs = options.pairs ?? plan.mostPairs;
  const amounts = amountsOf(table);
  const again = table.sources.length < 2 ? 1 : 1 + AGAIN[command];
  const threads = command === 'pairs' ? 1 : threadsFor(plan.mostPairs, options.threads);
  const rules = plan.rules.length;
  const kept = plan.mostPairs < MANY_PAIRS ? pairs : KEPT_OF_MANY * pairs;
  const bytes = bytesOf(table, plan, options, { ...amounts, threads, pairs: kept });
  const compare = rules * table.size * SORTING + (pairs * comparingCost(table.columns, pairs)) / threads;
  const others = plan.everyPair ? 0 : OTHERS * comparingCost(table.columns, OTHERS);
  const estimate = 0.1 + others + ESTIMATING * expectedPatterns(table, kept) * table.columns.length;
  const left = options.threads > 1 && table.size >= MANY_RECORDS ? LEFT_TO_SURVEY : 1;
  const write = amounts.cells * WRITING_CELL + (command === 'pairs' ? pairs * WRITING_PAIR : 0);
  const planning = sampleScale(table.size) === 1 ? PLANNING : PLANNING_SAMPLED;
  const clustering = plan.everyPair ? CLUSTERING_ALL : CLUSTERING;
  const seconds: Record<string, number> = {
    read: 0.2 + amounts.fileBytes * READING + amounts.cells * READING_CELL,
    block: plan.everyPair ? 0 : table.size * table.columns.length * planning,
    ...(command === 'pairs'
      ? {}
      : { survey: again * (left * surveyCost(table.columns) + preparingCost(table.columns)) }),
    compare: again * compare + (command === 'pairs' ? write : 0),
    ...(command === 'pairs' ? {} : { estimate: again * estimate }),
    ...(command === 'resolve' ? { cluster: 0.1 + kept * clustering, write } : {}),
    ...(command === 'link' ? { write: table.size * WRITING_CELL } : {}),
  };
  const stages = Object.entries(seconds).map(([stage, expected]) => ({
    ...{ stage, seconds: measured[stage] ?? expected },
    bytes: stage === 'read' || stage === 'block' ? bytes.read : stage === 'survey' ? bytes.survey : bytes.all,
  }));
  return {
    stages,
    seconds: stages.reduce((sum, stage) => sum + stage.seconds, STARTING),
    ...{ bytes: bytes.all, heap: bytes.heap },
  };
}

/** What a table consists of. */
function amountsOf({ size, sources, columns }: Table) {
  const values = columns.reduce((sum, column) => sum + column.values.length, 0);
  let characters = 0;
  for (const column of columns) for (const value of column.values) characters += value.length;
  const inFiles = sources.reduce((sum, { rows, header }) => sum + rows * header.length, 0);
  return {
    ...{ values, characters, cells: Math.max(inFiles, size * columns.length) },
    fileBytes: sources.reduce((sum, { bytes }) => sum + bytes, 0),
  };
}

function bytesOf(
  { size, columns }: Table,
  { rules }: BlockingPlan,
  { command, samples = 0 }: ForecastOptions,
  of: ReturnType<typeof amountsOf> & { threads: number; pairs: number },
) {
  const values = of.values * VALUE + of.characters;
  const read =
    PROCESS + Math.min(MOST_GARBAGE, GARBAGE * of.fileBytes) + values + of.cells * CELL + size * RECORD;
  const copy = of.values * THREAD_VALUE + 3 * of.characters + size * columns.length * THREAD_CELL;
  const survey = read + 10 * MIB + (of.threads - 1) * (THREAD + copy);
  const clustered = command === 'resolve' ? size * (CLUSTERED + 4 * samples) : 0;
  const all = survey + 10 * MIB + of.pairs * PAIR[command] + 8 * size * rules.length + clustered;
  const heap = HEAP + of.values * HEAP_VALUE + of.characters + size * HEAP_RECORD[command];
  return { read, survey, all, heap };
}

/**
 * Agreement patterns, rarity told apart, about: they grow with the pairs, and with the columns that both records of a
 * pair have.
 */
export function expectedPatterns({ size, columns }: Pick<Table, 'size' | 'columns'>, pairs: number): number {
  const present = columns.reduce((sum, column) => sum + presentCount(column) / Math.max(1, size), 0);
  return Math.min(pairs, 0.01 * present ** 2.9 * pairs ** 0.66);
}
