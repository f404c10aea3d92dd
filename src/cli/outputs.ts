/** The files a run writes: opened together before any work, so that a wrong path is found at once. */
import { resolve } from 'node:path';
import { type CsvOutput, openOutput } from '../csv/write.ts';
import { ErError } from '../errors.ts';

export class Outputs {
  private readonly opened: CsvOutput[] = [];
  private readonly targets: { option: string; file: string }[] = [];
  private readonly stdout: NodeJS.WritableStream;

  constructor(stdout: NodeJS.WritableStream) {
    this.stdout = stdout;
  }

  /** Opens the result: a file, or standard output. */
  async result(file: string | undefined): Promise<CsvOutput> {
    return this.open('--output', file);
  }

  /** Opens a further file, if the option that names it was given. */
  async further(option: string, file: string | undefined): Promise<CsvOutput | undefined> {
    return file === undefined ? undefined : this.open(option, file);
  }

  /** Gives up on all that is not committed. */
  async abort(): Promise<void> {
    for (const output of this.opened) await output.abort();
  }

  private async open(option: string, file: string | undefined): Promise<CsvOutput> {
    this.reserve(option, file);
    const output = await openOutput(file, this.stdout);
    this.opened.push(output);
    return output;
  }

  /** Keeps a file from being opened for another option. */
  reserve(option: string, file: string | undefined): void {
    const target = file === undefined || file === '-' ? '-' : resolve(file);
    const other = this.targets.find((earlier) => earlier.file === target);
    if (other !== undefined)
      throw new ErError(
        target === '-'
          ? `${other.option} and ${option} both write to standard output; give one of them a file`
          : `${other.option} and ${option} name the same file; choose two`,
        target === '-' ? {} : { file },
      );
    this.targets.push({ option, file: target });
  }
}

/** Runs `work` with the outputs; if it fails, none of them is left behind half written. */
export async function withOutputs(
  stdout: NodeJS.WritableStream,
  work: (outputs: Outputs) => Promise<void>,
): Promise<void> {
  const outputs = new Outputs(stdout);
  try {
    await work(outputs);
  } catch (error) {
    await outputs.abort();
    throw error;
  }
}

/** Writes and commits a JSON document; maps, such as the types of `--type`, become objects. */
export async function writeJson(output: CsvOutput | undefined, document: unknown): Promise<void> {
  if (output === undefined) return;
  const plain = (_: string, value: unknown) => (value instanceof Map ? Object.fromEntries(value) : value);
  await output.write(`${JSON.stringify(document, plain, 2)}\n`);
  await output.commit();
}
