/**
 * Linking: from a table of records to the match probability of every candidate pair, without labels.
 *
 *     table → blocking plan → levels of all pairs, candidates compared → EM → match probabilities
 */
import { EarlierRules } from '../blocking/earlier-rules.ts';
import { type BlockingPlan, estimateMissed, planBlocking } from '../blocking/plan.ts';
import { Comparison } from '../compare/comparison.ts';
import { possibleLevels } from '../compare/cross-product.ts';
import type { LevelOptions } from '../compare/levels.ts';
import { levelOffsets } from '../compare/patterns.ts';
import { Rarity } from '../compare/rarity.ts';
import type { Warning } from '../em/diagnosis.ts';
import type { Parameters } from '../em/parameters.ts';
import type { Table } from '../records/table.ts';
import { ComparingThreads } from './comparing-threads.ts';
import { type Estimation, estimateFromEvidence } from './estimation.ts';
import { type Evidence, gatherEvidence } from './evidence.ts';
import type { Without } from './mechanisms.ts';
import { type Others, sampleOthers, standingFor } from './others.ts';
import { type Pilot, piloted } from './pilot.ts';
import { finish, type Steps } from './steps.ts';
import { type FieldSurvey, joinedSurvey, type SurveyOptions, sharedSurvey, surveyFields } from './survey.ts';

export interface LinkOptions {
  /** Candidate budget; default 100 pairs per record. */
  maxPairs?: number | undefined;
  /** Pairs of at least this match probability are kept, from 0 (all candidates) to 1. Default 0.5. */
  threshold?: number | undefined;
  /** Whether rare values count for more; the same as leaving `rarity` out. Default true. */
  termFrequency?: boolean | undefined;
  /** Parts to leave out, of those that work on a table: which columns it has was decided before. */
  without?: Without;
  maxIterations?: number | undefined;
  tolerance?: number | undefined;
  seed?: number | undefined;
  /** Most threads to use; default 1. Never changes a result. */
  threads?: number | undefined;
  /** A plan made before, for instance to know the number of pairs in advance. */
  plan?: BlockingPlan | undefined;
  /** Threads that have begun to survey the table; see `surveyAhead`. */
  ahead?: ComparingThreads | undefined;
  /** What is known of the same table with other sources taken for free of duplicates, or none. */
  known?: Pick<Linkage, 'comparison' | 'rarity' | 'everyPair'> | undefined;
  /** Told when a stage ends, and while candidates are compared how many have been. */
  onStage?: ((stage: string) => void) | undefined;
  progress?: ((pairs: number) => void) | undefined;
  /** Told the share of the estimation that is done; how much there is to do shows only on the way. */
  estimating?: ((share: number) => void) | undefined;
}

/** Everything known after linking. */
export interface Linkage {
  readonly plan: BlockingPlan;
  readonly comparison: Comparison;
  /** Undefined without term frequency. */
  readonly rarity: Rarity | undefined;
  readonly evidence: Evidence;
  readonly estimation: Estimation;
  readonly parameters: Parameters;
  /** Level counts of all pairs of the table, flat, and of those that could match. */
  readonly everyPair: Float64Array;
  readonly crossProduct: Float64Array;
  /** Match probability of each pattern, and log₂ of m/u with rarity and dependence, length G. */
  readonly probabilities: Float64Array;
  readonly weights: Float64Array;
  /** Estimated share of matches that blocking missed. */
  readonly missed: number;
  readonly warnings: readonly Warning[];
  /** Whether m and u are those of the pairs between the sources alone. */
  readonly isFromBetween?: boolean;
}

/**
 * Estimate the match probabilities of a table.
 *
 * @example link(table).probabilities // one per agreement pattern; `matchedPairs` lists the pairs
 */
export function link(table: Table, options: LinkOptions = {}): Linkage {
  return finish(linking(table, options));
}

/** The blocking plan that linking makes. */
export function planFor(table: Table, { maxPairs, without }: LinkOptions): BlockingPlan {
  return planBlocking(table, maxPairs, {
    ...{ rareWords: !without?.has('rare-words'), ample: !without?.has('ample-candidates') },
  });
}

