import { expect, it } from 'vitest';
import { MemoryWatch, memoryInUse } from '../../src/cli/memory-watch.ts';
import { finish } from '../../src/pipeline/steps.ts';

const MIB = 2 ** 20;
const LIMIT = { bytes: 1000 * MIB, name: '--memory-limit 1000 MiB' };

function watching(resident: number, heap = 0) {
  let time = 0;
  let looks = 0;
  const inUse = () => {
    looks++;
    return { resident: resident * MIB, heap: heap * MIB, heapLimit: 4000 * MIB };
  };
  const watch = new MemoryWatch(LIMIT, inUse, () => time);
  return { watch, pass: (milliseconds: number) => (time += milliseconds), looks: () => looks };
}

it('lets a run have its limit and a tenth more', () => {
  expect(() => watching(1099).watch.look()).not.toThrow();
  expect(() => watching(1101).watch.look()).toThrow(
    'stopped at 1.08 GiB of memory, more than --memory-limit 1000 MiB; raise --memory-limit, or lower --max-pairs or --threads',
  );
});

it('stops before the heap is full, and says how it is made larger', () => {
  expect(() => watching(900, 3800).watch.look()).not.toThrow();
  expect(() => watching(900, 3900).watch.look()).toThrow(/NODE_OPTIONS=--max-old-space-size=8000/);
});

it('looks now and then, not each time', () => {
  const { watch, pass, looks } = watching(1);
  for (let i = 0; i < 100; i++) {
    watch.look();
    pass(10);
  }
  expect(looks()).toBe(10);
});

it('stops work between two steps', () => {
  const done: number[] = [];
  function* work() {
    for (let step = 0; step < 3; step++) {
      done.push(step);
      yield;
    }
    return 'all';
  }
  expect(() => finish(watching(2000).watch.over(work()))).toThrow(/^stopped at /);
  expect(done).toEqual([0]);
  expect(finish(watching(1).watch.over(work()))).toBe('all');
});

it('knows what the process holds', () => {
  const { resident, heap, heapLimit } = memoryInUse();
  expect(resident).toBeGreaterThan(heap / 2);
  expect(heapLimit).toBeGreaterThan(heap);
});
