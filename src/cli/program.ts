/** The command line: the list of commands, each of which is built in a file of its own. */
import { Command } from 'commander';
import { emCommand } from './commands/em.ts';
import { evaluateCommand } from './commands/evaluate.ts';
import { explainCommand } from './commands/explain.ts';
import { linkCommand } from './commands/link.ts';
import { pairsCommand } from './commands/pairs.ts';
import { profileCommand } from './commands/profile.ts';
import { reportCommand } from './commands/report.ts';
import { resolveCommand } from './commands/resolve.ts';
import type { Io } from './terminal.ts';
import { version } from './version.ts';

const HELP = `
Results go to standard output as CSV; everything for people goes to standard
error. Exit status: 0 success, 2 wrong usage or bad input, 1 any other failure,
130 on Ctrl-C.

Example:
  er link customers.csv orders.csv > matches.csv
`;

/** The commander program. `io` is asked for when a command runs; nothing here ends the process. */
export function buildProgram(io: () => Io): Command {
  const program = new Command('er')
    .description('Find which rows of noisy CSV databases are the same person, firm, paper or product.')
    .version(version())
    .addHelpText('after', HELP)
    .showSuggestionAfterError(true);
  program.addCommand(profileCommand(io));
  program.addCommand(pairsCommand(io));
  program.addCommand(emCommand(io));
  program.addCommand(linkCommand(io));
  program.addCommand(resolveCommand(io));
  program.addCommand(explainCommand(io));
  program.addCommand(evaluateCommand(io));
  program.addCommand(reportCommand(io));
  for (const command of [program, ...program.commands])
    command.exitOverride().configureOutput({ outputError: () => {} });
  return program;
}
