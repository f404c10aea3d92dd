/** What runs in a thread that helps to survey and to compare; see `ComparingThreads`. */
import { workerData } from 'node:worker_threads';
import { EarlierRules } from '../blocking/earlier-rules.ts';
import { PairsOfBlocks } from '../blocking/pairs.ts';
import { Comparison } from '../compare/comparison.ts';
import { Rarity } from '../compare/rarity.ts';
import { tableFrom } from '../records/table-for-threads.ts';
import { compareChunks } from './chunks.ts';
import type { Answer, ComparingWork, Order, ThreadData } from './comparing-threads.ts';
import { PairTally } from './pair-tally.ts';
import { PlausibilityBound } from './plausibility-bound.ts';
import { surveyFields } from './survey.ts';

const { table: sharedTable, levels, port, answers } = workerData as ThreadData;
const table = tableFrom(sharedTable);
const comparison = new Comparison(table, levels);
let comparing: { pairs: PairsOfBlocks; tally: PairTally } | undefined;

port.on('message', (order: Order) => {
  try {
    answerTo(order);
  } catch (error) {
    send({ kind: 'error', error }, []);
  }
});

function answerTo(order: Order): void {
  if (order.kind === 'survey') {
    send({ kind: 'fields', fields: [...surveyFields(table, comparison, order.survey)] }, []);
    return;
  }
  if (order.kind === 'begin') {
    comparing = begun(order.work);
    return;
  }
  const { pairs, tally } = comparing!;
  if (order.kind === 'end') {
    const patterns = tally.index.raw();
    send({ kind: 'patterns', patterns }, [patterns.levels, patterns.counts]);
    return;
  }
  const results = [...compareChunks(order.part, pairs, tally)];
  send(
    { kind: 'chunks', results },
    results.flatMap(({ left, right, pattern }) => [left, right, pattern]),
  );
}

function begun({ ruleBlocks, bounds, logMeans }: ComparingWork) {
  const rarity = logMeans && new Rarity(table, comparison, 0, logMeans);
  return {
    pairs: new PairsOfBlocks(table, new EarlierRules(table, ruleBlocks)),
    tally: new PairTally(comparison, rarity, new PlausibilityBound(bounds)),
  };
}

/** Sends an answer; the arrays are handed over, not copied. */
function send(answer: Answer, arrays: readonly ArrayBufferView[]): void {
  port.postMessage(
    answer,
    arrays.map(({ buffer }) => buffer as ArrayBuffer),
  );
  Atomics.add(answers, 0, 1);
  Atomics.notify(answers, 0);
}
