/** `er profile`: what the columns hold and what blocking would cost. Nothing is compared. */
import { Command } from 'commander';
import { expectedPairs } from '../../blocking/expected-pairs.ts';
import { type BlockingPlan, planBlocking } from '../../blocking/plan.ts';
import { ErError } from '../../errors.ts';
import type { FittingPlan } from '../../pipeline/fitting-plan.ts';
import { forecast } from '../../pipeline/forecast.ts';
import { Stages } from '../../pipeline/stages.ts';
import type { Table } from '../../records/table.ts';
import { describeDatabases, profileDatabases } from '../databases.ts';
import { describeForecast, forecastText } from '../forecast-text.ts';
import { type DatabaseOptions, threadsOf, withDatabaseOptions } from '../options.ts';
import { withOutputs, writeJson } from '../outputs.ts';
import { describePlan, missedText, planText } from '../plan-text.ts';
import { planWithin } from '../plan-within.ts';
import { StageBars } from '../stage-bars.ts';
import { count, counted, decimal, type Io, short, withManners } from '../terminal.ts';
import { version } from '../version.ts';

const HELP = `
One row comes out for each column:
  column, type    its name and what its values are (person, text, date, number,
                  code, codes, email, phone, postcode, category, notes); model
                  numbers inside wording are a row of their own, "title: codes"
  used, reason    whether it is compared (yes or no), and why it has its type or
                  is set aside
  missing         cells without a value
  distinct        different values after normalisation
  top_value, top_share   the commonest value, and the share of the cells with a
                  value that hold it
Standard error shows the blocking plan: which agreements make two records
candidates, how many pairs that gives, and how long and with how much memory
er link and er resolve would take, as a rule within a factor of two where
nothing else runs.

Example:
  er profile customers.csv orders.csv
`;

/** The command for commander; `io` is asked for when it runs. */
export function profileCommand(io: () => Io): Command {
  const command = new Command('profile')
    .summary('show what the columns hold, and plan the comparison without doing it')
    .description('Show what each column holds, whether it would be compared, and the blocking plan.')
    .addHelpText('after', HELP)
    .action((paths: string[], options: DatabaseOptions) => run(paths, options, io()));
  return withDatabaseOptions(command);
}

/** Runs the command; see HELP for what it does. */
async function run(paths: string[], options: DatabaseOptions, terminal: Io): Promise<void> {
  const io = withManners(terminal, options);
  await withOutputs(io.stdout, async (outputs) => {
    const output = await outputs.result(options.output);
    const summary = await outputs.further('--summary', options.summary);
    const stages = new Stages();
    const databases = await profileDatabases(paths, options, io);
    stages.end('read');
    await output.row(['column', 'type', 'used', 'reason', 'missing', 'distinct', 'top_value', 'top_share']);
    for (const column of databases.profiles)
      await output.row([
        ...[column.name, column.type, column.used ? 'yes' : 'no', column.reason],
        ...[String(column.missing), String(column.distinct)],
        ...[column.topValue, decimal(Number(column.topShare.toPrecision(4)))],
      ]);
    await output.commit();
    const bars = new StageBars(io, stages);
    bars.start('planning');
    const { table } = databases;
    const { plan, threads } = planned(table, options, io);
    stages.end('block');
    const pairs = expectedPairs(table, plan);
    const expected = { threads, pairs, measured: measuredSeconds(stages) };
    const link = forecast(table, plan, { ...expected, command: 'link' });
    const resolve = forecast(table, plan, { ...expected, command: 'resolve' });
    stages.end('forecast');
    bars.stop();
    io.notice(planText(plan));
    io.notice(sizesText(table, plan, pairs));
    io.notice(forecastText('link', link));
    io.notice(forecastText('resolve', resolve));
    if (!plan.everyPair)
      io.notice(
        `matches that blocking would miss: ${missedText(plan.missed, plan)}, were 7 values in 10 equal`,
      );
    await writeJson(summary, {
      ...{ command: 'profile', version: version(), options, seed: options.seed ?? 1 },
      ...describeDatabases(databases),
      blocking: { ...describePlan(plan), pairs_expected: pairs, estimated_missed: plan.missed },
      forecast: { threads, link: describeForecast(link), resolve: describeForecast(resolve) },
      stages: stages.list,
    });
  });
}

/** The plan; where it would be refused, the one that would have been wanted, with a word on it. */
function planned(table: Table, options: DatabaseOptions, io: Io): Pick<FittingPlan, 'plan' | 'threads'> {
  try {
    return planWithin(table, options, { command: 'resolve' }, io);
  } catch (error) {
    if (!(error instanceof ErError)) throw error;
    io.notice(io.colour.yellow(`warning: er resolve would refuse this: ${error.message}`));
    return { plan: planBlocking(table, options.maxPairs), threads: threadsOf(options) };
  }
}

/** Seconds that the stages of this run took, which are the same in others. */
function measuredSeconds({ list }: Stages): Record<string, number> {
  return Object.fromEntries(list.map(({ stage, seconds }) => [stage, seconds]));
}

function sizesText(table: Table, plan: BlockingPlan, pairs: number): string {
  const once = plan.everyPair ? '' : `, about ${count(Number(short(pairs, 2)))} without repeats`;
  return `${counted(table.size, 'record')}, ${counted(table.columns.length, 'column')} compared, at most ${counted(plan.mostPairs, 'candidate pair')} of ${count(plan.totalPairs)}${once}`;
}
