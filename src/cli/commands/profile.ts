/** `er profile`: what the columns hold and what blocking would cost. Nothing is compared. */
import { Command } from 'commander';
import { type BlockingPlan, planBlocking } from '../../blocking/plan.ts';
import { Stages } from '../../pipeline/stages.ts';
import type { Table } from '../../records/table.ts';
import { describeDatabases, profileDatabases } from '../databases.ts';
import { type DatabaseOptions, withDatabaseOptions } from '../options.ts';
import { withOutputs, writeJson } from '../outputs.ts';
import { describePlan, missedText, planText } from '../plan-text.ts';
import { StageBars } from '../stage-bars.ts';
import { count, counted, decimal, type Io, withManners } from '../terminal.ts';
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
candidates, how many pairs that gives, and what comparing them would take.

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
    const plan = planBlocking(databases.table, options.maxPairs);
    bars.stop();
    stages.end('block');
    io.notice(planText(plan));
    io.notice(forecast(databases.table, plan));
    await writeJson(summary, {
      ...{ command: 'profile', version: version(), options, seed: options.seed ?? 1 },
      ...describeDatabases(databases),
      blocking: { ...describePlan(plan), estimated_missed: plan.missed },
      stages: stages.list,
    });
  });
}

/** Measured on one core of a two-core machine: microseconds per cell, and per pair and column. */
const READING = 3;
const COMPARING = 0.45;
/** Seconds to survey the values of a column that holds many. */
const SURVEYING = 0.2;
const MANY = 2000;
const BASE_MIB = 110;
const BYTES_PER_CELL = 100;
const BYTES_PER_PAIR = 24;

function forecast(table: Table, plan: BlockingPlan): string {
  const columns = table.columns.length;
  const cells = table.size * columns;
  const surveying = SURVEYING * columns * Math.min(1, table.size / MANY);
  const working = (cells * READING + plan.mostPairs * columns * COMPARING) * 1e-6;
  const mebibytes = BASE_MIB + (cells * BYTES_PER_CELL + plan.mostPairs * BYTES_PER_PAIR) / 2 ** 20;
  const lines = [
    `${counted(table.size, 'record')}, ${counted(columns, 'column')} compared, at most ${counted(plan.mostPairs, 'candidate pair')} of ${count(plan.totalPairs)}`,
    `er link would take about ${Math.max(1, Math.round(surveying + working))} s and ${Number(mebibytes.toPrecision(2))} MiB (a rough forecast)`,
  ];
  if (!plan.everyPair)
    lines.push(
      `matches that blocking would miss: ${missedText(plan.missed, plan)}, were 7 values in 10 equal`,
    );
  return lines.join('\n');
}
