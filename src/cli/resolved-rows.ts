/** What `er resolve` writes: resolved records, golden records, match probabilities and posterior draws. */
import { type RowSink, readCsv } from '../csv/read.ts';
import { type CsvOutput, encodeRow } from '../csv/write.ts';
import { type CoReferentPairs, coReference, coReferentPairs } from '../entities/co-reference.ts';
import { freeNames, OriginalColumns } from '../entities/columns.ts';
import { GoldenRecords } from '../entities/golden.ts';
import { entityIds } from '../entities/ids.ts';
import type { Inputs } from '../entities/inputs.ts';
import type { KeptCells } from '../entities/kept-cells.ts';
import { reportedPairs } from '../entities/reported-pairs.ts';
import type { Resolution } from '../pipeline/resolution.ts';
import { missingTest } from '../records/missing.ts';
import { readAgain } from '../records/second-reading.ts';
import type { Table } from '../records/table.ts';
import { type GoldenChoices, type GoldenFindings, writeGolden } from './golden-rows.ts';
import type { DatabaseOptions } from './options.ts';
import { PairText } from './pair-text.ts';
import { ResultLines } from './result-lines.ts';
import { decimal, type Io } from './terminal.ts';

/** The first columns of the result. */
const RESULT_COLUMNS = ['entity_id', 'source', 'id', 'probability'];
const MATCH_COLUMNS = ['source_l', 'id_l', 'source_r', 'id_r', 'match_probability', 'same_entity'];
/** Share of the draws in which the pair is of one entity. */
const COREFERENCE_COLUMN = 'coreference_probability';
const SAMPLE_COLUMNS = ['sample', 'source', 'id', 'entity_id'];
/** Pairs left apart are reported from this match probability on. */
export const DOUBTFUL_PAIR = 0.1;

export interface Result {
  table: Table;
  resolution: Resolution;
  /** The id of each entity. */
  entities: string[];
  inputs: Inputs;
  options: DatabaseOptions;
  io: Io;
  /** Takes the cells of some records on the way. */
  cells?: KeptCells | undefined;
}

/** The columns of the files as they are named in the result. */
export function resultColumns({ sources }: Pick<Table, 'sources'>): string[] {
  return freeNames(new OriginalColumns(sources).names, RESULT_COLUMNS);
}

/** Reads the files again and writes their rows, and what they come to as golden records; answers with what these show. */
export async function writeResult(
  result: Result,
  output: CsvOutput,
  golden: CsvOutput | undefined,
  choices: GoldenChoices,
): Promise<GoldenFindings | undefined> {
  const { table, resolution, entities, inputs, options, io, cells: kept } = result;
  const columns = new OriginalColumns(table.sources);
  const names = resultColumns(table);
  const goldenRecords = golden && new GoldenRecords(table, columns, missingTest(options.null));
  const bar = io.bar('writing', table.size);
  const lines = new ResultLines(table, resolution, entities, columns);
  lines.header([...RESULT_COLUMNS, ...names]);
  let written = 0;
  const read = (stdin: NodeJS.ReadableStream, sink: RowSink) =>
    readCsv('-', sink, { stdin, delimiter: options.delimiter, encoding: options.encoding });
  const row = (record: number, cells: readonly string[], source: number) => {
    const arranged = columns.arrange(source, cells);
    lines.add(record, source, arranged);
    if (kept?.wants(record)) kept.keep(record, arranged);
    goldenRecords?.add(arranged);
    written++;
  };
  await readAgain(table, (path) => inputs.again(path), read, {
    row,
    plain(first, rows, source) {
      if (rows.delimiter !== ',') {
        for (let i = 0; i < rows.length; i++) row(first + i, rows.cells(i), source);
        return;
      }
      lines.addPlain(first, source, rows);
      for (const record of kept?.between(first, first + rows.length) ?? [])
        kept?.keep(record, columns.arrange(source, rows.cells(record - first)));
      for (let i = 0; goldenRecords && i < rows.length; i++)
        goldenRecords.add(columns.arrange(source, rows.cells(i)));
      written += rows.length;
    },
    async pause() {
      await output.write(lines.take());
      bar?.update(written);
    },
  });
  bar?.stop();
  await output.commit();
  if (golden === undefined || goldenRecords === undefined) return undefined;
  return writeGolden(golden, goldenRecords, names, result, choices);
}

/**
 * Writes the pairs inside entities and the doubtful ones between them; where there are draws, with the share of
 * these that joins each, and pairs that were not compared but joined by some. Answers how many.
 */
export async function writeMatches(
  table: Table,
  { linkage, entityOf, distinct }: Resolution,
  output: CsvOutput | undefined,
): Promise<number | undefined> {
  if (output === undefined) return undefined;
  const { evidence, probabilities } = linkage;
  const { left, right, pattern } = evidence;
  const shares = distinct && coReference(distinct, left, right);
  const matchProbability = (i: number): number => probabilities[pattern[i]!]!;
  const probability = (i: number): number => Math.max(matchProbability(i), shares?.[i] ?? 0);
  const reported = reportedPairs({ left, right, probability }, entityOf, DOUBTFUL_PAIR);
  const further =
    distinct && uncompared(coReferentPairs(distinct, DOUBTFUL_PAIR), evidence, reported, table.size);
  const text = new PairText(table);
  const line = (a: number, b: number, match: string, share: number | undefined): string => {
    const same = entityOf[a] === entityOf[b] ? 'yes' : 'no';
    const end = share === undefined ? '' : `,${decimal(share)}`;
    return `${text.pair(a, b)},${match},${same}${end}\n`;
  };
  await output.row(distinct === undefined ? MATCH_COLUMNS : [...MATCH_COLUMNS, COREFERENCE_COLUMN]);
  for (const i of reported) {
    const wait = output.write(line(left[i]!, right[i]!, decimal(matchProbability(i)), shares?.[i]));
    if (wait !== undefined) await wait;
  }
  for (let i = 0; further !== undefined && i < further.left.length; i++) {
    const wait = output.write(line(further.left[i]!, further.right[i]!, '', further.share[i]));
    if (wait !== undefined) await wait;
  }
  await output.commit();
  return reported.length + (further?.left.length ?? 0);
}

/** The pairs that are not among those reported. */
function uncompared(
  { left, right, share }: CoReferentPairs,
  evidence: Resolution['linkage']['evidence'],
  reported: Int32Array,
  records: number,
): CoReferentPairs {
  const known = new Set<number>();
  for (const i of reported) known.add(evidence.left[i]! * records + evidence.right[i]!);
  const isNew = (_: number, i: number): boolean => !known.has(left[i]! * records + right[i]!);
  return { left: left.filter(isNew), right: right.filter(isNew), share: share.filter(isNew) };
}

/** Writes the entity of each record in each draw from the posterior. */
export async function writeSamples(
  table: Table,
  { draws }: Resolution,
  output: CsvOutput | undefined,
): Promise<void> {
  if (output === undefined) return;
  await output.row(SAMPLE_COLUMNS);
  for (const [sample, entityOf] of draws.entries()) {
    const entities = entityOf.reduce((most, entity) => Math.max(most, entity + 1), 0);
    const ids = entityIds(table, { entityOf, entities });
    for (let record = 0; record < table.size; record++) {
      const { source } = table.sources[table.sourceOf[record]!]!;
      const wait = output.write(
        encodeRow([String(sample + 1), source, table.ids[record]!, ids[entityOf[record]!]!]),
      );
      if (wait !== undefined) await wait;
    }
  }
  await output.commit();
}
