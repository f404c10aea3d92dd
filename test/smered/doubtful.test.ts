/** What is in doubt, against the log odds of the few partitions there are. */
import { describe, expect, test } from 'vitest';
import { graphCharges } from '../../src/partition/charges.ts';
import { fixedLabels } from '../../src/partition/entity-count.ts';
import { doubtfulParts } from '../../src/smered/doubtful.ts';
import { type Few, few, graphOf, grouped } from './exact-posterior.ts';

/** Nats by which an alternative may be worse, as the source has it. */
const DOUBT = 7;

/** Records and edges in doubt, edges as their pairs. */
function doubts(it: Few, labels: number[], K: number, graph = graphOf(labels.length)) {
  const individuals = grouped(it, labels);
  individuals.useCharges(graphCharges(graph));
  const { records, edges } = doubtfulParts(individuals, graph, fixedLabels(K));
  return {
    records: [...records],
    edges: [...edges].map((edge) => [graph.owners[edge], graph.neighbours[edge]]),
  };
}

const alike = (count: number) => Array.from({ length: count }, () => ['a']);

describe('doubtfulParts', () => {
  /**
   * One field of V = 2 values under A: two equal records are log (1 + A)/(1 + 2A) + log 2 likelier as one, two
   * different ones log A/(1 + 2A) + log 2; of three individuals two are merged at log(K − 2).
   */
  test.each([
    ['equal', (A: number) => Math.log((2 * (1 + A)) / (1 + 2 * A)), [['a'], ['a'], ['b']]],
    ['different', (A: number) => Math.log((2 * A) / (1 + 2 * A)), [['a'], ['b'], ['b']]],
  ])('holds two %s records apart in doubt as long as they could be one', (_, gain, rows) => {
    const A = 0.1;
    const it = few(rows, A);
    const edges = graphOf(3, [[0, 1]]);
    const limit = Math.exp(gain(A) + DOUBT) + 2;
    expect(doubts(it, [0, 1, 2], Math.floor(limit), edges)).toEqual({ records: [0, 1], edges: [] });
    expect(doubts(it, [0, 1, 2], Math.ceil(limit), edges)).toEqual({ records: [], edges: [] });
  });

  test('holds two equal records together in doubt as long as they could be two', () => {
    const [A, other] = [0.1, ['b']];
    const rows = [['a'], ['a'], other];
    const gain = Math.log((2 * (1 + A)) / (1 + 2 * A));
    const edges = graphOf(3, [[0, 1]]);
    // Apart they gain log(K − 2), so that many individuals make it likely: here always.
    expect(Math.log(3 - 2) - gain).toBeGreaterThan(-DOUBT);
    expect(doubts(few(rows, A), [0, 0, 2], 3, edges)).toEqual({ records: [0, 1], edges: [] });
    // With K = C there is nowhere to go.
    expect(doubts(few(rows, A), [0, 0, 2], 2, edges)).toEqual({ records: [], edges: [] });
    // In three fields of 99 values they hang together.
    const many = (value: string) => new Array(3).fill(value);
    const firm = few([many('a'), many('a'), ...Array.from({ length: 98 }, (_, i) => many(`v${i}`))], 0.01);
    const z = Array.from({ length: 100 }, (_, r) => Math.max(0, r - 1));
    expect(doubts(firm, z, 200, graphOf(100, [[0, 1]]))).toEqual({ records: [], edges: [] });
  });

  test('holds no record in doubt that has no neighbour, or none it may be with', () => {
    expect(doubts(few(alike(3), 1), [0, 1, 2], 5, graphOf(3, [])).records).toEqual([]);
    expect(doubts(few(alike(3), 1), [0, 1, 2], 5, graphOf(3, [[0, 1]])).records).toEqual([0, 1]);
    expect(doubts(few(alike(3), 1, [0, 0, -1]), [0, 1, 2], 5, graphOf(3, [[0, 1]])).records).toEqual([]);
  });

  test('takes edges to individuals of several records, and into individuals of four and more', () => {
    expect(doubts(few(alike(3), 1), [0, 0, 1], 9).edges).toEqual([
      [0, 2],
      [1, 2],
    ]);
    expect(doubts(few(alike(3), 1), [0, 0, 0], 9).edges).toEqual([]);
    expect(doubts(few(alike(4), 1), [0, 0, 0, 0], 9).edges).toHaveLength(6);
    expect(doubts(few(alike(3), 1, [0, -1, 0]), [0, 0, 1], 9).edges).toEqual([]);
  });

  test('counts a charge against being one', () => {
    const it = few([...alike(2), ['b']], 1);
    const charged = (charge: number) =>
      doubts(
        it,
        [0, 1, 2],
        5,
        graphOf(3, [[0, 1]], () => charge),
      ).records;
    const gain = Math.log(4 / 3) - Math.log(3);
    expect(charged(gain + DOUBT - 0.01)).toEqual([0, 1]);
    expect(charged(gain + DOUBT + 0.01)).toEqual([]);
    const edges = (charge: number) =>
      doubts(
        it,
        [0, 0, 1],
        5,
        graphOf(3, undefined, () => charge),
      ).edges;
    expect([edges(1).length, edges(20).length]).toEqual([2, 0]);
  });
});
