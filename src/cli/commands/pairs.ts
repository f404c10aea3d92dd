/** `er pairs`: the candidate pairs of databases with their comparison levels. */
import { Command } from 'commander';
import { BATCH, candidatePairs } from '../../blocking/pairs.ts';
import { Comparison } from '../../compare/comparison.ts';
import { crossProductLevels } from '../../compare/cross-product.ts';
import { levelOffsets, MISSING } from '../../compare/patterns.ts';
import type { CsvOutput } from '../../csv/write.ts';
import { parameterRows } from '../../em/parameter-file.ts';
import { Stages } from '../../pipeline/stages.ts';
import { oneTurn, turns } from '../../pipeline/steps.ts';
import type { Table } from '../../records/table.ts';
import { describeDatabases, readDatabases } from '../databases.ts';
import { type DatabaseOptions, withDatabaseOptions } from '../options.ts';
import { withOutputs, writeJson } from '../outputs.ts';
import { PairText } from '../pair-text.ts';
import { describePlan, missedText, planText } from '../plan-text.ts';
import { planWithin } from '../plan-within.ts';
import { StageBars } from '../stage-bars.ts';
import { count, counted, type Io, withManners } from '../terminal.ts';
import { version } from '../version.ts';

export interface Options extends DatabaseOptions {
  parameters?: string;
}

const HELP = `
One row comes out for each candidate pair: source_l,id_l,source_r,id_r and one
column for each column compared, which holds its level of agreement: 0
(different) to L-1 (equal), empty where either value is missing. Which
agreements make a pair a candidate is shown on standard error.

--parameters writes how often each level occurs among ALL pairs, not only the
candidates, and how many pairs there are. With it "er em" learns from candidates
as if it had seen every pair.

Examples:
  er pairs customers.csv orders.csv > pairs.csv
  er pairs --parameters u.csv customers.csv orders.csv > pairs.csv
  er em --init u.csv pairs.csv
`;

/** The command for commander; `io` is asked for when it runs. */
export function pairsCommand(io: () => Io): Command {
  const command = new Command('pairs')
    .summary('compare candidate pairs of records, level by level')
    .description('Find the pairs of records that may be the same, and compare them column by column.')
    .option('--parameters <file>', 'write the level frequencies of all pairs here, for er em --init')
    .addHelpText('after', HELP)
    .action((paths: string[], options: Options) => run(paths, options, io()));
  return withDatabaseOptions(command);
}

/** Runs the command; see HELP for what it does. */
async function run(paths: string[], options: Options, terminal: Io): Promise<void> {
  const io = withManners(terminal, options);
  await withOutputs(io.stdout, async (outputs) => {
    const output = await outputs.result(options.output);
    const parameters = await outputs.further('--parameters', options.parameters);
    const summary = await outputs.further('--summary', options.summary);
    const stages = new Stages();
    const databases = await readDatabases(paths, options, io);
    const { table } = databases;
    stages.end('read');
    const bars = new StageBars(io, stages);
    bars.start('planning');
    const { plan } = planWithin(table, options, { command: 'pairs' }, io);
    stages.end('block');
    const comparison = new Comparison(table);
    if (parameters !== undefined) {
      bars.start('surveying values');
      await oneTurn();
      await writeParameters(parameters, table, comparison, plan.totalPairs, options.seed ?? 1);
      stages.end('survey');
    }
    const fields = comparison.levelCounts.length;
    const levels = new Uint8Array(BATCH * fields);
    const text = new PairText(table);
    bars.start('comparing', plan.mostPairs);
    const found = new Float64Array(Math.max(1, plan.rules.length + plan.words.length));
    const turn = turns();
    let pairs = 0;
    await output.row(text.header());
    for (const batch of candidatePairs(table, plan)) {
      comparison.compare(batch.left, batch.right, batch.count, levels);
      for (let p = 0, at = 0; p < batch.count; p++, at += fields) {
        const row = `${text.pair(batch.left[p]!, batch.right[p]!)}${levelText(levels, at, fields)}\n`;
        const wait = output.write(row);
        if (wait !== undefined) await wait;
      }
      pairs += batch.count;
      found[batch.rule]! += batch.count;
      bars.update(pairs);
      const wait = turn();
      if (wait !== undefined) await wait;
    }
    bars.stop();
    await output.commit();
    stages.end('compare');
    io.notice(planText(plan, found));
    io.notice(
      `${counted(pairs, 'candidate pair')} of ${count(plan.totalPairs)}; matches that blocking would miss: ${missedText(plan.missed, plan)}${plan.everyPair ? '' : ', were 7 values in 10 equal'}`,
    );
    await writeJson(summary, {
      ...{ command: 'pairs', version: version(), options, seed: options.seed ?? 1 },
      ...describeDatabases(databases),
      blocking: { ...describePlan(plan, found), estimated_missed: plan.missed },
      pairs,
      levels: table.columns.map((column, f) => ({
        ...{ column: column.name, levels: comparison.fields[f]!.names },
      })),
      stages: stages.list,
    });
  });
}

/** `,2,,0`: the levels of a pair, each with a comma before it. */
export function levelText(levels: Uint8Array, at: number, fields: number): string {
  let text = '';
  for (let f = 0; f < fields; f++) text += levels[at + f] === MISSING ? ',' : `,${levels[at + f]}`;
  return text;
}

/** Pairs in which each field is compared, from the counts of its levels. */
export function comparedPairs(levelCounts: readonly number[], counts: Float64Array): number[] {
  const offsets = levelOffsets(levelCounts);
  return levelCounts.map((_, f) => {
    let total = 0;
    for (let i = offsets[f]!; i < offsets[f + 1]!; i++) total += counts[i]!;
    return total;
  });
}

async function writeParameters(
  output: CsvOutput,
  table: Table,
  comparison: Comparison,
  totalPairs: number,
  seed: number,
): Promise<void> {
  const counts = crossProductLevels(table, comparison, seed);
  const offsets = levelOffsets(comparison.levelCounts);
  const compared = comparedPairs(comparison.levelCounts, counts);
  const u = new Float64Array(counts.length);
  comparison.levelCounts.forEach((levels, f) => {
    for (let i = offsets[f]!; i < offsets[f + 1]!; i++)
      u[i] = compared[f] === 0 ? 1 / levels : counts[i]! / compared[f]!;
  });
  const names = table.columns.map((column) => column.name);
  for (const row of parameterRows(names, comparison.levelCounts, { u }, { totalPairs, compared }))
    await output.row(row);
  await output.commit();
}
