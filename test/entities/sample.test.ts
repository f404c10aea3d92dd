import fc from 'fast-check';
import { expect, test } from 'vitest';
import { KeptCells } from '../../src/entities/kept-cells.ts';
import { partitionOf } from '../../src/entities/partition.ts';
import { sampleEntities } from '../../src/entities/sample.ts';

const named = (entities: number) => Array.from({ length: entities }, (_, e) => `e${(7 * e) % entities}`);

test('the most doubtful, the largest and the first by id are chosen, doubtful ones first', () => {
  const entityOf = Int32Array.of(0, 0, 1, 2, 2, 2, 3, 3);
  const probability = Float64Array.of(1, 0.9, 0.4, 1, 1, 1, 1, 1);
  const ids = ['e3', 'e1', 'e4', 'e2'];
  expect(
    sampleEntities({ entityOf, entities: 4 }, probability, ids, { doubt: 2, size: 1, chance: 1 }),
  ).toEqual([
    { entity: 1, why: ['doubt'] },
    { entity: 0, why: ['doubt'] },
    { entity: 3, why: ['chance'] },
    { entity: 2, why: ['size'] },
  ]);
});

test('entities that are sure are in no doubt, and those of one record neither large nor drawn', () => {
  const one = { entityOf: Int32Array.of(0, 1), entities: 2 };
  const all = { doubt: 9, size: 9, chance: 9 };
  expect(sampleEntities(one, Float64Array.of(1, 1), ['a', 'b'], all)).toEqual([]);
  expect(sampleEntities(one, Float64Array.of(1, 0.5), ['a', 'b'], { ...all, doubt: 0 })).toEqual([]);
});

test('it is what sorting all of them gives, whatever their order', () => {
  const record = fc.record({ label: fc.nat(9), p: fc.constantFrom(0.2, 0.5, 0.9, 1) });
  const sizes = fc.record({ doubt: fc.nat(6), size: fc.nat(6), chance: fc.nat(6) });
  fc.assert(
    fc.property(fc.array(record, { maxLength: 30 }), sizes, (records, most) => {
      const partition = partitionOf(Int32Array.from(records, ({ label }) => label));
      const probability = Float64Array.from(records, ({ p }) => p);
      const ids = named(partition.entities);
      const all = ids.map((id, entity) => {
        const own = records.filter((_, i) => partition.entityOf[i] === entity);
        return { entity, id, size: own.length, least: Math.min(...own.map(({ p }) => p)) };
      });
      const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1);
      const several = all.filter(({ size }) => size > 1);
      const chosen = {
        doubt: all.filter(({ least }) => least < 1).sort((a, b) => a.least - b.least || byId(a, b)),
        size: several.toSorted((a, b) => b.size - a.size || byId(a, b)),
        chance: several.toSorted(byId),
      };
      const sample = sampleEntities(partition, probability, ids, most);
      for (const reason of ['doubt', 'size', 'chance'] as const)
        expect(new Set(sample.filter(({ why }) => why.includes(reason)).map(({ entity }) => entity))).toEqual(
          new Set(chosen[reason].slice(0, most[reason]).map(({ entity }) => entity)),
        );
      const least = sample.map(({ entity }) => all[entity]!.least);
      expect(least).toEqual(least.toSorted((a, b) => a - b));
    }),
  );
});

test('cells are kept of the rows asked for', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(40)), fc.nat(40), fc.nat(40), (rows, a, b) => {
      const kept = new KeptCells(rows);
      const [from, to] = [Math.min(a, b), Math.max(a, b)];
      const wanted = [...new Set(rows)].filter((row) => row >= from && row < to).sort((x, y) => x - y);
      expect([...kept.between(from, to)]).toEqual(wanted);
      expect(kept.wants(a)).toBe(rows.includes(a));
      kept.keep(a, ['x']);
      expect(kept.of(a)).toEqual(['x']);
      expect(kept.of(41)).toBeUndefined();
    }),
  );
});
