/**
 * Price lists of two shops, for tests: each lists every product once, in wording of its own. Products come in series
 * of one make and kind that differ in their model numbers, which one shop writes without signs and the other with.
 */
import { type Random, random } from '../../src/math/random.ts';

export interface Products {
  series: number;
  seed?: number;
  /** Share of the titles of the second shop without a model number. Default 0.05. */
  without?: number;
  /** Share of the products that each shop lists twice, written in two ways. Default 0. */
  twice?: number;
}

const KINDS = [
  ['digital camera', 'compact camera'],
  ['home theater receiver', 'a/v receiver'],
  ['cordless phone', 'dect handset'],
  ['electric range', 'freestanding range'],
  ['laser printer', 'mono printer'],
  ['microwave oven', 'countertop microwave'],
  ['lcd television', 'flat panel tv'],
  ['portable speaker', 'speaker dock'],
];
const COLOURS = ['black', 'white', 'silver', 'red', 'stainless steel'];
const EXTRAS = ['remote control', '2 year warranty', 'energy saving', 'wall mount', 'usb', 'bluetooth'];

/** The two files by their names, and the product of each record by its id, which is unique over both. */
export function productFiles({ series, seed = 1, without = 0.05, twice = 0 }: Products): {
  files: Record<string, string>;
  productOf: Map<string, number>;
} {
  const rng = random(seed);
  const makes = Array.from({ length: 12 }, () => capital(letters(rng, 6)));
  const lines: Record<'a' | 'b', string[]> = { a: [], b: [] };
  const productOf = new Map<string, number>();
  let products = 0;
  const list = (shop: 'a' | 'b', title: string, price: number): void => {
    const id = `${shop}${lines[shop].length}`;
    productOf.set(id, products);
    lines[shop].push(`${id},${title},${price}`);
  };
  for (let s = 0; s < series; s++) {
    const make = pick(rng, makes);
    const [kind, otherKind] = pick(rng, KINDS) as [string, string];
    const prefix = letters(rng, 2 + rng.below(2)).toUpperCase();
    const first = 100 + rng.below(800);
    for (let model = 0, models = 2 + rng.below(4); model < models; model++, products++) {
      const number = `${first + 10 * model}${rng.below(3) === 0 ? 'B' : ''}`;
      const price = 20 + rng.below(900);
      const colour = pick(rng, COLOURS);
      for (let times = rng.next() < twice ? 2 : 1; times > 0; times--) {
        const written = times === 1 ? `${prefix}${number}` : `${prefix} ${number}`;
        list('a', `${make} ${capital(colour)} ${capital(kind)} - ${written}`, price);
        const code = rng.next() < without ? '' : `${prefix}-${number} `;
        list('b', `${make.toUpperCase()} ${code}${otherKind} ${pick(rng, EXTRAS)}`, price + rng.below(40));
      }
    }
  }
  const file = (rows: string[]): string => ['id,title,price', ...rows].join('\n');
  return { files: { 'a.csv': file(lines.a), 'b.csv': file(lines.b) }, productOf };
}

function pick<T>({ below }: Random, of: readonly T[]): T {
  return of[below(of.length)]!;
}

function letters({ below }: Random, count: number): string {
  return Array.from({ length: count }, () => 'abcdefghiklmnoprstuvwxz'[below(23)]).join('');
}

function capital(words: string): string {
  return words.replace(/\b[a-z]/g, (letter) => letter.toUpperCase());
}
