/**
 * What is known of all pairs of a table before any candidate is compared: how often each level occurs among them, and
 * how rare the values are at it. Each field is surveyed by itself, so that threads can take the fields in turn.
 */
import type { Comparison } from '../compare/comparison.ts';
import { fieldLevels } from '../compare/cross-product.ts';
import { levelOffsets } from '../compare/patterns.ts';
import { fieldRarity } from '../compare/rarity.ts';
import type { Table } from '../records/table.ts';

export interface SurveyOptions {
  seed: number;
  /** Whether to find how rare values are. */
  rarity: boolean;
}

/** The fields of a survey that several threads make. */
export interface SharedSurvey extends SurveyOptions {
  /** How many fields have been taken; length 1, shared. */
  readonly taken: Int32Array;
}

/** What was found of one field. */
export interface FieldSurvey {
  readonly field: number;
  /** Pairs at each level, length L_f. */
  readonly levels: Float64Array;
  /** See `Rarity`; length L_f. */
  readonly logMeans: Float64Array | undefined;
}

/** The same of all fields, flat over fields and levels. */
export interface Survey {
  readonly everyPair: Float64Array;
  readonly logMeans: Float64Array | undefined;
}

/** A survey of which no field has been taken. */
export function sharedSurvey(options: SurveyOptions): SharedSurvey {
  return { ...options, taken: new Int32Array(new SharedArrayBuffer(4)) };
}

/** Surveys fields as long as there are any that no other thread has taken. */
export function* surveyFields(
  { columns }: Pick<Table, 'columns'>,
  comparison: Comparison,
  { seed, rarity, taken }: SharedSurvey,
): Generator<FieldSurvey> {
  for (;;) {
    const field = Atomics.add(taken, 0, 1);
    const column = columns[field];
    if (column === undefined) return;
    const levels = fieldLevels(column, field, comparison, seed);
    const logMeans = rarity ? fieldRarity(column, field, comparison, seed) : undefined;
    yield { field, levels, logMeans };
  }
}

/** The survey of all fields, whoever made which. */
export function joinedSurvey(fields: readonly FieldSurvey[], levelCounts: readonly number[]): Survey {
  const offsets = levelOffsets(levelCounts);
  const everyPair = new Float64Array(offsets.at(-1)!);
  const means = new Float64Array(everyPair.length);
  for (const { field, levels, logMeans } of fields) {
    everyPair.set(levels, offsets[field]!);
    if (logMeans !== undefined) means.set(logMeans, offsets[field]!);
  }
  const isRarityKnown = fields.every(({ logMeans }) => logMeans !== undefined);
  return { everyPair, logMeans: isRarityKnown ? means : undefined };
}
