/** Sources without duplicates: found out from the matches, and what `resolve` makes of them. */
import { describe, expect, test } from 'vitest';
import { duplicateFree } from '../../src/pipeline/duplicate-free.ts';
import { link } from '../../src/pipeline/link.ts';
import type { Resolution } from '../../src/pipeline/resolution.ts';
import { resolve } from '../../src/pipeline/resolve.ts';
import type { Table } from '../../src/records/table.ts';
import { type Catalogue, catalogue } from './catalogues.ts';
import { people, tableOf } from './tables.ts';

/** As `resolve` asks for it. */
const foundIn = (table: Table) => [...duplicateFree(table, link(table, { threshold: 0.001 }))];

/** How many records of a source share their entity with one of the same source. */
function together({ sourceOf }: Table, { entityOf }: Pick<Resolution, 'entityOf'>, source: number): number {
  const entities = [...entityOf].filter((_, row) => sourceOf[row] === source);
  return entities.length - new Set(entities).size;
}

describe('duplicateFree', () => {
  test.each([1, 2, 3])('finds both of two files that list noisy works once each, seed %i', async (seed) => {
    expect(foundIn(await catalogue({ works: 200, seed, kind: 'once' }))).toEqual([0, 1]);
  });

  test.each<[string, Catalogue]>([
    ['that list some works twice', { works: 200, kind: 'twice' }],
    ['one of which is a copy of the other', { works: 200, kind: 'copy' }],
    ['of hardly any works', { works: 15, kind: 'once' }],
    ['of which there is one only', { works: 200, kind: 'once', files: 1 }],
    ['of which there is one only, with works twice', { works: 200, kind: 'twice', files: 1 }],
  ])('finds none among files %s', async (_, options) => {
    expect(foundIn(await catalogue(options))).toEqual([]);
  });

  test('finds none where people come several times in a file, or hardly any two in it are alike', async () => {
    const of = async (copies: number) =>
      tableOf((await people({ files: 2, records: 800, duplicates: 0.5, copies })).files);
    expect(foundIn(await of(4))).toEqual([]);
    expect(foundIn(await of(1))).toEqual([]);
  });

  test('asks for enough matches, and judges files of few together', async () => {
    const table = await catalogue({ works: 200, kind: 'once' });
    const linkage = link(table, { threshold: 0.001 });
    const { left, right, pattern } = linkage.evidence;
    /** Where only so many matches inside each file are left, and between them. */
    const found = (inside: number, between: number) => {
      const seen = new Map<string, number>();
      const kept = Int32Array.from(pattern.keys()).filter((i) => {
        const sources = [left, right].map((rows) => table.sourceOf[rows[i]!]!).sort();
        const count = (seen.get(`${sources}`) ?? 0) + 1;
        if (linkage.probabilities[pattern[i]!]! < 0.5) return false;
        seen.set(`${sources}`, count);
        return count <= (sources[0] === sources[1] ? inside : between);
      });
      const of = (list: Int32Array) => kept.map((i) => list[i]!);
      const evidence = { ...linkage.evidence, left: of(left), right: of(right), pattern: of(pattern) };
      return [...duplicateFree(table, { ...linkage, evidence })];
    };
    expect(found(4, 1000)).toEqual([0, 1]);
    expect(found(2, 1000)).toEqual([]);
    expect(found(40, 20)).toEqual([0, 1]);
    expect(found(40, 19)).toEqual([]);
  });
});

describe('resolve', () => {
  test('holds files found to be without duplicates to one record an entity, unless told not to', async () => {
    const table = await catalogue({ works: 200, kind: 'once' });
    const [found, free] = [resolve(table), resolve(table, { uniqueWithin: new Set() })];
    expect(found.unique).toEqual(new Set([0, 1]));
    expect([0, 1].map((source) => together(table, found, source))).toEqual([0, 0]);
    expect(free.unique.size).toBe(0);
    expect(together(table, free, 0)).toBeGreaterThan(5);
  });

  test.each([
    ['noisy', { model: 'noisy' }],
    ['categorical', { model: 'categorical' }],
  ] as const)(
    'never puts two records of a file said to be without duplicates together, %s',
    async (_, options) => {
      const table = await catalogue({ works: 150, kind: 'twice' });
      const resolution = resolve(table, { ...options, uniqueWithin: new Set([0]), samples: 5 });
      for (const entityOf of [resolution.entityOf, ...resolution.draws])
        expect(together(table, { entityOf }, 0)).toBe(0);
      expect(together(table, resolution, 1)).toBeGreaterThan(5);
      expect(resolution.unique).toEqual(new Set([0]));
    },
  );
});
