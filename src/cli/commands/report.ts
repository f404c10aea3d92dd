/** `er report`: the HTML page of a run. */
import { readFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import { Command, Option } from 'commander';
import { ErError } from '../../errors.ts';
import { pageOf } from '../../report/page.ts';
import { parseSummary } from '../../report/summary.ts';
import { withOutputs } from '../outputs.ts';
import { count, type Io, withManners } from '../terminal.ts';

interface Options {
  output?: string;
  title?: string;
  quiet?: boolean;
  debug?: boolean;
}

const HELP = `
The page is one file that loads nothing: charts are drawn in it, and it can be
read, printed and sent on without a network. A small script searches and sorts
entities; everything else is there without it. It shows, as far as the summary
has it:
  what came out, every warning, and what is most in doubt
  the number of entities with its interval, and their sizes
  entities with their records side by side, and a waterfall for each link: what
  every column adds to its weight
  match weights, m and u of every level, blocking rules, columns
  the course of the estimation; time, memory and options

Every number in it stands in the summary, and the same summary gives the same
page.

Example:
  er resolve a.csv b.csv --summary run.json -o merged.csv
  er report run.json -o run.html
`;

/** The command for commander; `io` is asked for when it runs. */
export function reportCommand(io: () => Io): Command {
  return new Command('report')
    .summary('make an HTML page of a run')
    .description('Make one self-contained HTML page of a run from its summary.')
    .argument('<summary>', 'JSON file that --summary wrote, .gz too, or - for standard input')
    .option('-o, --output <file>', 'write the page here instead of standard output; .gz compresses')
    .option('--title <text>', 'title of the page (default: the command and its inputs)')
    .option('--quiet', 'print nothing but errors on standard error')
    .addOption(new Option('--debug', 'print a stack trace with an error'))
    .addHelpText('after', HELP)
    .action((path: string, options: Options) => run(path, options, io()));
}

/** Runs the command on one summary; see HELP for what it makes. */
async function run(path: string, options: Options, terminal: Io): Promise<void> {
  const io = withManners(terminal, options);
  await withOutputs(io.stdout, async (outputs) => {
    const output = await outputs.result(options.output);
    const summary = parseSummary(await documentText(path, io), path === '-' ? 'stdin' : path);
    const { html, shown, sampled } = pageOf(summary, options.title);
    await output.write(html);
    await output.commit();
    if (shown < sampled)
      io.notice(
        `notice: the page has room for ${count(shown)} of ${count(sampled)} entities, the same share of each kind`,
      );
  });
}

/** The text of a file or of standard input, unpacked if it is compressed. */
async function documentText(path: string, io: Io): Promise<string> {
  const bytes = path === '-' ? await everything(io.stdin) : await fileBytes(path);
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes.toString('utf8');
  try {
    return gunzipSync(bytes).toString('utf8');
  } catch (error) {
    throw new ErError(`cannot be unpacked (${(error as Error).message}); make it again`, { file: path });
  }
}

async function everything(stream: NodeJS.ReadableStream): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
}

async function fileBytes(path: string): Promise<Buffer> {
  try {
    return await readFile(path);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const reasons: Record<string, string> = {
      ENOENT: 'no such file; check the name and the folder',
      EISDIR: 'is a folder; give the JSON file that --summary wrote',
      EACCES: 'may not be read; check its permissions',
      ERR_FS_FILE_TOO_LARGE: 'is too large for a summary; give the JSON file that --summary wrote',
    };
    throw new ErError(reasons[code ?? ''] ?? message, { file: path });
  }
}
