import fc from 'fast-check';
import { expect, it } from 'vitest';
import { RecordIndex } from '../../src/records/record-index.ts';

const codes = fc.array(fc.tuple(fc.integer({ min: -1, max: 3 }), fc.nat(8)), { maxLength: 60 });

it.each([true, false])('finds the first record of each name, as a map does; by source: %s', (bySource) => {
  fc.assert(
    fc.property(codes, codes, (records, others) => {
      const index = new RecordIndex(
        bySource ? records.map(([source]) => source) : undefined,
        records.map(([, id]) => id),
      );
      const key = ([source, id]: [number, number]) => (bySource ? `${source} ${id}` : `${id}`);
      const map = new Map<string, number>();
      records.forEach((record, i) => {
        expect(index.add(i)).toBe(map.get(key(record)) ?? -1);
        if (!map.has(key(record))) map.set(key(record), i);
      });
      for (const [source, id] of [...records, ...others])
        expect(index.find(source, id)).toBe(map.get(key([source, id])) ?? -1);
    }),
  );
});
