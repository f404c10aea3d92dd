/** Random partitions for properties: two of the same records, with few entities or many. */
import fc from 'fast-check';

export type Two = [found: number[], truth: number[]];

export const partitions: fc.Arbitrary<Two> = fc
  .integer({ min: 2, max: 40 })
  .chain((n) => fc.tuple(partition(n), partition(n)));

function partition(n: number): fc.Arbitrary<number[]> {
  return fc
    .integer({ min: 0, max: n })
    .chain((most) => fc.array(fc.integer({ min: 0, max: most }), { minLength: n, maxLength: n }));
}

/** Two partitions with some of their pairs, each once, and a probability for each of these. */
export const linkedPartitions = partitions.chain(([found, truth]) => {
  const pair = fc.tuple(fc.nat(found.length - 1), fc.nat(found.length - 1)).filter(([a, b]) => a !== b);
  const key = ([a, b]: [number, number]) => Math.min(a, b) * found.length + Math.max(a, b);
  const pairs = fc.uniqueArray(pair, { selector: key, maxLength: 60 });
  // Few distinct probabilities, .5 among them, so that ties and the edge occur.
  const probabilities = fc.array(fc.constantFrom(0, 0.2, 0.49, 0.5, 0.7, 1), {
    minLength: 60,
    maxLength: 60,
  });
  return fc.record({ found: fc.constant(found), truth: fc.constant(truth), pairs, probabilities });
});

export function linksOf(pairs: readonly (readonly [number, number])[], probabilities: readonly number[]) {
  return {
    left: Int32Array.from(pairs, ([a]) => a),
    right: Int32Array.from(pairs, ([, b]) => b),
    probability: Float64Array.from(pairs, (_, i) => probabilities[i]!),
  };
}
