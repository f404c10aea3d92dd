/** Lists whose records copy each other, for tests: works have a few forms each, errors and all, that come again. */
import { type Random, random } from '../../src/math/random.ts';
import type { Table } from '../../src/records/table.ts';
import { tableOf } from './tables.ts';

export interface Copied {
  table: Table;
  /** The work of each record. */
  works: number[];
}

/** Share of the cells of a copy that get an error of their own. */
const FRESH = 0.02;
const RECORDS = 1200;

/** Citations of 120 works, some often, in 20 forms each: slips, shorter titles and names, wrong years, five ways to name a place. */
export function citations(seed: number): Promise<Copied> {
  const { of, pick, hits, word, slipped, rng } = toolsOf(seed);
  const [vocabulary, people] = [of(60, word), of(30, word)];
  const places = of(8, () => {
    const [a, b, c] = [word(), word(), word()];
    return [`${a} ${b} ${c}`, `${a} ${b}`, `${a} ${c}`, `${a[0]}${b[0]}${c[0]}`, c];
  });
  const year = () => `${1980 + rng.below(20)}`;
  const list = of(120, () => {
    const [title, makers, place] = [of(5, () => pick(vocabulary)), of(2, () => pick(people)), pick(places)];
    const own = { year: year(), page: `${1 + rng.below(400)}` };
    return of(20, () => [
      makers
        .map((name) => (hits(0.5) ? name : `${name} ${name[0]}`))
        .slice(0, hits(0.2) ? 1 : 2)
        .join(' '),
      title
        .filter(() => !hits(0.1))
        .map((text) => (hits(0.2) ? slipped(text) : text))
        .join(' '),
      pick(place),
      hits(0.2) ? year() : own.year,
      hits(0.5) ? '' : own.page,
    ]);
  });
  return copied(rng, list, 2, ['author', 'title', 'venue', 'year', 'pages'], slipped);
}

/** 60 works of six words, each of the same 60 in its column, in three forms: an error is another of these. */
export function sharedWords(seed: number): Promise<Copied> {
  const { of, pick, hits, word, rng } = toolsOf(seed);
  const names = ['maker', 'title', 'place', 'house', 'editor', 'series'];
  const words = names.map(() => of(60, word));
  const other = (_: string, f: number) => pick(words[f]!);
  const list = of(60, () => {
    const work = words.map(pick);
    return of(3, () => work.map((cell, f) => (hits(0.3) ? other(cell, f) : cell)));
  });
  return copied(rng, list, 1, names, other);
}

/** Records of the forms of works, the first works oftener than the last by the power `skew`. */
async function copied(
  { next, below }: Random,
  list: readonly string[][][],
  skew: number,
  names: readonly string[],
  withError: (cell: string, field: number) => string,
): Promise<Copied> {
  const works = Array.from({ length: RECORDS }, () => Math.floor(list.length * next() ** skew));
  const lines = works.map((work, i) => {
    const form = list[work]![below(list[work]!.length)]!;
    return [i, ...form.map((cell, f) => (next() < FRESH ? withError(cell, f) : cell))].join(',');
  });
  return { works, table: await tableOf({ 'list.csv': [`id,${names}`, ...lines].join('\n') }) };
}

const SYLLABLES = ['ba', 'ko', 'ri', 'mu', 'te', 'sal', 'von', 'dek', 'pri', 'lo', 'gan', 'zu'];

function toolsOf(seed: number) {
  const rng = random(seed);
  const of = <T>(length: number, make: () => T): T[] => Array.from({ length }, make);
  const pick = <T>(list: readonly T[]): T => list[rng.below(list.length)]!;
  const slipped = (text: string): string => {
    if (text.length < 2) return text;
    const at = rng.below(text.length - 1);
    return text.slice(0, at) + text[at + 1]! + text[at]! + text.slice(at + 2);
  };
  const word = () => of(3, () => pick(SYLLABLES)).join('');
  return { rng, of, pick, slipped, word, hits: (share: number) => rng.next() < share };
}
