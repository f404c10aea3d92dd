/** The blocking plan of a command within its limits of pairs and memory, or one line on why there is none. */
import { ErError } from '../errors.ts';
import { type FitOptions, type FittingPlan, fittingPlan, TooLarge } from '../pipeline/fitting-plan.ts';
import { type LinkOptions, surveyAhead } from '../pipeline/link.ts';
import type { Table } from '../records/table.ts';
import { type MemoryLimit, memoryLimit, sizeText } from './memory-limit.ts';
import { largerHeap, type MemoryInUse, memoryInUse } from './memory-watch.ts';
import { type DatabaseOptions, threadsOf } from './options.ts';
import { count, type Io } from './terminal.ts';

type Asked = Omit<FitOptions, 'limit' | 'maxPairs' | 'threads'>;

/**
 * The plan, and a notice where it is another than without the limit.
 *
 * @throws ErError where no sensible plan stays within the limits, naming the largest blocks
 */
export function planWithin(table: Table, options: DatabaseOptions, asked: Asked, io: Io): FittingPlan {
  const limit = memoryLimit(options.memoryLimit);
  const fit = planOrRefusal(table, options, asked, limit);
  requireHeap(fit, memoryInUse());
  const notice = fewerPairs(fit, limit);
  if (notice !== undefined) io.notice(notice);
  return fit;
}

/**
 * The same, while a thread surveys the table, unless memory is short: to be handed on to `linking`.
 *
 * @throws ErError like `planWithin`
 */
export function planWhileSurveying(
  table: Table,
  options: DatabaseOptions & Pick<LinkOptions, 'termFrequency'>,
  asked: Asked & Pick<LinkOptions, 'without'>,
  io: Io,
): FittingPlan & Pick<LinkOptions, 'ahead'> {
  const { seed, termFrequency, memoryLimit: limit } = options;
  const surveyed = { seed, termFrequency, without: asked.without, threads: threadsOf(options) };
  const ahead = limit === undefined ? surveyAhead(table, surveyed) : undefined;
  try {
    return { ...planWithin(table, options, asked, io), ahead };
  } catch (error) {
    ahead?.stop();
    throw error;
  }
}

function planOrRefusal(
  table: Table,
  options: DatabaseOptions,
  asked: Asked,
  limit: MemoryLimit,
): FittingPlan {
  const { maxPairs } = options;
  try {
    return fittingPlan(table, { ...asked, maxPairs, threads: threadsOf(options), limit: limit.bytes });
  } catch (error) {
    if (error instanceof TooLarge) throw new ErError(refusal(error, table.size, options, limit));
    throw error;
  }
}

function refusal(
  { bytes, blocks }: TooLarge,
  records: number,
  { maxPairs }: DatabaseOptions,
  limit: MemoryLimit,
): string {
  const largest = blocks.map((block) => `${block.name} has ${count(block.records)} records`).join(', ');
  if (bytes === undefined)
    return maxPairs === undefined
      ? `every way to pair these records makes too many pairs: ${largest}; add columns that tell records apart, or raise --max-pairs`
      : `no way to pair ${count(records)} records stays within --max-pairs ${count(maxPairs)}: ${largest}; raise --max-pairs`;
  return [
    `${count(records)} records take about ${sizeText(bytes)}, more than ${limit.name}, even with a pair each`,
    ...(largest === '' ? [] : [`; the largest blocks: ${largest}`]),
    '; raise --memory-limit, compare fewer columns (--fields) or split the files',
  ].join('');
}

/** Values and names lie on the heap, which has a limit of its own. */
function requireHeap({ forecast: { heap } }: FittingPlan, { heapLimit }: MemoryInUse): void {
  if (heap <= heapLimit) return;
  throw new ErError(
    `values and names take about ${sizeText(heap)}, more than the heap of ${sizeText(heapLimit)} that Node allows; ${largerHeap(heapLimit)}`,
  );
}

/** What became of the plan, where the limit made it another one. */
export function fewerPairs({ plan, wanted }: FittingPlan, limit: MemoryLimit): string | undefined {
  if (wanted === undefined) return undefined;
  const more = Math.max(0, plan.missed - wanted.missed);
  const missed = more < 0.0005 ? 'less than 0.1 %' : `about ${(100 * more).toFixed(1)} %`;
  return `notice: at most ${count(plan.mostPairs)} candidate pairs instead of ${count(wanted.mostPairs)}, to stay within ${limit.name}; ${missed} of the matches are missed for it, were 7 values in 10 equal`;
}
