/**
 * Survivorship rules: which records of an entity may give its golden record the value of a column. Each rule ranks the
 * records that have a value there and keeps those ranked first; the next rule goes on with these, and among the records
 * that all of them keep the vote decides. So a rule that cannot tell records apart leaves them to what comes after it.
 */
import type { RecordDates } from './record-dates.ts';

export type SurvivorshipRule =
  /** The value from the first of these sources that has one; each place may hold several sources, by index. */
  | { readonly kind: 'source'; readonly order: readonly (readonly number[])[] }
  /** The value from the record with the latest date in a column, by index. */
  | { readonly kind: 'newest'; readonly column: number }
  /** The value in most characters. */
  | { readonly kind: 'longest' }
  /** The vote, whatever rules come after this one. */
  | { readonly kind: 'most-frequent' };

/** A rule and the column, by index, that it is for; undefined stands for all. */
export interface Preference {
  readonly column: number | undefined;
  readonly rule: SurvivorshipRule;
}

/**
 * The rules of one column, in the order in which they are asked: its own, then those for all, up to the vote.
 *
 * @example
 * rulesOf([{ column: undefined, rule: newest }, { column: 2, rule: longest }], 2) // => [longest, newest]
 */
export function rulesOf(preferences: readonly Preference[], column: number): SurvivorshipRule[] {
  const own = preferences.filter((preference) => preference.column === column);
  const general = preferences.filter((preference) => preference.column === undefined);
  const rules = [...own, ...general].map(({ rule }) => rule);
  const vote = rules.findIndex(({ kind }) => kind === 'most-frequent');
  return vote < 0 ? rules : rules.slice(0, vote);
}

/** The rank of a record that has the given spelling: the less, the better. */
export type Rank = (record: number, spelling: number) => number;

/** What rules look at besides the cells of the column. */
export interface RuleEvidence {
  /** The source of each record, by index. */
  readonly sourceOf: ArrayLike<number>;
  /** The dates in a column, by index. */
  datesOf(column: number): Pick<RecordDates, 'of'>;
}

/**
 * A rule as a rank.
 *
 * @param spellings the distinct cells of the column, as written
 * @example
 * const rank = rankBy({ kind: 'source', order: [[1], [0]] }, { sourceOf: [0, 1, 2], datesOf }, ['Rome']);
 * [rank(0, 0), rank(1, 0), rank(2, 0)] // => [1, 0, 2]
 */
export function rankBy(
  rule: SurvivorshipRule,
  { sourceOf, datesOf }: RuleEvidence,
  spellings: readonly string[],
): Rank {
  switch (rule.kind) {
    case 'source': {
      const places = new Map<number, number>();
      for (const [place, sources] of rule.order.entries())
        for (const source of sources) if (!places.has(source)) places.set(source, place);
      return (record) => places.get(sourceOf[record]!) ?? rule.order.length;
    }
    case 'newest': {
      const dates = datesOf(rule.column);
      return (record) => -dates.of(record);
    }
    case 'longest':
      return (_, spelling) => -spellings[spelling]!.length;
    case 'most-frequent':
      return () => 0;
  }
}

/**
 * The records that the ranks, one after the other, keep.
 *
 * @param spellingOf the spelling of each record
 */
export function survivors(
  records: readonly number[],
  spellingOf: ArrayLike<number>,
  ranks: readonly Rank[],
): readonly number[] {
  let kept = records;
  for (const rank of ranks) {
    const all = kept.map((record) => rank(record, spellingOf[record]!));
    const first = all.reduce((least, one) => Math.min(least, one), Number.POSITIVE_INFINITY);
    kept = kept.filter((_, i) => all[i] === first);
  }
  return kept;
}
