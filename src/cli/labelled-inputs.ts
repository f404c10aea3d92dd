/** Reads the files of `er evaluate`. */
import type { CsvSummary } from '../csv/read.ts';
import { ErError } from '../errors.ts';
import { oneTurn } from '../pipeline/steps.ts';
import { NameCodes } from '../records/name-codes.ts';
import { JoinedLabels } from './joined-labels.ts';
import { LabelledFile } from './labelled-file.ts';
import { ListedPairs } from './listed-pairs.ts';
import type { RunOptions } from './options.ts';
import { readWithBar } from './read-with-bar.ts';
import type { Io } from './terminal.ts';

/** Which columns to read. */
export interface LabelOptions extends RunOptions {
  truth: string;
  entity?: string;
  id?: string;
  /** False for --no-source. */
  source?: string | false;
  truthEntity?: string;
  truthId?: string;
  truthSource?: string;
}

/** Standard input can be read once. */
export function requireOneStdin(paths: readonly (string | undefined)[]): void {
  if (paths.filter((path) => path === '-').length > 1)
    throw new ErError('two inputs are standard input; read one of them from a file');
}

/** A resolved file and its truth, record by record. */
export async function readLabels(path: string, options: LabelOptions, io: Io): Promise<JoinedLabels> {
  const names = { sources: new NameCodes(), ids: new NameCodes() };
  const { entity, id, source, truthEntity, truthId, truthSource, delimiter, encoding } = options;
  const ignored = source === false;
  const resolved = new LabelledFile(
    path,
    {
      entity: { wanted: entity, option: '--entity' },
      id: { wanted: id, option: '--id' },
      source: { wanted: source === false ? undefined : source, option: '--source', ignored },
    },
    names,
    true,
  );
  const truth = new LabelledFile(
    options.truth,
    {
      entity: { wanted: truthEntity, option: '--truth-entity' },
      id: { wanted: truthId, option: '--truth-id' },
      source: { wanted: truthSource, option: '--truth-source', ignored },
    },
    names,
    false,
  );
  resolved.input = await readWithBar(resolved, path, io, { delimiter, encoding });
  truth.input = await readWithBar(truth, options.truth, io);
  await oneTurn();
  return new JoinedLabels(resolved, truth);
}

/** Pairs of these records, if a file is given. */
export async function readPairs(path: string | undefined, labels: JoinedLabels, io: Io) {
  if (path === undefined) return undefined;
  const pairs = new ListedPairs(path, labels);
  pairs.input = await readWithBar(pairs, path, io);
  pairs.check();
  return pairs;
}

/** The files by what they are, for a summary. */
export function describeInputs(files: Record<string, { input: CsvSummary | undefined } | undefined>) {
  return Object.entries(files).flatMap(([role, file]) =>
    file === undefined ? [] : [{ role, ...file.input! }],
  );
}
