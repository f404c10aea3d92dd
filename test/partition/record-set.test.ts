import { expect, test } from 'vitest';
import { RecordSet } from '../../src/partition/record-set.ts';

function listed(set: RecordSet): number[] {
  const rows: number[] = [];
  for (let row = set.next(0); row >= 0; row = set.next(row + 1)) rows.push(row);
  return rows;
}

test.each([1, 31, 32, 33, 70])('all of %i records', (size) => {
  const set = new RecordSet(size);
  set.addAll(size);
  expect(listed(set)).toEqual(Array.from({ length: size }, (_, row) => row));
});

test('records that are added further on are still met', () => {
  const set = new RecordSet(100);
  for (const row of [63, 0, 31]) set.add(row);
  expect(listed(set)).toEqual([0, 31, 63]);
  const met: number[] = [];
  for (let row = set.next(0); row >= 0; row = set.next(row + 1)) {
    met.push(row);
    if (row === 31) for (const later of [32, 99, 5]) set.add(later);
  }
  expect(met).toEqual([0, 31, 32, 63, 99]);
});
