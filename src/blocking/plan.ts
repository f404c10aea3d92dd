/**
 * The blocking plan: which conjunctions of keys generate candidate pairs, chosen under a pair budget from
 * counts before any pair exists.
 *
 * Every key and every conjunction of two keys of different columns is considered; its blocks are counted, in large
 * tables some of them while rules are chosen, and exactly those of the rules taken. Where a rule's pairs exceed its share of the budget only its small blocks are used, and the
 * records of its large blocks are reached by finer rules, of three keys and more. Rules are taken greedily:
 * each time the one that finds most simulated matches not found yet per pair it costs. Where that leaves too
 * many out, because short rules used up the budget, the choice is made again among rules of all lengths.
 * Small inputs are compared in full.
 */
import { allPairs, drawsOf, possiblePairs, type Table } from '../records/table.ts';
import type { ColumnType } from '../records/types.ts';
import { type Blocks, countPairs, largestWithin } from './blocks.ts';
import { BlockCounter, type CountedBlocks } from './counted-blocks.ts';
import { intersect } from './intersection.ts';
import { type BlockingKey, blockingKeys } from './keys.ts';
import type { Rule } from './rule.ts';
import { SampledCounter, sampleScale } from './sampled-blocks.ts';
import { findsByRule, findsByWords, Selection } from './selection.ts';
import {
  type AgreementRates,
  DRAWS,
  NOMINAL_RATES,
  POOR_RATES,
  simulateMatches,
} from './simulated-matches.ts';
import { meanWords, type WordKeys, wordKeys } from './words.ts';

/** Tables with at most this many pairs in all are compared in full. */
const COMPARE_ALL = 2_500_000;
/** Default candidate budget, in pairs per record. */
const PAIRS_PER_RECORD = 100;
/** Budget of one rule in pairs per record: of a single key, and of a conjunction. */
const SINGLE_SHARE = 2;
const CONJUNCTION_SHARE = 10;
/** Longest conjunction. */
const MOST_KEYS = 8;
/** Conjunctions of three keys and more that are counted, of each length. */
const MOST_REFINEMENTS = 60;
/**
 * A conjunction that would exceed its budget by this factor were its keys independent, the commonest value of
 * each left out, is not counted.
 */
const HOPELESS = 100;
/** Refining ends when at most this share of the simulated matches is missed. */
const GOOD_ENOUGH = 0.002;
/** Columns of names and wording give rare words as keys where they have at least this many words on average. */
const WORDY = 1.5;
const OF_WORDS: ReadonlySet<ColumnType> = new Set(['person', 'text', 'codes', 'category', 'notes']);
const SIMULATION_SEED = 1;
/**
 * So many candidates cost next to nothing: up to there rules are taken that find matches which agree on little, as
 * those of an entity whose columns change from record to record (an author's papers, an inventor's patents).
 */
const AMPLE = 500_000;

export interface PlanOptions {
  /** Whether rare words are keys. Default true. */
  rareWords?: boolean | undefined;
  /** Whether rules for matches that agree on little are taken while candidates are few. Default true. */
  ample?: boolean | undefined;
}

export interface BlockingPlan {
  /** Whether every pair of records is a candidate; there are no rules then. */
  readonly everyPair: boolean;
  readonly keys: readonly BlockingKey[];
  readonly rules: readonly Rule[];
  readonly words: readonly WordKeys[];
  /** Blocks of rules that are known already; whoever uses them up takes them out, for they are large. */
  readonly built: Map<Rule, Blocks>;
  /** Upper bound of the number of candidates: pairs of all rules before removing repeats. */
  readonly mostPairs: number;
  /** Pairs that could match; N(N − 1)/2 unless a file holds no duplicates. */
  readonly totalPairs: number;
  /** Share of simulated matches that no rule finds, under nominal rates of agreement. */
  readonly missed: number;
}

/**
 * Choose the rules.
 *
 * @param maxPairs candidate budget over all rules together; default 100 N
 */
