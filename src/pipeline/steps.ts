/**
 * Long work in steps: a generator that yields where it can be interrupted. Done at once it is a plain
 * function; done in turns it lets the process see signals and timers between the steps.
 */
import { setImmediate } from 'node:timers/promises';

/** Work that ends with a T. */
export type Steps<T> = Generator<undefined, T>;

/** Longest time without a turn of the event loop, as far as the steps allow, in milliseconds. */
const TURN = 40;

/** Does all steps at once. */
export function finish<T>(steps: Steps<T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** Does the steps, and gives the event loop a turn before and now and then. */
export async function inTurns<T>(steps: Steps<T>): Promise<T> {
  await oneTurn();
  const turn = turns();
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
    const wait = turn();
    if (wait !== undefined) await wait;
  }
}

/**
 * For loops: answers with a promise when it is time to let the event loop have a turn.
 *
 * @example const turn = turns(); for (…) { const wait = turn(); if (wait !== undefined) await wait; }
 */
export function turns(): () => Promise<void> | undefined {
  let last = performance.now();
  return () => {
    if (performance.now() - last < TURN) return undefined;
    return oneTurn().then(() => {
      last = performance.now();
    });
  };
}

/** Lets the event loop come to signals, timers and finished reads. */
export async function oneTurn(): Promise<void> {
  // The first may come due in the same round of the loop, before it looks for signals.
  await setImmediate();
  await setImmediate();
}
