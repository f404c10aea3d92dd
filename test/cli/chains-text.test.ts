/** What is said of draws: convergence, distortion, and when people are warned. */
import { describe, expect, test } from 'vitest';
import { chainsText, chainsWarnings, describeDraws, distortionText } from '../../src/cli/chains-text.ts';
import { random } from '../../src/math/random.ts';
import type { Resolution } from '../../src/pipeline/resolution.ts';
import type { Table } from '../../src/records/table.ts';

interface Trace {
  individuals: number[];
  beta?: number[][];
}

/** What the texts read of a resolution. */
function drawn(traces: Trace[], draws: number[][] = [[0, 0, 1]]): Resolution {
  const chains = traces.map(({ individuals, beta = individuals.map(() => []) }) => ({
    ...{ individuals, beta, logPosterior: individuals.map((n) => -n), K: individuals.map(() => 9) },
  }));
  return {
    chains,
    draws: draws.map((draw) => Int32Array.from(draw)),
    entityOf: new Int32Array(3),
  } as unknown as Resolution;
}

const table = { columns: [{ name: 'colour' }, { name: 'size' }] } as unknown as Table;
const without = { draws: [], entityOf: new Int32Array(3) } as unknown as Resolution;

/** Independent draws around a mean. */
function steady(seed: number, mean: number, count = 500): number[] {
  const { normal } = random(seed);
  return Array.from({ length: count }, () => Math.round(mean + 10 * normal()));
}

describe('chains', () => {
  test('that have met are reported without a warning', () => {
    const resolution = drawn([{ individuals: steady(1, 900) }, { individuals: steady(2, 900) }]);
    expect(chainsText(resolution)).toMatch(
      /^2 chains of 500 draws:\n {2}number of entities: R-hat 1\.0\d, [\d,]{3,5} effective draws\n {2}log posterior: R-hat/,
    );
    expect(chainsWarnings(resolution)).toEqual([]);
  });

  test('that have not met are warned of', () => {
    const resolution = drawn([{ individuals: steady(1, 900) }, { individuals: steady(2, 930) }]);
    expect(chainsWarnings(resolution)).toEqual([
      expect.stringMatching(
        /^the chains have not met \(R-hat [12]\.\d\d, above 1\.05\); raise --burn-in and --samples$/,
      ),
    ]);
  });

  test('of draws that depend on each other are warned of', () => {
    // A stationary walk: each draw is most of the one before.
    const walk = (seed: number) => {
      const { normal } = random(seed);
      let at = 0;
      return Array.from({ length: 4000 }, () => {
        at = 0.98 * at + normal();
        return 900 + at;
      });
    };
    const few = drawn([{ individuals: walk(3) }, { individuals: walk(4) }]);
    expect(chainsWarnings(few)).toEqual([
      expect.stringMatching(/^(the draws depend on each other|the chains have not met)/),
    ]);
  });

  test('too short to tell are warned of', () => {
    const resolution = drawn([{ individuals: [3, 3] }]);
    expect(chainsText(resolution)).toContain('R-hat –, – effective draws');
    expect(chainsWarnings(resolution)).toEqual([
      'too few draws to tell whether the chains have met; raise --samples',
    ]);
  });

  test('are not spoken of where there are none', () => {
    expect(chainsText(without)).toBeUndefined();
    expect(chainsWarnings(without)).toEqual([]);
    expect(describeDraws(table, without)).toEqual({});
    expect(distortionText(table, without)).toBeUndefined();
  });
});

test('distortion is shown by column', () => {
  const beta = [
    [0.01, 0.2],
    [0.03, 0.4],
  ];
  const text = distortionText(table, drawn([{ individuals: [2, 2], beta }]))!;
  expect(text.split('\n').map((line) => line.trim().split(/ {2,}/))).toEqual([
    ['column', 'distorted values', '95 % interval'],
    ['colour', '2.00 %', '1.00 % to 3.00 %'],
    ['size', '30.00 %', '20.00 % to 40.00 %'],
  ]);
});

test('the summary has the posterior of numbers and the chains', () => {
  const resolution = drawn(
    [{ individuals: [2, 3] }],
    [
      [0, 0, 1],
      [0, 1, 2],
    ],
  );
  expect(describeDraws(table, resolution)).toMatchObject({
    posterior: {
      draws: 2,
      entities: { mean: 2.5, low: 2, high: 3, values: [2, 3], shares: [0.5, 0.5] },
      sizes: [
        { size: 1, mean: 2, low: 1, high: 3 },
        { size: 2, mean: 0.5, low: 0, high: 1 },
      ],
    },
    chains: [{ entities: [2, 3], log_posterior: [-2, -3], K: [9, 9] }],
  });
});
