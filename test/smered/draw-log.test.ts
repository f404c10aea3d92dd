/** That draws come out of their log as they were put in. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DrawLog } from '../../src/smered/draw-log.ts';

const draws = fc.nat(8).chain((size) => fc.array(fc.array(fc.nat(4), { minLength: size, maxLength: size })));
const listed = (log: DrawLog): number[][] => Array.from(log.draws(), (of) => Array.from(of));

test('a log gives back its draws, also where it went on from an earlier one', () => {
  fc.assert(
    fc.property(draws, fc.nat(9), (all, at) => {
      const size = all[0]?.length ?? 0;
      const whole = new DrawLog(size);
      const of = new Int32Array(size);
      const add = (log: DrawLog, draw: number[]) => {
        of.set(draw);
        log.add(of);
      };
      for (const draw of all) add(whole, draw);
      expect(listed(whole)).toEqual(all);
      expect(listed(whole)).toEqual(all);
      const begun = new DrawLog(size);
      for (const draw of all.slice(0, at)) add(begun, draw);
      const resumed = new DrawLog(size, begun.changes);
      for (const draw of all.slice(at)) add(resumed, draw);
      expect(resumed.changes).toEqual(whole.changes);
      // The earlier one stays as it was.
      expect(listed(begun)).toEqual(all.slice(0, at));
    }),
    { seed: 1 },
  );
});

test('only what changes is kept', () => {
  const log = new DrawLog(3);
  for (const draw of [
    [0, 0, 2],
    [0, 0, 2],
    [0, 1, 2],
  ])
    log.add(Int32Array.from(draw));
  expect(log.changes.map((list) => [...list])).toEqual([[0, 0, 1, 0, 2, 2], [], [1, 1]]);
});
