/** Lists of works as two files or one, for tests: noisy, and some works have a sequel that is much like them. */
import { type Random, random } from '../../src/math/random.ts';
import type { Table } from '../../src/records/table.ts';
import { tableOf } from './tables.ts';

export interface Catalogue {
  works: number;
  seed?: number;
  /** `once`: both files list every work once; `twice`: some come again; `copy`: the second is the first. */
  kind: 'once' | 'twice' | 'copy';
  files?: number;
}

/** Share of the cells with a slip. */
const NOISE = 0.2;
/** One work in so many has a sequel, by the same maker, under the same title, of another year. */
const SEQUELS = 5;
/** One in so many comes again where works come twice. */
const REPEATED = 4;

export function catalogue(options: Catalogue): Promise<Table> {
  return tableOf(catalogueFiles(options));
}

/** The files by their names; the ids of records are unique over both. */
export function catalogueFiles({ works, seed = 1, kind, files = 2 }: Catalogue): Record<string, string> {
  const rng = random(seed);
  const list = Array.from({ length: works }).flatMap(() => {
    const [maker, title, year] = [word(rng), `${word(rng)} ${word(rng)}`, 1950 + rng.below(60)];
    const sequels = rng.below(SEQUELS) === 0 ? [year + 1 + rng.below(9)] : [];
    return [year, ...sequels].map((of) => [maker, title, String(of)]);
  });
  const again = kind === 'twice' ? list.filter((_, i) => i % REPEATED === 0) : [];
  const noisy = () => [...list, ...again].map((cells) => cells.map((cell) => withSlip(cell, rng)));
  const first = noisy();
  const texts = Array.from({ length: files }, (_, file) => {
    const rows = file === 0 || kind === 'copy' ? first : noisy();
    const lines = rows.map((row, i) => [`${'ab'[file]}${i}`, ...row].join(','));
    return ['id,maker,title,year', ...lines].join('\n');
  });
  return Object.fromEntries(texts.map((text, file) => [`${'ab'[file]}.csv`, text]));
}

function word({ below }: Random): string {
  const syllable = () =>
    ['ba', 'ko', 'ri', 'mu', 'te', 'sal', 'von', 'dek', 'pri', 'lo', 'gan', 'zu'][below(12)]!;
  return syllable() + syllable() + syllable();
}

/** Two neighbouring letters exchanged, sometimes. */
function withSlip(text: string, { next, below }: Random): string {
  if (next() >= NOISE) return text;
  const at = below(text.length - 1);
  return text.slice(0, at) + text[at + 1]! + text[at]! + text.slice(at + 2);
}
