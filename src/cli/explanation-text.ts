/** Why two records go together or not, for people: a line for each term of the sum, with a waterfall. */
import type { ChalkInstance } from 'chalk';
import type { ExplainedPair, ExplainedRecord } from './pair-explanation.ts';
import { cut, printable, short, wrapped } from './terminal.ts';
import { spanOf, stepBar } from './waterfall-text.ts';

/** Widths of the columns of text, and bounds of the bar's. */
const NAME = 16;
const LEVEL = 15;
const NUMBER = 8;
const BITS = 6;
const BEFORE_BAR = NAME + LEVEL + 2 * NUMBER + 2 * BITS + 6;
const LEAST_BAR = 12;
const MOST_BAR = 60;
const LEAST_VALUE = 12;

/** A term of the sum. */
interface Term {
  name: string;
  level: string;
  numbers: readonly [m: string, u: string, rarity: string];
  weight: number;
  /** A line under it. */
  values?: string;
}

/** `a.csv 17`. */
export function recordName({ source, id }: Pick<ExplainedRecord, 'source' | 'id'>): string {
  return printable(`${source} ${id}`);
}

/**
 * The pair as text.
 *
 * @param width columns of the terminal
 */
export function pairText(pair: ExplainedPair, width: number, colour: ChalkInstance): string {
  const bar = Math.max(LEAST_BAR, Math.min(MOST_BAR, width - BEFORE_BAR));
  const terms = termsOf(pair, width);
  let total = pair.prior_weight;
  const totals = [0, total, ...terms.map(({ weight }) => (total += weight))];
  const span = spanOf(totals);
  const line = ({ name, level, numbers, weight, values }: Term, from: number): string[] => {
    const [m, u, rarity] = numbers;
    const front = [
      cut(name, NAME).padEnd(NAME),
      cut(level, LEVEL).padEnd(LEVEL),
      m.padStart(NUMBER),
      u.padStart(NUMBER),
      rarity.padStart(BITS),
      bits(weight).padStart(BITS),
    ].join(' ');
    const steps = stepBar(from, from + weight, span, bar);
    const painted = steps.replace(/█+/, (step) => (weight < 0 ? colour.red(step) : colour.green(step)));
    return [`${front} ${painted}`.trimEnd(), ...(values === undefined ? [] : [colour.dim(`  ${values}`)])];
  };
  const head = line({ name: 'column', level: 'level', numbers: ['m', 'u', 'rarity'], weight: 0 }, 0)[0]!;
  const prior: Term = { name: 'prior', level: '', numbers: ['', '', ''], weight: pair.prior_weight };
  const lines = [
    colour.bold(verdict(pair)),
    placement(pair),
    '',
    head.slice(0, BEFORE_BAR - BITS - 1) + 'bits'.padStart(BITS),
    ...line(prior, 0),
    ...terms.flatMap((term, i) => line(term, totals[i + 1]!)),
    `match weight ${bits(pair.match_weight)} bits, with the prior ${bits(total)}: probability ${probabilityText(pair.match_probability)}`,
  ];
  return wrapped(lines.join('\n'), width);
}

function termsOf(pair: ExplainedPair, width: number): Term[] {
  return [
    ...pair.columns.map((it) => ({
      name: printable(it.column),
      level: it.level_name ?? 'missing',
      numbers: [number(it.m), number(it.u), it.rarity_weight === 0 ? '' : bits(it.rarity_weight)] as const,
      ...{ weight: it.weight, values: valuesText(it, width) },
    })),
    ...pair.dependence.map(({ columns, weight }) => ({
      name: columns.join(' & '),
      level: weight < 0 ? 'often together' : 'seldom together',
      ...{ numbers: ['', '', ''] as const, weight },
    })),
    { name: 'rest', level: pair.rest_reason, numbers: ['', '', ''] as const, weight: pair.rest },
  ];
}

/** `margaret (.4 %) = margaret`, shortened to the width. */
function valuesText(it: ExplainedPair['columns'][number], width: number): string {
  const frequency = (share: number | null): string => (share === null ? '' : ` (${short(100 * share, 2)} %)`);
  const room = Math.max(LEAST_VALUE, Math.floor((width - 5) / 2));
  const text = (value: string | null, share: number | null): string =>
    value === null ? '–' : cut(printable(value), room - frequency(share).length) + frequency(share);
  if (it.value_l !== null && it.value_l === it.value_r) return text(it.value_l, it.frequency_l);
  return `${text(it.value_l, it.frequency_l)} | ${text(it.value_r, it.frequency_r)}`;
}

function verdict({ left, right, match_probability }: ExplainedPair): string {
  return `${recordName(left)} and ${recordName(right)} are the same with probability ${probabilityText(match_probability)}, as they agree`;
}

function placement({ left, right, same_entity }: ExplainedPair): string {
  return same_entity
    ? `both are of entity ${left.entity_id}, with probability ${probabilityText(left.probability)} and ${probabilityText(right.probability)}`
    : `they are of different entities, ${left.entity_id} (${probabilityText(left.probability)}) and ${right.entity_id} (${probabilityText(right.probability)})`;
}

/** Never 0 or 1 for what is not quite. */
export function probabilityText(p: number): string {
  if (p > 0.9999) return p === 1 ? '1' : `1 − ${short(1 - p, 2)}`;
  return short(p, p < 0.01 ? 2 : 4);
}

/** `+3.2`, `-0.0` being `0.0`. */
export function bits(weight: number): string {
  const text = weight.toFixed(1);
  if (Number(text) === 0) return '0.0';
  return weight > 0 ? `+${text}` : text;
}

/** Least number written without a power of ten: others would not fit their column. */
const LEAST_PLAIN = 1e-4;

function number(x: number | null): string {
  if (x === null) return '';
  return x > 0 && x < LEAST_PLAIN ? x.toExponential(2) : short(x, 3);
}
