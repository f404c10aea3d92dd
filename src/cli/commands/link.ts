/** `er link`: match probabilities of pairs, straight from databases. */
import { Command } from 'commander';
import { parameterRows } from '../../em/parameter-file.ts';
import { type Linkage, linking, matchedPairs } from '../../pipeline/link.ts';
import { LINK_MECHANISMS, type Mechanism } from '../../pipeline/mechanisms.ts';
import { Stages } from '../../pipeline/stages.ts';
import { inTurns, turns } from '../../pipeline/steps.ts';
import { learnedBetween } from '../../pipeline/unique-sources.ts';
import type { Table } from '../../records/table.ts';
import { describeDatabases, readDatabases } from '../databases.ts';
import { describeLinkage, parameterText, warnings } from '../linkage-text.ts';
import { memoryLimit } from '../memory-limit.ts';
import { MemoryWatch } from '../memory-watch.ts';
import { type DatabaseOptions, probability, tolerance, whole, withDatabaseOptions } from '../options.ts';
import { withOutputs, writeJson } from '../outputs.ts';
import { PairText } from '../pair-text.ts';
import { missedText, planText } from '../plan-text.ts';
import { planWhileSurveying } from '../plan-within.ts';
import { StageBars } from '../stage-bars.ts';
import { count, counted, decimal, type Io, short, withManners } from '../terminal.ts';
import { version } from '../version.ts';
import { withoutHelp, withoutOption } from '../without.ts';
import { comparedPairs, levelText } from './pairs.ts';

export interface Options extends DatabaseOptions {
  threshold?: number;
  termFrequency?: boolean;
  without?: Mechanism[];
  parameters?: string;
  maxIterations?: number;
  tolerance?: number;
}

const HELP = `
One row comes out for each pair of records, within a file or across files, that
is a match with at least the probability of --threshold:
  source_l,id_l,source_r,id_r   the two records
  match_probability             P(match | how the two records agree)
  match_weight                  log2 of P(agreement | match) /
                                P(agreement | non-match), without the prior
  one column for each column compared: its level of agreement, 0 (different)
  to L-1 (equal)
No labels and no settings are needed: m, u and the share of matches are
estimated from the files themselves. Equal rare values count for more than equal
common ones (--no-term-frequency turns that off).
${withoutHelp(LINK_MECHANISMS)}

Examples:
  er link customers.csv orders.csv > matches.csv
  er link people.csv --id person_id --threshold 0.9 -o pairs.csv
`;

/** The command for commander; `io` is asked for when it runs. */
export function linkCommand(io: () => Io): Command {
  const command = new Command('link')
    .summary('find matching pairs of records and their probabilities')
    .description('Find the pairs of records that are the same, and say how surely.')
    .option('--threshold <p>', 'least match probability (default: 0.5)', probability('--threshold'))
    .option('--no-term-frequency', 'let equal values count the same, rare or common')
    .addOption(withoutOption(LINK_MECHANISMS))
    .option('--parameters <file>', 'write m, u and the prior here')
    .option('--max-iterations <n>', 'most iterations of EM (default: 1000)', whole('--max-iterations', 0))
    .option('--tolerance <x>', 'change of the parameters at which EM stops (default: 1e-9)', tolerance)
    .addHelpText('after', HELP)
    .action((paths: string[], options: Options) => run(paths, options, io()));
  return withDatabaseOptions(command);
}

/** Pairs written before a look at the clock. */
const PAIRS_PER_TURN = 4096;

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
    const threshold = options.threshold ?? 0.5;
    const bars = new StageBars(io, stages);
    bars.start('planning');
    const without = new Set(options.without);
    const fit = planWhileSurveying(table, options, { command: 'link', without }, io);
    const { plan, threads, maxPairs, ahead } = fit;
    const linkOptions = {
      ...{ plan, threshold, termFrequency: options.termFrequency, without, seed: options.seed },
      ...{ threads, maxPairs, ahead },
      ...{ maxIterations: options.maxIterations, tolerance: options.tolerance },
      ...bars.hooks(fit),
    };
    const memory = new MemoryWatch(memoryLimit(options.memoryLimit));
    const found = await inTurns(memory.over(linking(table, linkOptions)));
    const linkage = await inTurns(memory.over(learnedBetween({ table, linkage: found }, linkOptions)));
    const { evidence, probabilities, weights } = linkage;
    const fields = linkage.comparison.levelCounts.length;
    const suffixes = Array.from(probabilities, (p, g) => {
      const levels = levelText(evidence.patterns.levels, g * fields, fields);
      return `,${decimal(p)},${short(weights[g]!, 7)}${levels}\n`;
    });
    const text = new PairText(table);
    await output.row(text.header(['match_probability', 'match_weight']));
    const matched = matchedPairs(linkage, threshold, table.size);
    bars.start('writing', matched.length);
    const turn = turns();
    for (let n = 0; n < matched.length; n++) {
      const i = matched[n]!;
      const row = text.pair(evidence.left[i]!, evidence.right[i]!) + suffixes[evidence.pattern[i]!]!;
      const wait = output.write(row) ?? (n % PAIRS_PER_TURN === 0 ? turn() : undefined);
      if (wait === undefined) continue;
      await wait;
      bars.update(n);
    }
    await output.commit();
    bars.stop();
    stages.end('write');
    if (parameters !== undefined) {
      for (const row of parameterTable(table, linkage)) await parameters.row(row);
      await parameters.commit();
    }
    await writeJson(summary, {
      ...{ command: 'link', version: version(), options, seed: options.seed ?? 1 },
      ...describeDatabases(databases),
      ...describeLinkage(table, linkage),
      ...{ threshold, pairs: matched.length, stages: stages.list },
    });
    io.notice(planText(plan, evidence.byRule));
    if (table.columns.length > 0) io.notice(parameterText(table, linkage));
    io.notice(conclusion(table, linkage, matched.length, threshold));
    for (const message of warnings(table, linkage)) io.notice(io.colour.yellow(`warning: ${message}`));
  });
}

function parameterTable(table: Table, { comparison, parameters, plan, crossProduct }: Linkage): string[][] {
  const names = table.columns.map((column) => column.name);
  return parameterRows(names, comparison.levelCounts, parameters, {
    totalPairs: plan.totalPairs,
    compared: comparedPairs(comparison.levelCounts, crossProduct),
  });
}

function conclusion(table: Table, linkage: Linkage, pairs: number, threshold: number): string {
  const { best } = linkage.estimation.estimates;
  const { evidence, estimation, probabilities, plan, missed } = linkage;
  let expected = 0;
  for (let i = 0; i < evidence.left.length; i++) {
    const p = probabilities[evidence.pattern[i]!]!;
    if (p >= threshold) expected += p;
  }
  const learned = linkage.warnings.every(({ code }) => code !== 'nothing_learned' && code !== 'no_pairs');
  const right =
    pairs === 0 || !learned
      ? ''
      : `, ${((100 * expected) / pairs).toFixed(1)} % of them expected to be right`;
  const lines = [
    `${counted(table.size, 'record')}, ${counted(evidence.compared, 'pair')} compared of ${count(plan.totalPairs)}; matches that blocking missed: ${missedText(missed, plan)}`,
    `${learned ? `${counted(best.matches, 'match')} expected; ` : ''}${counted(pairs, 'pair')} written at ${threshold} or more${right}`,
  ];
  if (estimation.related !== undefined)
    lines.push(
      `${counted(estimation.related.pairs, 'pair')} too alike to be chance but not the same (one household, place or series)`,
    );
  return lines.join('\n');
}
