import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { entityIds } from '../../src/entities/ids.ts';

interface Named {
  source: string;
  id: string;
  entity: number;
}

/** The ids of the entities of some records, by `source/id`. */
function idsOf(records: readonly Named[], digits?: number): Map<string, string> {
  const names = [...new Set(records.map(({ source }) => source))];
  const numbers = [...new Set(records.map(({ entity }) => entity))];
  const table = {
    sources: names.map((source) => ({ source })),
    sourceOf: Uint16Array.from(records, ({ source }) => names.indexOf(source)),
    ids: records.map(({ id }) => id),
  };
  const partition = {
    entityOf: Int32Array.from(records, ({ entity }) => numbers.indexOf(entity)),
    entities: numbers.length,
  };
  const ids = entityIds(table, partition, digits);
  return new Map(records.map(({ source, id }, r) => [`${source}/${id}`, ids[partition.entityOf[r]!]!]));
}

const named = fc.uniqueArray(
  fc.record({
    source: fc.constantFrom('a.csv', 'b.csv', 'ab.csv'),
    id: fc.string({ maxLength: 4 }).filter((id) => !id.includes('\0')),
    entity: fc.nat(8),
  }),
  { selector: ({ source, id }) => `${source}\0${id}`, maxLength: 30 },
);

const sorted = (ids: Map<string, string>) => [...ids].sort(([a], [b]) => (a < b ? -1 : 1));

describe('entityIds', () => {
  it('are e and the first 60 bits of the SHA-256 of the sorted records', () => {
    const records = [
      { source: 'b.csv', id: '1', entity: 0 },
      { source: 'a.csv', id: '2', entity: 0 },
      { source: 'a.csv', id: '10', entity: 0 },
    ];
    const hash = createHash('sha256').update('a.csv\x0010\0a.csv\x002\0b.csv\x001\0').digest('hex');
    const expected = `e${BigInt(`0x${hash.slice(0, 15)}`)
      .toString(32)
      .padStart(12, '0')}`;
    expect(new Set(idsOf(records).values())).toEqual(new Set([expected]));
  });

  it('are the same for records of one entity, and differ between entities', () => {
    fc.assert(
      fc.property(named, (records) => {
        const ids = idsOf(records);
        const pairs = new Set(
          records.map(({ source, id, entity }) => `${entity} ${ids.get(`${source}/${id}`)}`),
        );
        expect(pairs.size).toBe(new Set(records.map(({ entity }) => entity)).size);
        expect(new Set(ids.values()).size).toBe(pairs.size);
      }),
    );
  });

  it('do not depend on the order of records and files', () => {
    const shuffled = named.chain((records) =>
      fc.tuple(fc.constant(records), fc.shuffledSubarray(records, { minLength: records.length })),
    );
    fc.assert(
      fc.property(shuffled, ([records, others]) => {
        expect(sorted(idsOf(others))).toEqual(sorted(idsOf(records)));
      }),
    );
  });

  it('do not change when records of other entities are added', () => {
    fc.assert(
      fc.property(named, (records) => {
        const some = records.filter(({ entity }) => entity < 4);
        const all = idsOf(records);
        for (const [record, id] of idsOf(some)) expect(all.get(record)).toBe(id);
      }),
    );
  });

  it('tell a name that ends where another begins apart', () => {
    const ids = idsOf([
      { source: 'a', id: 'b1', entity: 0 },
      { source: 'ab', id: '1', entity: 1 },
    ]);
    expect(new Set(ids.values()).size).toBe(2);
  });

  it('get more digits where they would be the same, in whatever order the entities come', () => {
    const records = Array.from({ length: 5000 }, (_, i) => ({ source: 'a.csv', id: `${i}`, entity: i }));
    const ids = idsOf(records, 4);
    expect(new Set(ids.values()).size).toBe(5000);
    const lengths = new Set([...ids.values()].map((id) => id.length));
    expect(lengths).toEqual(new Set([5, 9]));
    const long = [...ids.values()].filter((id) => id.length === 9);
    for (const id of long)
      expect(long.filter((other) => other.startsWith(id.slice(0, 5))).length).toBeGreaterThan(1);
    expect(sorted(idsOf(records.toReversed(), 4))).toEqual(sorted(ids));
  });
});
