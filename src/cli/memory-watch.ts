/** Stops a run that takes more memory than it may, before the machine or the heap's limit stops it without a word. */
import { getHeapStatistics } from 'node:v8';
import type { Steps } from '../pipeline/steps.ts';
import { type MemoryLimit, sizeText } from './memory-limit.ts';

/** A forecast may be wrong by so much before the run is stopped. */
const TOLERANCE = 1.1;
/** Share of the heap's limit from which it is full. */
const FULL = 0.96;
/** Milliseconds between two looks. */
const INTERVAL = 100;

/** What the process holds, in bytes. */
export interface MemoryInUse {
  /** Resident memory. */
  readonly resident: number;
  /** Of it, what lies on the heap of objects and strings, and how much that can hold. */
  readonly heap: number;
  readonly heapLimit: number;
}

export function memoryInUse(): MemoryInUse {
  const { used_heap_size, heap_size_limit } = getHeapStatistics();
  return { resident: process.memoryUsage.rss(), heap: used_heap_size, heapLimit: heap_size_limit };
}

/** What to do where the heap is full. */
export function largerHeap(heapLimit: number): string {
  return `allow it more by NODE_OPTIONS=--max-old-space-size=${2 * Math.round(heapLimit / 2 ** 20)} (MiB)`;
}

export class MemoryWatch {
  private readonly limit: MemoryLimit;
  private readonly inUse: () => MemoryInUse;
  private readonly now: () => number;
  private last = Number.NEGATIVE_INFINITY;

  constructor(limit: MemoryLimit, inUse = memoryInUse, now = () => performance.now()) {
    this.limit = limit;
    this.inUse = inUse;
    this.now = now;
  }

  /**
   * To be called now and then.
   *
   * @throws Error where the process holds more than it may
   */
  look(): void {
    const now = this.now();
    if (now - this.last < INTERVAL) return;
    this.last = now;
    const { resident, heap, heapLimit } = this.inUse();
    if (resident > TOLERANCE * this.limit.bytes)
      throw new Error(
        `stopped at ${sizeText(resident)} of memory, more than ${this.limit.name}; raise --memory-limit, or lower --max-pairs or --threads`,
      );
    if (heap > FULL * heapLimit)
      throw new Error(
        `stopped with ${sizeText(heap)} of values and names in the heap of ${sizeText(heapLimit)} that Node allows; ${largerHeap(heapLimit)}, or leave columns out of the files`,
      );
  }

  /** The same steps, with a look after each. */
  *over<T>(steps: Steps<T>): Steps<T> {
    for (;;) {
      const { done, value } = steps.next();
      if (done) return value;
      this.look();
      yield;
    }
  }
}
