/**
 * Greedy selection of blocking rules: weighted maximum coverage of simulated matches under a budget of
 * pairs (Khuller, Moss & Naor, 1999, without their enumeration of starting triples).
 */
import { NO_VALUE, type Table } from '../records/table.ts';
import type { BlockingKey } from './keys.ts';
import type { Rule } from './rule.ts';
import type { SimulatedMatches } from './simulated-matches.ts';
import type { WordKeys } from './words.ts';

/** What a rule costs besides its pairs, in pairs per record: the time to sort the records into its blocks. */
const FIXED_COST = 0.5;
/** A rule must find at least this share of the simulated matches for each pair per record that it costs. */
const LEAST_GAIN = 2e-4;

/** A rule, or the words of a column, on offer. */
interface Offer {
  rule: Rule | undefined;
  words: WordKeys | undefined;
  pairs: number;
  finds: Uint8Array;
}

export class Selection {
  rules: Rule[] = [];
  words: WordKeys[] = [];
  /** Pairs of all rules taken, before removing repeats. */
  pairs = 0;
  private readonly table: Table;
  private readonly keys: number;
  private readonly matches: SimulatedMatches;
  private readonly budget: number;
  private found: Uint8Array;
  /** Everything offered, and what of it has not been taken. */
  private readonly everything: Offer[] = [];
  private offers: Offer[] = [];

  constructor(table: Table, keys: readonly BlockingKey[], matches: SimulatedMatches, budget: number) {
    this.table = table;
    this.keys = keys.length;
    this.matches = matches;
    this.budget = budget;
    this.found = new Uint8Array(matches.rows.length);
  }

  /** Share of the simulated matches that no rule taken so far finds. */
  get missed(): number {
    return 1 - this.found.reduce((sum, one) => sum + one, 0) / this.found.length;
  }

  offer(rule: Rule): void {
    this.add({
      rule,
      words: undefined,
      pairs: rule.pairs,
      finds: findsByRule(rule, this.matches, this.keys),
    });
  }

  offerWords(columns: readonly WordKeys[]): void {
    for (const words of columns)
      this.add({
        ...{ rule: undefined, words, pairs: words.pairs },
        finds: findsByWords(words, this.matches, this.table),
      });
  }

  /** Take further rules for other matches of the same records, up to a budget. */
  takeFor(matches: SimulatedMatches, budget: number): void {
    const taken = (offer: Offer): boolean => !this.offers.includes(offer);
    const finds = ({ rule, words }: Offer): Uint8Array =>
      rule === undefined ? findsByWords(words!, matches, this.table) : findsByRule(rule, matches, this.keys);
    const before = this.everything.filter(taken).map(finds);
    this.found = this.found.map((_, draw) => (before.some((of) => of[draw] === 1) ? 1 : 0));
    this.offers = this.offers.map((offer) => ({ ...offer, finds: finds(offer) }));
    this.take(budget);
  }

  /** Take rules on offer, best first, until none is worth its pairs. */
  take(budget = this.budget): void {
    const unit = Math.max(1, this.table.size);
    for (;;) {
      let best: Offer | undefined;
      let bestWorth = 0;
      for (const offer of this.offers) {
        if (this.pairs + offer.pairs > budget) continue;
        const gain = this.gain(offer.finds) / this.found.length;
        const cost = offer.pairs / unit;
        const worth = gain / (cost + FIXED_COST);
        if (gain >= LEAST_GAIN * cost && worth > bestWorth) [best, bestWorth] = [offer, worth];
      }
      if (best === undefined) return;
      this.pairs += best.pairs;
      if (best.rule !== undefined) this.rules.push(best.rule);
      if (best.words !== undefined) this.words.push(best.words);
      best.finds.forEach((one, draw) => {
        if (one === 1) this.found[draw] = 1;
      });
      this.offers = this.offers.filter((offer) => offer !== best);
    }
  }

  /** Choose anew among everything ever offered; the choice before stands if it misses no more. */
  reconsider(): void {
    const { rules, words, pairs, found, missed } = this;
    [this.rules, this.words, this.pairs, this.found] = [[], [], 0, new Uint8Array(found.length)];
    this.offers = [...this.everything];
    this.take();
    if (this.missed < missed) return;
    [this.rules, this.words, this.pairs, this.found] = [rules, words, pairs, found];
  }

  /** The `count` conjunctions that most of the matches not found yet agree on; ties as given. */
  mostPromising(conjunctions: readonly number[][], count: number): number[][] {
    const { agrees } = this.matches;
    const open = [...this.found.keys()].filter((draw) => this.found[draw] === 0);
    const promise = conjunctions.map((conjunction) => ({
      conjunction,
      draws: open.filter((draw) => conjunction.every((key) => agrees[draw * this.keys + key] === 1)).length,
    }));
    const some = promise.filter(({ draws }) => draws > 0);
    return some
      .sort((a, b) => b.draws - a.draws)
      .slice(0, count)
      .map(({ conjunction }) => conjunction);
  }

  private add(offer: Offer): void {
    this.offers.push(offer);
    this.everything.push(offer);
  }

  private gain(finds: Uint8Array): number {
    let gain = 0;
    for (let draw = 0; draw < finds.length; draw++) gain += finds[draw]! & (1 - this.found[draw]!);
    return gain;
  }
}

/** Which simulated matches a rule finds: those that agree on all its keys and are in a block it uses. */
export function findsByRule(rule: Rule, matches: SimulatedMatches, keys: number): Uint8Array {
  return rule.reaches.map((reached, draw) =>
    reached === 1 && rule.keys.every((key) => matches.agrees[draw * keys + key] === 1) ? 1 : 0,
  );
}

/** Which simulated matches share a rare word: those of similar wording that have one. */
export function findsByWords(words: WordKeys, matches: SimulatedMatches, table: Table): Uint8Array {
  const fields = table.columns.length;
  const { codes } = table.columns[words.field]!;
  return Uint8Array.from(matches.rows, (row, draw) => {
    const value = codes[row]!;
    if (value === NO_VALUE || matches.similar[draw * fields + words.field] === 0) return 0;
    return words.reaches[value]!;
  });
}