export function planBlocking(
  table: Table,
  maxPairs?: number,
  { rareWords = true, ample = true }: PlanOptions = {},
): BlockingPlan {
  const totalPairs = possiblePairs(drawsOf(table));
  const budget = maxPairs ?? Math.max(COMPARE_ALL, PAIRS_PER_RECORD * table.size);
  if (totalPairs <= Math.min(COMPARE_ALL, budget)) {
    return {
      ...{ everyPair: true, keys: [], rules: [], words: [], built: new Map() },
      ...{ mostPairs: totalPairs, totalPairs, missed: 0 },
    };
  }
  const keys = blockingKeys(table);
  const perRecord = Math.min(table.size, (2 * budget) / PAIRS_PER_RECORD);
  const matches = simulateMatches(table, keys, NOMINAL_RATES, SIMULATION_SEED);
  const selection = new Selection(table, keys, matches, budget);
  if (rareWords)
    selection.offerWords(
      table.columns.flatMap((column, field) =>
        !OF_WORDS.has(column.type) || (column.type !== 'codes' && meanWords(column) < WORDY)
          ? []
          : (wordKeys(column, field, CONJUNCTION_SHARE * perRecord) ?? []),
      ),
    );
  const chances = keys.map(({ sizes }) => {
    const most = sizes.reduce((largest, size) => Math.max(largest, size), 0);
    return (countPairs(sizes) - allPairs(most)) / allPairs(table.size);
  });
  const exact = new BlockCounter(matches.rows);
  const scale = sampleScale(table.size);
  const counter = scale === 1 ? exact : new SampledCounter(matches.rows, scale);
  const budgetOf = (length: number): number => (length === 1 ? SINGLE_SHARE : CONJUNCTION_SHARE) * perRecord;
  const complete: number[][] = [];
  let open: number[][] = [[]];
  for (let length = 1; length <= MOST_KEYS && open.length > 0; length++) {
    const ruleBudget = budgetOf(length);
    let conjunctions = extend(open, keys);
    if (length > 2) conjunctions = selection.mostPromising(conjunctions, MOST_REFINEMENTS);
    open = [];
    for (const conjunction of conjunctions) {
      if (complete.some((rule) => covers(rule, conjunction, keys))) continue;
      const expected = conjunction.reduce((product, key) => product * chances[key]!, totalPairs);
      const rule =
        expected > HOPELESS * ruleBudget
          ? undefined
          : countRule(conjunction, keys, ruleBudget, length === 1 ? exact : counter);
      if (rule !== undefined && rule.pairs > 0) selection.offer(rule);
      if (rule?.complete) complete.push(conjunction);
      else open.push(conjunction);
    }
    if (length >= 2) selection.take();
    if (length >= 2 && selection.missed <= GOOD_ENOUGH) break;
  }
  if (selection.missed > GOOD_ENOUGH) selection.reconsider();
  const { missed } = selection;
  if (ample)
    selection.takeFor(simulateMatches(table, keys, POOR_RATES, SIMULATION_SEED), Math.min(budget, AMPLE));
  const wordPairs = selection.words.reduce((sum, { pairs }) => sum + pairs, 0);
  const built = new Map<Rule, Blocks>();
  const counted = selection.rules.map((rule) => {
    if (scale === 1) return rule;
    const blocks = blocksOf(rule.keys, keys);
    const exactly = ruleOf(rule, exact.count([blocks]), budgetOf(rule.keys.length), 1);
    built.set(exactly, blocks);
    return exactly;
  });
  const rules = withinBudget(counted, budget - wordPairs);
  return {
    ...{ everyPair: false, keys, rules, words: selection.words, built },
    ...{ mostPairs: pairsOf(rules) + wordPairs, totalPairs, missed },
  };
}

/** The rules without the last of them that do not fit: where their pairs were estimated, they can be some more. */
function withinBudget(rules: readonly Rule[], budget: number): readonly Rule[] {
  let pairs = pairsOf(rules);
  let count = rules.length;
  while (pairs > budget && count > 0) pairs -= rules[--count]!.pairs;
  return rules.slice(0, count);
}

function pairsOf(rules: readonly Rule[]): number {
  return rules.reduce((sum, { pairs }) => sum + pairs, 0);
}

/** Every conjunction with a further key, of a column it does not use yet. */
function extend(conjunctions: readonly number[][], keys: readonly BlockingKey[]): number[][] {
  return conjunctions.flatMap((conjunction) =>
    keys.flatMap((key, k) =>
      k > (conjunction.at(-1) ?? -1) && conjunction.every((other) => keys[other]!.field !== key.field)
        ? [[...conjunction, k]]
        : [],
    ),
  );
}

/** Whether all pairs that agree on `conjunction` agree on `rule`: each of its keys is there, or a finer one. */
function covers(
  rule: readonly number[],
  conjunction: readonly number[],
  keys: readonly BlockingKey[],
): boolean {
  return rule.every((key) => conjunction.some((k) => k === key || keys[k]!.coarser.includes(key)));
}

function countRule(
  conjunction: readonly number[],
  keys: readonly BlockingKey[],
  budget: number,
  counter: BlockCounter | SampledCounter,
): Rule {
  const name = conjunction.map((k) => keys[k]!.name).join(' & ');
  const counted = counter.count(finestFirst(conjunction, keys));
  return ruleOf({ keys: conjunction, name }, counted, budget, counter.scale);
}

/** @param scale so many times the blocks counted go into all of them */
function ruleOf(
  { keys, name }: Pick<Rule, 'keys' | 'name'>,
  { sizes, around }: CountedBlocks,
  budget: number,
  scale: number,
): Rule {
  const largest = largestWithin(sizes, budget / scale);
  const pairs = countPairs(sizes, largest);
  const complete = pairs === countPairs(sizes);
  // A block that was not counted may be larger than all that were.
  const used = complete && scale > 1 ? Number.POSITIVE_INFINITY : largest;
  return {
    ...{ keys, name, largest, pairs: scale * pairs, complete },
    reaches: Uint8Array.from(around, (records) =>
      records === 1 || (records > 1 && records <= used) ? 1 : 0,
    ),
  };
}

/** The blocks of a conjunction of keys. */
export function blocksOf(conjunction: readonly number[], keys: readonly BlockingKey[]): Blocks {
  return finestFirst(conjunction, keys).reduce((blocks, key) => intersect(blocks, key));
}

/** The finest keys leave the fewest records to the others. */
function finestFirst(conjunction: readonly number[], keys: readonly BlockingKey[]): Blocks[] {
  return conjunction.map((key) => keys[key]!).sort((a, b) => b.sizes.length - a.sizes.length);
}

/**
 * Estimated share of matches that a plan does not make candidates, when columns agree at the given rates,
 * independently of each other. Errors that come together (a record wrong throughout) make it larger.
 *
 * @param rates per column, how often two records of one entity that both have a value agree
 */
export function estimateMissed(table: Table, plan: BlockingPlan, rates: readonly AgreementRates[]): number {
  if (plan.everyPair || table.size === 0) return 0;
  const matches = simulateMatches(table, plan.keys, rates, SIMULATION_SEED);
  const finds = [
    ...plan.rules.map((rule) => findsByRule(rule, matches, plan.keys.length)),
    ...plan.words.map((words) => findsByWords(words, matches, table)),
  ];
  let missed = 0;
  for (let draw = 0; draw < DRAWS; draw++) if (!finds.some((found) => found[draw] === 1)) missed++;
  return missed / DRAWS;
}
