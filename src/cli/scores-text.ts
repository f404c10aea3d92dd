/** Scores for people: tables and sentences that fit into 80 columns. */
import type { Calibration } from '../evaluate/calibration.ts';
import type { Losses } from '../evaluate/losses.ts';
import type { PartitionScores } from '../evaluate/partition-scores.ts';
import { alignedTable, count, counted } from './terminal.ts';
import type { WrongEntity } from './wrong-entities.ts';

/** Entities in a table of the worst. */
const SHOWN = 5;

export function scoresText(scores: PartitionScores): string {
  const { precision, recall, f1, bCubedPrecision, bCubedRecall, bCubedF1 } = scores;
  const { exactPrecision, exactRecall, entities, trueEntities, exactEntities } = scores;
  const exactF1 = (2 * exactEntities) / (entities + trueEntities);
  const rows = [
    ['', 'precision', 'recall', 'F1'],
    ['pairs', ...[precision, recall, f1].map(share)],
    ['B-cubed', ...[bCubedPrecision, bCubedRecall, bCubedF1].map(share)],
    ['whole entities', ...[exactPrecision, exactRecall, exactF1].map(share)],
  ];
  return [
    `${counted(scores.records, 'record')}: ${count(entities)} entities for ${count(trueEntities)} true ones, ${count(exactEntities)} recovered exactly`,
    `${counted(scores.truePositives, 'pair')} joined rightly, ${count(scores.falsePositives)} wrongly, ${count(scores.falseNegatives)} missed`,
    alignedTable(rows),
  ].join('\n');
}

/** @param what was predicted, in the plural */
export function calibrationText(what: string, found: Calibration): string {
  const bins = found.bins.filter(({ predictions }) => predictions > 0);
  const { brierScore, logLoss, expectedError } = found;
  return [
    `${what}: Brier score ${share(brierScore)}, log loss ${share(logLoss)}, calibration error ${share(expectedError)}`,
    alignedTable([
      ['probability', what, 'mean', 'came true'],
      ...bins.map(({ from, to, predictions, meanProbability, observedShare }) => [
        `${from} to ${to}`,
        ...[count(predictions), share(meanProbability), share(observedShare)],
      ]),
    ]),
  ].join('\n');
}

const STEPS: Readonly<Record<keyof Losses, string>> = {
  missedByBlocking: 'missed by blocking (no candidate)',
  missedByScoring: 'missed by scoring (below .5)',
  missedByClustering: 'missed by clustering (left apart at .5 or more)',
  missedByBlockingOrScoring: 'missed by blocking or scoring (not at .5 or more)',
  missedByScoringOrClustering: 'missed by scoring or clustering (candidates)',
  joinedByScoring: 'joined wrongly by scoring (.5 or more)',
  joinedByClustering: 'joined wrongly by clustering (through others)',
  joinedByScoringOrClustering: 'joined wrongly by scoring or clustering (candidates)',
  wonByClustering: 'won by clustering (joined rightly through others)',
};

export function lossText(losses: Losses): string {
  const rows = Object.entries(losses).map(([step, pairs]) => [STEPS[step as keyof Losses], count(pairs)]);
  return alignedTable([['what became of pairs', 'pairs'], ...rows]);
}

/** The worst of each kind, if there are any. */
export function wrongText(wrong: readonly WrongEntity[]): string | undefined {
  const [merged, split] = [wrong.filter(isMerged), wrong.filter((entity) => !isMerged(entity))];
  const tables = [];
  if (merged.length > 0)
    tables.push(table(merged, 'entity of several', 'held together by', 'true ones', 'wrong pairs'));
  if (split.length > 0)
    tables.push(table(split, 'true entity apart', 'not joined by', 'pieces', 'missed pairs'));
  return tables.length === 0 ? undefined : tables.join('\n');
}

function table(wrong: readonly WrongEntity[], ...[entity, by, parts, pairs]: string[]): string {
  const rows = wrong
    .slice(0, SHOWN)
    .map((one) => [
      ...[one.entity, linkText(one)],
      ...[count(one.records), count(one.parts), count(one.pairs)],
    ]);
  const more = wrong.length > SHOWN ? `\nand ${count(wrong.length - SHOWN)} more` : '';
  return alignedTable([[entity!, by!, 'records', parts!, pairs!], ...rows], 2) + more;
}

/** `c1 – o2 .97`: the link, or a record where no link is known. */
function linkText({ witness, probability }: WrongEntity): string {
  const names = witness.map(([, id]) => id).join(' – ');
  return probability === undefined ? names : `${names} ${probability.toFixed(2)}`;
}

function isMerged({ error }: WrongEntity): boolean {
  return error === 'merged';
}

function share(value: number): string {
  return Number.isNaN(value) ? 'undefined' : value.toFixed(4);
}
