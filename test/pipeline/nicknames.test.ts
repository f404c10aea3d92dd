/** Generated people whose only errors are nicknames: EM learns how often matches have them, and finds more for it. */
import { describe, expect, it } from 'vitest';
import { areNicknames } from '../../src/compare/nicknames.ts';
import { levelOffsets } from '../../src/compare/patterns.ts';
import { type LinkOptions, link } from '../../src/pipeline/link.ts';
import type { Table } from '../../src/records/table.ts';
import { found, type Generated, people, quality, tableOf } from './tables.ts';

/** The table of the people with some of their columns only. */
async function tableWith({ files }: Generated, ...names: string[]): Promise<Table> {
  const table = await tableOf(files);
  return { ...table, columns: table.columns.filter(({ name }) => names.includes(name)) };
}

/** Share of the true pairs with different first names, and with a nickname. */
function shareOfNicknames({ ids, columns }: Table, entityOf: ReadonlyMap<string, string>): number {
  const { codes, values } = columns.find(({ name }) => name === 'first_name')!;
  const members = new Map<string, string[]>();
  ids.forEach((id, row) => {
    const entity = entityOf.get(id)!;
    if (codes[row]! >= 0) members.set(entity, [...(members.get(entity) ?? []), values[codes[row]!]!]);
  });
  let [all, related] = [0, 0];
  for (const names of members.values())
    names.forEach((x, i) => {
      for (const y of names.slice(0, i)) {
        all++;
        if (areNicknames(x, y)) related++;
      }
    });
  return related / all;
}

describe.each([1, 2, 3])('nicknames, seed %i', (seed) => {
  const made = people({ seed, records: 3000, duplicates: 0.4, errors: 1, moves: 0, only: 'nicknames' });

  it('are as frequent in matches as they truly are', async () => {
    const { files, entityOf } = await made;
    const table = await tableOf(files);
    const { comparison, parameters } = link(table);
    const f = table.columns.findIndex(({ name }) => name === 'first_name');
    const level = comparison.fields[f]!.names.indexOf('nickname');
    const m = parameters.m[levelOffsets(comparison.levelCounts)[f]! + level]!;
    const share = shareOfNicknames(table, entityOf);
    expect(share).toBeGreaterThan(0.1);
    expect(Math.abs(m - share)).toBeLessThan(0.05);
  });

  it('find matches that are missed without them, where little else is known', async () => {
    const { entityOf, ...rest } = await made;
    const table = await tableWith({ entityOf, ...rest }, 'first_name', 'surname', 'sex');
    const f1 = (options: LinkOptions): number =>
      quality(found(table, link(table, options), 0.5).keys(), entityOf).f1;
    expect(f1({})).toBeGreaterThan(f1({ without: new Set(['nicknames']) }) + 0.05);
  });
});
