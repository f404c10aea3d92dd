/**
 * Entity ids that are made of the records inside: `e` and 12 digits (60 bits, base 32: 0–9, a–v) of the SHA-256 of the
 * entity's records, each as `source NUL id NUL`, sorted. An id therefore depends on which records are together and on
 * nothing else: not on the order of rows, files or work, nor on other records. It stays as long as the names of the
 * file and of the records do (records without an id are named by their row, files with one name by their order).
 *
 * Two entities out of a million have the same digits once in two million runs; all that do get more digits,
 * until they differ.
 */
import crypto from 'node:crypto';
import type { Table } from '../records/table.ts';
import { type Members, membersOf } from './members.ts';
import type { Partition } from './partition.ts';

/** Digits of an id; 4 digits are 20 bits. */
const DIGITS = 12;
/** As many digits as 240 of the 256 bits give. */
const MOST_DIGITS = 48;
/** Every two digits of base 32. */
const PAIRS = Array.from({ length: 1024 }, (_, i) => i.toString(32).padStart(2, '0'));

/** What names a record. */
export type NamedRecords = Pick<Table, 'sourceOf' | 'ids'> & {
  readonly sources: readonly { source: string }[];
};

/**
 * The id of each entity, length C.
 *
 * @param least digits of an id, a multiple of 4
 * @example entityIds(table, resolution)[0] // => 'e2hjk3m0bq5t7'
 */
export function entityIds(table: NamedRecords, partition: Partition, least = DIGITS): string[] {
  const members = membersOf(partition);
  const ids: string[] = new Array(partition.entities);
  const beginnings = new Float64Array(partition.entities);
  for (let entity = 0; entity < ids.length; entity++) {
    const hash = sha256(recordKeys(table, members, entity));
    ids[entity] = idOf(hash, least);
    beginnings[entity] = beginningOf(hash, least);
  }
  let open = sharing(beginnings);
  for (let digits = least; open.length > 0 && digits < MOST_DIGITS; ) {
    open = sharing(open.map((entity) => ids[entity]!)).map((at) => open[at]!);
    digits = Math.min(2 * digits, MOST_DIGITS);
    for (const entity of open) ids[entity] = idOf(sha256(recordKeys(table, members, entity)), digits);
  }
  return ids;
}

/** Positions of the values that occur more than once. */
function sharing(values: Float64Array | string[]): number[] {
  const sorted = values.slice().sort();
  const repeated = new Set<number | string>();
  for (let i = 1; i < sorted.length; i++) if (sorted[i] === sorted[i - 1]) repeated.add(sorted[i]!);
  const positions: number[] = [];
  if (repeated.size > 0)
    values.forEach((value, i) => {
      if (repeated.has(value)) positions.push(i);
    });
  return positions;
}

/** The records of an entity as one text that tells what they are whatever their order. No name holds a NUL. */
function recordKeys(table: NamedRecords, { offsets, records }: Members, entity: number): string {
  const [from, to] = [offsets[entity]!, offsets[entity + 1]!];
  if (to - from === 1) return recordKey(table, records[from]!);
  const keys: string[] = [];
  for (let i = from; i < to; i++) keys.push(recordKey(table, records[i]!));
  return keys.sort().join('');
}

function recordKey({ sources, sourceOf, ids }: NamedRecords, record: number): string {
  return `${sources[sourceOf[record]!]!.source}\0${ids[record]}\0`;
}

/** The id that the beginning of a hash, given byte by byte, is written as. */
function idOf(hash: string, digits: number): string {
  let id = 'e';
  for (let bit = 0; id.length <= digits; bit += 20) {
    // 20 bits begin with a byte or in the middle of one, and end in the third.
    const three =
      (hash.charCodeAt(bit >> 3) << 16) |
      (hash.charCodeAt((bit >> 3) + 1) << 8) |
      hash.charCodeAt((bit >> 3) + 2);
    const bits = bit % 8 === 0 ? three >> 4 : three & 0xfffff;
    id += PAIRS[bits >> 10]! + PAIRS[bits & 1023]!;
  }
  return id;
}

/** The first 48 bits of a hash, or as many as the digits of an id hold: numbers are compared faster than texts. */
function beginningOf(hash: string, digits: number): number {
  let bits = 0;
  for (let byte = 0; byte < 6; byte++) bits = bits * 256 + hash.charCodeAt(byte);
  return Math.floor(bits / 2 ** Math.max(0, 48 - 5 * digits));
}

/** The 32 bytes as characters. `hash` takes a third of the time of a hash object, but came with Node 20.12. */
const sha256: (text: string) => string =
  typeof crypto.hash === 'function'
    ? (text) => crypto.hash('sha256', text, 'binary')
    : (text) => crypto.createHash('sha256').update(text).digest('binary');
