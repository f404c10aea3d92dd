/** The file of `--entities`: one golden record per entity, and what is to be said of them. */
import { levelOffsets } from '../compare/patterns.ts';
import { encodeCell } from '../csv/encode.ts';
import type { CsvOutput } from '../csv/write.ts';
import { freeNames, unused } from '../entities/columns.ts';
import type { GoldenRecords } from '../entities/golden.ts';
import type { Preference } from '../entities/survivorship.ts';
import type { Resolution } from '../pipeline/resolution.ts';
import { columnKey } from '../records/column-key.ts';
import type { Table } from '../records/table.ts';
import { count, counted, short } from './terminal.ts';

/** The first columns of golden records, and the last one. */
const GOLDEN_COLUMNS = ['entity_id', 'records', 'sources'];
const CONFLICTS_COLUMN = 'conflicts';
/** Columns with conflicts that people are told of. */
const CONFLICTS_SHOWN = 3;

export interface GoldenChoices {
  /** Rules of which value to take. */
  preferences: readonly Preference[];
  /** Whether each value is followed by the source and the id of the record that it is from. */
  provenance: boolean;
}

/** How many entities hold more than one value of a column. */
export interface ColumnConflicts {
  column: string;
  entities: number;
}

/** What was found while golden records were written. */
export interface GoldenFindings {
  /** By column, those without conflicts too. */
  conflicts: ColumnConflicts[];
  warnings: string[];
}

interface Resolved {
  table: Table;
  resolution: Resolution;
  /** The id of each entity. */
  entities: readonly string[];
}

/**
 * Writes the golden records.
 *
 * @param columns the names of the original columns in the result
 */
export async function writeGolden(
  output: CsvOutput,
  golden: GoldenRecords,
  columns: readonly string[],
  { table, resolution, entities }: Resolved,
  { preferences, provenance }: GoldenChoices,
): Promise<GoldenFindings> {
  const names = freeNames(columns, [...GOLDEN_COLUMNS, CONFLICTS_COLUMN]);
  const inConflict = new Int32Array(names.length);
  const inCell = names.map((name) => encodeCell(name, ';'));
  const recordNames = table.sources.map(({ source }) => source);
  await output.row(header(names, provenance));
  // Most entities have one record, so that few probabilities occur again and again.
  const texts = new Map<number, string>();
  const textOf = (probability: number): string => {
    const text = texts.get(probability) ?? short(probability, 6);
    if (texts.size < 1e5) texts.set(probability, text);
    return text;
  };
  let entity = 0;
  for (const record of golden.of(resolution, equality(table, resolution), { preferences, provenance })) {
    const { values, probabilities, supports, origins, conflicts } = record;
    const cells = [entities[entity++]!, String(record.records), String(record.sources)];
    values.forEach((value, c) => {
      const probability = probabilities[c];
      cells.push(value, probability === undefined ? '' : textOf(probability), String(supports[c]));
      if (!provenance) return;
      const origin = origins[c];
      if (origin === undefined) cells.push('', '');
      else cells.push(recordNames[table.sourceOf[origin]!]!, table.ids[origin]!);
    });
    for (const c of conflicts) inConflict[c]!++;
    cells.push(conflicts.map((c) => inCell[c]!).join(';'));
    await output.row(cells);
  }
  await output.commit();
  return {
    conflicts: names.map((column, c) => ({ column, entities: inConflict[c]! })),
    warnings: dateWarnings(golden, preferences),
  };
}

function header(names: readonly string[], provenance: boolean): string[] {
  const used = new Set([...GOLDEN_COLUMNS, ...names, CONFLICTS_COLUMN].map(columnKey));
  const endings = ['_probability', '_support', ...(provenance ? ['_source', '_id'] : [])];
  const withEndings = (name: string) => [name, ...endings.map((ending) => unused(name + ending, used))];
  return [...GOLDEN_COLUMNS, ...names.flatMap(withEndings), CONFLICTS_COLUMN];
}

/** m of the highest level of each column that is compared. */
function equality(table: Table, { linkage }: Resolution): number[] {
  const offsets = levelOffsets(linkage.comparison.levelCounts);
  return table.columns.map((_, f) => linkage.parameters.m[offsets[f + 1]! - 1]!);
}

/** Cells that cannot say which record is the newest, once for each column that is asked. */
function dateWarnings(golden: GoldenRecords, preferences: readonly Preference[]): string[] {
  const asked = new Set(preferences.flatMap(({ rule }) => (rule.kind === 'newest' ? [rule.column] : [])));
  return [...asked].flatMap((column) => {
    const { name, unreadable, ambiguous } = golden.datesOf(column);
    const have = unreadable === 1 ? 'is no date; its record comes' : 'are no dates; their records come';
    return [
      ...(unreadable > 0
        ? [`${counted(unreadable, 'cell')} of "${name}" ${have} last in --prefer newest=${name}`]
        : []),
      ...(ambiguous ? [`"${name}" does not tell day from month; --prefer reads it day first`] : []),
    ];
  });
}

/** The columns with the most conflicts, for people. */
export function conflictsText(conflicts: readonly ColumnConflicts[]): string {
  const most = conflicts.filter(({ entities }) => entities > 0).sort((a, b) => b.entities - a.entities);
  if (most.length === 0) return 'golden records: no entity holds two values of a column';
  const shown = most.slice(0, CONFLICTS_SHOWN).map(({ column, entities }, i) => {
    const noun = entities === 1 ? 'entity' : 'entities';
    return `"${column}" in ${count(entities)}${i === 0 ? ` ${noun}` : ''}`;
  });
  const rest = most.length - shown.length;
  const more = rest > 0 ? `, and ${counted(rest, 'further column')}` : '';
  return `golden records: more than one value of ${shown.join(', ')}${more}`;
}
