/** Why two records go together or not, as a document: what JSON holds, and text and CSV are made of. */
import { levelOffsets, MISSING } from '../compare/patterns.ts';
import type { PairExplanation } from '../pipeline/explanation.ts';
import type { Resolution } from '../pipeline/resolution.ts';
import { NO_VALUE, presentCount, type Table } from '../records/table.ts';

/** One of the records. */
export interface ExplainedRecord {
  source: string;
  id: string;
  entity_id: string;
  /** That it belongs to its entity. */
  probability: number;
}

/** What one column says. */
export interface ExplainedColumn {
  column: string;
  /** As compared: normalised, and exchanged values put right; null where missing. */
  value_l: string | null;
  value_r: string | null;
  level: number | null;
  level_name: string | null;
  m: number | null;
  u: number | null;
  /** Share of the records with a value that hold the same. */
  frequency_l: number | null;
  frequency_r: number | null;
  /** Bits: log₂ m/u, what rarity adds, and both. */
  level_weight: number;
  rarity_weight: number;
  weight: number;
}

export interface ExplainedPair {
  left: ExplainedRecord;
  right: ExplainedRecord;
  same_entity: boolean;
  columns: ExplainedColumn[];
  dependence: { columns: [string, string]; weight: number }[];
  /** Bits that no column adds by itself: related pairs, errors that avoid each other, rounding of rarity. */
  rest: number;
  /** What it is for the most part. */
  rest_reason: 'related pairs' | 'errors counted' | 'rounding';
  match_weight: number;
  prior_weight: number;
  match_probability: number;
}

/** @param ids of the entities */
export function describeRecord(
  table: Table,
  { entityOf, probability }: Pick<Resolution, 'entityOf' | 'probability'>,
  ids: readonly string[],
  row: number,
): ExplainedRecord {
  return {
    ...{ source: table.sources[table.sourceOf[row]!]!.source, id: table.ids[row]! },
    ...{ entity_id: ids[entityOf[row]!]!, probability: probability[row]! },
  };
}

/** @param ids of the entities */
export function describePair(
  table: Table,
  resolution: Pick<Resolution, 'entityOf' | 'probability' | 'linkage'>,
  ids: readonly string[],
  pair: PairExplanation,
): ExplainedPair {
  const { comparison, parameters } = resolution.linkage;
  const offsets = levelOffsets(comparison.levelCounts);
  const columns = table.columns.map(({ name, codes, values, counts }, f): ExplainedColumn => {
    const level = pair.levels[f] === MISSING ? null : pair.levels[f]!;
    const present = presentCount(table.columns[f]!);
    const textOf = (row: number) => (codes[row] === NO_VALUE ? null : values[codes[row]!]!);
    const frequencyOf = (row: number) => (codes[row] === NO_VALUE ? null : counts[codes[row]!]! / present);
    const [ofLevel, ofRarity] = [pair.ofLevels[f]!, pair.ofRarity[f]!];
    return {
      ...{ column: name, value_l: textOf(pair.left), value_r: textOf(pair.right), level },
      level_name: level === null ? null : comparison.fields[f]!.names[level]!,
      m: level === null ? null : parameters.m[offsets[f]! + level]!,
      u: level === null ? null : parameters.u[offsets[f]! + level]!,
      ...{ frequency_l: frequencyOf(pair.left), frequency_r: frequencyOf(pair.right) },
      ...{ level_weight: ofLevel, rarity_weight: ofRarity, weight: ofLevel + ofRarity },
    };
  });
  return {
    left: describeRecord(table, resolution, ids, pair.left),
    right: describeRecord(table, resolution, ids, pair.right),
    same_entity: resolution.entityOf[pair.left] === resolution.entityOf[pair.right],
    columns,
    dependence: pair.ofDependence.map(({ fields: [f, g], weight }) => ({
      columns: [table.columns[f]!.name, table.columns[g]!.name],
      weight,
    })),
    ...{ rest: pair.rest, rest_reason: restReason(resolution.linkage.estimation) },
    ...{ match_weight: pair.weight, prior_weight: pair.priorWeight },
    match_probability: pair.probability,
  };
}

function restReason({
  related,
  errorRepulsion,
}: Resolution['linkage']['estimation']): ExplainedPair['rest_reason'] {
  if (related !== undefined) return 'related pairs';
  return errorRepulsion > 0 ? 'errors counted' : 'rounding';
}

/** Columns of the CSV. */
export const PAIR_TERM_COLUMNS = [
  ...['term', 'column', 'value_l', 'value_r', 'level', 'level_name', 'm', 'u'],
  ...['frequency_l', 'frequency_r', 'level_weight', 'rarity_weight', 'weight', 'probability'],
];

/** The pair as rows of CSV, a row for each term of the sum, then the sum, the prior and the probability. */
export function pairTerms(pair: ExplainedPair): string[][] {
  const cell = (value: string | number | null): string => (value === null ? '' : String(value));
  const term = (name: string, column: string, weight: number, probability: number | null = null) => [
    ...[name, column, ...Array<string>(10).fill('')],
    ...[cell(weight), cell(probability)],
  ];
  return [
    ...pair.columns.map((it) =>
      [
        ...['column', it.column, it.value_l, it.value_r, it.level, it.level_name, it.m, it.u],
        ...[it.frequency_l, it.frequency_r, it.level_weight, it.rarity_weight, it.weight, null],
      ].map(cell),
    ),
    ...pair.dependence.map(({ columns, weight }) => term('dependence', columns.join(' & '), weight)),
    term('rest', '', pair.rest),
    term('match_weight', '', pair.match_weight),
    term('prior', '', pair.prior_weight),
    term('match_probability', '', pair.match_weight + pair.prior_weight, pair.match_probability),
  ];
}
