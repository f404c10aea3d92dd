/** The one place that prints errors and decides the exit status. */
import { CommanderError } from 'commander';
import { osa } from '../compare/edit-distance.ts';
import { abortAll, ClosedPipe } from '../csv/write.ts';
import { ErError, UnknownName } from '../errors.ts';
import { buildProgram } from './program.ts';
import { processIo, stopBars } from './terminal.ts';

/**
 * Runs the program: status 0 success, 2 wrong usage or bad input, 1 any other failure, 130 on Ctrl-C. A
 * reader that closes the pipe ends the run quietly.
 *
 * @param argv the arguments after the program's name
 */
export async function main(argv: readonly string[]): Promise<void> {
  for (const [signal, status] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)
    process.once(signal, () => {
      stopBars();
      abortAll();
      process.exit(status);
    });
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(0);
  });
  try {
    await buildProgram(processIo).parseAsync(argv as string[], { from: 'user' });
  } catch (error) {
    stopBars();
    abortAll();
    const status = report(error, argv.includes('--debug'));
    if (status !== undefined) process.exitCode = status;
  }
}

/** Prints an error as one line and answers with the exit status. */
function report(error: unknown, debug: boolean): number | undefined {
  if (error instanceof ClosedPipe) return 0;
  if (error instanceof CommanderError) {
    if (error.exitCode === 0) return 0;
    const message = error.message.replace(/^error: /, '').replace(/\n/g, ' ');
    if (error.code !== 'commander.help') process.stderr.write(`er: ${message}; see er --help\n`);
    return 2;
  }
  if (error instanceof ErError) {
    process.stderr.write(`er: ${error.located}${suggestion(error)}\n`);
    if (debug) process.stderr.write(`${error.stack}\n`);
    return 2;
  }
  process.stderr.write(`er: ${error instanceof Error ? error.message : String(error)}\n`);
  if (debug && error instanceof Error) process.stderr.write(`${error.stack}\n`);
  return 1;
}

/** `; did you mean "zip"?`: the known name within a third of its length in edits. */
function suggestion(error: ErError): string {
  if (!(error instanceof UnknownName) || error.wanted === '') return '';
  const wanted = error.wanted.trim().toLowerCase();
  const edits = error.known.map((name) => osa(wanted, name.trim().toLowerCase()));
  const fewest = Math.min(...edits);
  const nearest = error.known[edits.indexOf(fewest)];
  if (nearest === undefined || fewest > Math.max(1, Math.ceil(nearest.length / 3))) return '';
  return `; did you mean "${nearest}"?`;
}
