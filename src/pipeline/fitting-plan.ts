/**
 * A blocking plan that fits into memory: fewer threads first, which changes no result, then fewer candidates. It depends
 * on the table, the options and the limit alone.
 */
import { largestBlocks, type NamedBlock } from '../blocking/largest-blocks.ts';
import type { BlockingPlan } from '../blocking/plan.ts';
import type { Table } from '../records/table.ts';
import { type Forecast, type ForecastOptions, forecast } from './forecast.ts';
import { type LinkOptions, planFor } from './link.ts';

/** A plan, and what it takes. */
export interface FittingPlan {
  readonly plan: BlockingPlan;
  readonly forecast: Forecast;
  readonly threads: number;
  /** Candidate budget with which the plan was made; undefined is the default one. */
  readonly maxPairs: number | undefined;
  /** The plan that would have been used without the limit, where it is another. */
  readonly wanted: BlockingPlan | undefined;
}

export interface FitOptions extends Pick<ForecastOptions, 'command' | 'threads' | 'samples'> {
  /** Bytes that the process may hold. */
  limit: number;
  maxPairs?: LinkOptions['maxPairs'];
  without?: LinkOptions['without'];
}

/** Fewer candidates a record than this find too little to be worth while. */
const LEAST_PER_RECORD = 1;
/** Times that a plan is made anew, and share of the budget left each time. */
const ATTEMPTS = 4;
const LESS = 0.7;
/** Blocks named to whoever has to do something about them. */
const NAMED = 3;

/** No sensible plan fits. */
export class TooLarge extends Error {
  /** Bytes that the least would take, or undefined where no rule stays within the candidate budget. */
  readonly bytes: number | undefined;
  readonly blocks: readonly NamedBlock[];

  constructor(bytes: number | undefined, blocks: readonly NamedBlock[]) {
    super('no plan fits');
    this.bytes = bytes;
    this.blocks = blocks;
  }
}

/**
 * The plan to compare a table by.
 *
 * @throws TooLarge where the table itself, or any plan worth while, exceeds the limit, and where no rule fits `maxPairs`
 */
export function fittingPlan(table: Table, options: FitOptions): FittingPlan {
  const { limit, maxPairs } = options;
  const wanted = planFor(table, options);
  if (findsNothing(wanted)) {
    const blocks = largestBlocks(table, wanted, NAMED);
    // Where no two records share a value there is nothing to compare, which is no matter of the budget.
    if (blocks.length > 0) throw new TooLarge(undefined, blocks);
  }
  for (let { threads } = options; threads >= 1; threads--) {
    const expected = forecast(table, wanted, { ...options, threads });
    if (expected.bytes <= limit)
      return { plan: wanted, forecast: expected, threads, maxPairs, wanted: undefined };
  }
  const single = { ...options, threads: 1 };
  const least = LEAST_PER_RECORD * table.size;
  const without = forecast(table, wanted, { ...single, pairs: 0 }).bytes;
  const perPair = (forecast(table, wanted, single).bytes - without) / Math.max(1, wanted.mostPairs);
  let budget = (limit - without) / perPair;
  for (let attempt = 0; attempt < ATTEMPTS && budget >= least; attempt++, budget *= LESS) {
    const fewer = roundedDown(budget);
    const plan = planFor(table, { ...options, maxPairs: fewer });
    const expected = forecast(table, plan, single);
    if (expected.bytes <= limit && !findsNothing(plan))
      return { plan, forecast: expected, threads: 1, maxPairs: fewer, wanted };
  }
  throw new TooLarge(
    without + perPair * Math.min(least, wanted.mostPairs),
    largestBlocks(table, wanted, NAMED),
  );
}

/** Whether no rule was taken although there are pairs. */
function findsNothing({ everyPair, rules, words, totalPairs }: BlockingPlan): boolean {
  return !everyPair && totalPairs > 0 && rules.length + words.length === 0;
}

/** To two digits, as people write budgets. */
function roundedDown(budget: number): number {
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(budget)) - 1);
  return Math.max(1, Math.floor(budget / unit) * unit);
}