/** The steps of `link`. */
export function* linking(table: Table, options: LinkOptions = {}): Steps<Linkage> {
  const { seed = 1, threshold = 0.5, without, onStage } = options;
  const plan = options.plan ?? planFor(table, options);
  onStage?.('block');
  yield;
  const { known } = options;
  const levelOptions = levelOptionsOf(options);
  const startThreads = () =>
    ComparingThreads.start(table, levelOptions, plan.mostPairs, options.threads ?? 1);
  let started =
    options.ahead === undefined ? startThreads() : options.ahead.fitTo(plan.mostPairs, options.threads ?? 1);
  const comparison = known?.comparison ?? new Comparison(table, levelOptions);
  yield;
  const { everyPair, rarity } =
    known ?? (yield* surveyed(table, comparison, surveyOptions(options), started));
  const crossProduct = possibleLevels(table, comparison, seed, everyPair);
  onStage?.('survey');
  yield;
  let keepAbove = threshold <= 0 ? Number.NEGATIVE_INFINITY : logOdds(Math.min(threshold, 0.5)) - KEEP_SLACK;
  const earlier = EarlierRules.of(table, plan);
  const about = {
    ...{ names: table.columns.map((column) => column.name), crossProduct },
    ...{ totalPairs: plan.totalPairs, kinds: comparison.kinds, without },
    levelNames: comparison.fields.map((field) => field.names),
  };
  let pilot: Pilot | undefined;
  function* gather(): Steps<Evidence> {
    const threads = started ?? startThreads();
    started = undefined;
    const gathering = { crossProduct, rarity, keepAbove, threads, earlier };
    try {
      pilot ??= yield* piloted(table, plan, comparison, gathering, about, seed);
      return yield* gatherEvidence(table, plan, comparison, {
        ...{ ...gathering, parameters: pilot.parameters, parts: pilot.parts },
        progress: options.progress,
      });
    } finally {
      threads?.stop();
    }
  }
  const limits = { maxIterations: options.maxIterations, tolerance: options.tolerance };
  let evidence: Evidence;
  let estimation: Estimation;
  let others: Others | undefined;
  for (let isFirst = true; ; isFirst = false) {
    evidence = yield* gather();
    if (isFirst) onStage?.('compare');
    yield;
    others ??= pilot?.others
      ? standingFor(pilot.others.patterns, plan.totalPairs - evidence.compared)
      : sampleOthers(table, { plan, earlier }, comparison, evidence.compared, seed);
    const material = { ...about, evidence, others };
    estimation = yield* counted(estimateFromEvidence(material, limits, pilot?.beginning), options.estimating);
    const { weights } = estimation.estimates.best;
    if (!evidence.dropped.some((pairs, g) => pairs > 0 && weights[g]! >= threshold)) break;
    keepAbove -= KEEP_MORE;
  }
  const { parameters, weights: probabilities } = estimation.estimates.best;
  onStage?.('estimate');
  return {
    ...{ plan, comparison, rarity, evidence, estimation, parameters, probabilities },
    ...{ everyPair, crossProduct },
    weights: estimation.matchWeights,
    missed: estimateMissed(table, plan, ratesOf(comparison, parameters)),
    warnings: estimation.warnings,
  };
}

/**
 * Starts a thread that surveys the table while its plan is made, where that is worth while: give it to `linking` as
 * `ahead`, or stop it.
 */
export function surveyAhead(table: Table, options: LinkOptions): ComparingThreads | undefined {
  return ComparingThreads.startSurvey(
    table,
    levelOptionsOf(options),
    surveyOptions(options),
    options.threads ?? 1,
  );
}

function levelOptionsOf({ without }: LinkOptions): LevelOptions {
  return { nicknames: !without?.has('nicknames') };
}

function surveyOptions({ seed = 1, termFrequency = true, without }: LinkOptions): SurveyOptions {
  return { seed, rarity: termFrequency && !without?.has('rarity') };
}

/** The survey of a table, with the help of threads. */
function* surveyed(
  table: Table,
  comparison: Comparison,
  options: SurveyOptions,
  threads: ComparingThreads | undefined,
): Steps<Pick<Linkage, 'everyPair' | 'rarity'>> {
  const shared = threads?.beginSurvey(options) ?? sharedSurvey(options);
  const fields: FieldSurvey[] = [];
  for (const field of surveyFields(table, comparison, shared)) {
    fields.push(field);
    yield;
  }
  if (threads !== undefined) fields.push(...(yield* threads.surveyed()));
  const { everyPair, logMeans } = joinedSurvey(fields, comparison.levelCounts);
  return { everyPair, rarity: logMeans && new Rarity(table, comparison, options.seed, logMeans) };
}

/** EM is run about this often, less where two classes are enough and more where three are not. */
const USUAL_RUNS = 9;

/** The same steps, with word of how many are done. */
function* counted<T>(steps: Steps<T>, tell: ((share: number) => void) | undefined): Steps<T> {
  for (let runs = 0; ; runs++) {
    tell?.(runs / (runs + Math.max(1, USUAL_RUNS - runs)));
    const { done, value } = steps.next();
    if (done) return value;
    yield;
  }
}

/** Log odds below the threshold down to which pairs are kept, for what EM may still change. */
const KEEP_SLACK = 3;
/** How much further down they are kept when a pair that was not turns out to be a match. */
const KEEP_MORE = 20;

function logOdds(probability: number): number {
  return Math.log(probability / (1 - probability));
}

/** How often each column agrees exactly, or nearly, between matches. */
function ratesOf(comparison: Comparison, { m }: Parameters): { equal: number; near: number }[] {
  const offsets = levelOffsets(comparison.levelCounts);
  return comparison.levelCounts.map((_, f) => {
    const equal = m[offsets[f + 1]! - 1]!;
    return { equal, near: Math.max(0, 1 - equal - m[offsets[f]!]!) };
  });
}

/**
 * Indices (into `evidence`) of the kept pairs with at least the given match probability, by their rows.
 */
export function matchedPairs(linkage: Linkage, threshold: number, size: number): Int32Array {
  const { evidence, probabilities } = linkage;
  const indices: number[] = [];
  for (let i = 0; i < evidence.left.length; i++)
    if (probabilities[evidence.pattern[i]!]! >= threshold) indices.push(i);
  const keys = Float64Array.from(indices, (i) => evidence.left[i]! * size + evidence.right[i]!);
  const order = Int32Array.from(indices.keys()).sort((a, b) => keys[a]! - keys[b]!);
  return order.map((at) => indices[at]!);
}
