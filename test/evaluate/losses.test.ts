import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contingency } from '../../src/evaluate/contingency.ts';
import { type LinkKind, losses } from '../../src/evaluate/losses.ts';
import { countPairs } from '../../src/evaluate/pairwise.ts';
import { linkedPartitions, linksOf } from './random-partitions.ts';

type Pairs = readonly (readonly [number, number])[];

function lost(kind: LinkKind, found: number[], truth: number[], pairs: Pairs, probabilities: number[]) {
  const partitions = [Int32Array.from(found), Int32Array.from(truth)] as const;
  const links = linksOf(pairs, probabilities);
  const known = kind === 'candidates' ? { ...links, probability: undefined } : links;
  return losses(known, kind, ...partitions, countPairs(contingency(...partitions)));
}

describe('losses', () => {
  // The result {0 1 2} {3} {4} against the truth {0 1} {2 3 4}: 01 is right, 02 and 12 are wrong, 23, 24, 34 missed.
  const [found, truth] = [
    [0, 0, 0, 1, 2],
    [0, 0, 1, 1, 1],
  ];
  const pairs: Pairs = [
    [0, 1],
    [2, 1],
    [2, 3],
    [4, 2],
  ];

  it('are of blocking, of scoring or of clustering where all candidates are scored', () => {
    expect(lost('scored', found, truth, pairs, [0.4, 0.9, 0.5, 0.3])).toEqual({
      ...{ missedByBlocking: 1, missedByScoring: 1, missedByClustering: 1 },
      ...{ joinedByScoring: 1, joinedByClustering: 1, wonByClustering: 1 },
    });
  });

  it('are not told apart before clustering where only matches are listed', () => {
    expect(lost('matches', found, truth, pairs, [0.4, 0.9, 0.5, 0.3])).toEqual({
      ...{ missedByBlockingOrScoring: 2, missedByClustering: 1 },
      ...{ joinedByScoring: 1, joinedByClustering: 1, wonByClustering: 1 },
    });
  });

  it('are not told apart after blocking where candidates have no probability', () => {
    expect(lost('candidates', found, truth, pairs, [])).toEqual({
      ...{ missedByBlocking: 1, missedByScoringOrClustering: 2 },
      ...{ joinedByScoringOrClustering: 1, joinedByClustering: 1, wonByClustering: 0 },
    });
  });
});

describe('losses of any result', () => {
  it('are those of a walk through all pairs', () => {
    fc.assert(
      fc.property(linkedPartitions, ({ found, truth, pairs, probabilities }) => {
        const expected = { missedByBlocking: 0, missedByScoring: 0, missedByClustering: 0 };
        const joined = { joinedByScoring: 0, joinedByClustering: 0, wonByClustering: 0 };
        for (let i = 0; i < found.length; i++)
          for (let j = 0; j < i; j++) {
            const link = pairs.findIndex(([a, b]) => (a === i && b === j) || (a === j && b === i));
            const likely = link >= 0 && probabilities[link]! >= 0.5;
            const [together, same] = [found[i] === found[j], truth[i] === truth[j]];
            if (same && !together) {
              if (link < 0) expected.missedByBlocking++;
              else expected[likely ? 'missedByClustering' : 'missedByScoring']++;
            } else if (!same && together) joined[likely ? 'joinedByScoring' : 'joinedByClustering']++;
            else if (same && !likely) joined.wonByClustering++;
          }
        expect(lost('scored', found, truth, pairs, probabilities)).toEqual({ ...expected, ...joined });
      }),
    );
  });

  it.each(['scored', 'matches', 'candidates'] as const)(
    'of %s add up to what is missed and wrong',
    (kind) => {
      fc.assert(
        fc.property(linkedPartitions, ({ found, truth, pairs, probabilities }) => {
          const all = Object.entries(lost(kind, found, truth, pairs, probabilities));
          const sum = (start: string) =>
            all.filter(([name]) => name.startsWith(start)).reduce((total, [, number]) => total + number, 0);
          const counts = countPairs(contingency(Int32Array.from(found), Int32Array.from(truth)));
          expect([sum('missed'), sum('joined')]).toEqual([counts.falseNegatives, counts.falsePositives]);
        }),
      );
    },
  );
});
