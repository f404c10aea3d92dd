/** What draws of a partition say about numbers: of entities, and of entities with one, two, three … records. */

/** The mean of draws, and the bounds of their central 95 %. */
export interface DrawnInterval {
  readonly mean: number;
  readonly low: number;
  readonly high: number;
}

export interface SizePosterior {
  /** Number of entities. */
  readonly entities: DrawnInterval & {
    /** The numbers drawn, ascending, and the share of draws that have each; of equal length. */
    readonly values: Int32Array;
    readonly shares: Float64Array;
  };
  /** Number of entities with s records, at place s − 1, up to the largest entity drawn. */
  readonly bySize: {
    readonly mean: Float64Array;
    readonly low: Int32Array;
    readonly high: Int32Array;
  };
}

/**
 * Counts the entities of draws and their sizes, one draw after the other, none of which it keeps. A draw costs O(N)
 * time and keeps two numbers for each different size of its entities, fewer than √2N.
 *
 * @example
 * const tally = new SizeTally(3);
 * for (const draw of [[0, 0, 1], [2, 1, 0]]) tally.add(Int32Array.from(draw));
 * tally.posterior().entities // => { mean: 2.5, low: 2, high: 3, values: [2, 3], shares: [0.5, 0.5] }
 * tally.posterior().bySize // => { mean: [2, 0.5], low: [1, 0], high: [3, 1] }
 */
export class SizeTally {
  private readonly size: number;
  /** Number of entities in each draw. */
  private readonly entities: number[] = [];
  /** Numbers of entities with s records, at place s, in the draws that have such entities. */
  private readonly bySize: number[][] = [];
  /** Of the draw at hand: records of each label, and entities of each size. */
  private readonly recordsOf: Int32Array;
  private readonly entitiesOf: Int32Array;

  /** @param size number of records, N */
  constructor(size: number) {
    this.size = size;
    this.recordsOf = new Int32Array(size);
    this.entitiesOf = new Int32Array(size + 1);
  }

  /**
   * Takes the next draw, which may be overwritten afterwards.
   *
   * @param entityOf label of the entity of each record, whatever numbers 0 … N − 1 they are; length N
   * @throws RangeError if the length or a label is another; the draw then does not count
   */
  add(entityOf: Int32Array): void {
    const { size, recordsOf, entitiesOf, bySize } = this;
    if (entityOf.length !== size) throw new RangeError(`a draw of ${entityOf.length} records, not ${size}`);
    recordsOf.fill(0);
    for (const label of entityOf) {
      if (label < 0 || label >= size) throw new RangeError(`entity ${label} is not from 0 to ${size - 1}`);
      recordsOf[label]!++;
    }
    entitiesOf.fill(0);
    let largest = 0;
    for (const records of recordsOf) {
      entitiesOf[records]!++;
      largest = Math.max(largest, records);
    }
    while (bySize.length <= largest) bySize.push([]);
    let entities = 0;
    for (let records = 1; records <= largest; records++) {
      entities += entitiesOf[records]!;
      if (entitiesOf[records]! > 0) bySize[records]!.push(entitiesOf[records]!);
    }
    this.entities.push(entities);
  }

  /**
   * What the draws so far come to. Bounds are the draws at places 2.5 % and 97.5 % from first to last when sorted,
   * rounded to the nearest, so that they are numbers that were drawn.
   *
   * @throws RangeError if there are no draws
   */
  posterior(): SizePosterior {
    const draws = this.entities.length;
    if (draws === 0) throw new RangeError('no draws');
    const intervals = this.bySize.slice(1).map((counts) => intervalOf(counts, draws));
    return {
      entities: { ...intervalOf(this.entities, draws), ...distributionOf(this.entities) },
      bySize: {
        mean: Float64Array.from(intervals, ({ mean }) => mean),
        low: Int32Array.from(intervals, ({ low }) => low),
        high: Int32Array.from(intervals, ({ high }) => high),
      },
    };
  }
}

/** The interval of draws of a number that is 0 in all but the given ones. */
function intervalOf(counts: readonly number[], draws: number): DrawnInterval {
  const sorted = Int32Array.from(counts).sort();
  const zeros = draws - sorted.length;
  const at = (share: number): number => sorted[Math.round(share * (draws - 1)) - zeros] ?? 0;
  return { mean: sorted.reduce((sum, count) => sum + count, 0) / draws, low: at(0.025), high: at(0.975) };
}

/** The different numbers drawn, ascending, and their shares. */
function distributionOf(numbers: readonly number[]): { values: Int32Array; shares: Float64Array } {
  const sorted = Int32Array.from(numbers).sort();
  const draws = new Map<number, number>();
  for (const number of sorted) draws.set(number, (draws.get(number) ?? 0) + 1);
  return {
    values: Int32Array.from(draws.keys()),
    shares: Float64Array.from(draws.values(), (count) => count / sorted.length),
  };
}
