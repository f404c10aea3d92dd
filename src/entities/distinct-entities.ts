/**
 * All that draws of a partition say about who belongs together: each set of records that is an entity in some draw,
 * once, with the number of draws that have it. From one draw to the next most entities stay as they are, so that
 * this is much shorter than the draws.
 */

export interface DistinctEntities {
  /** Number of records, N. */
  readonly size: number;
  /** Number of draws, D. */
  readonly draws: number;
  /**
   * The records of distinct entity e, of E, are `records[offsets[e]]` … `records[offsets[e + 1] − 1]`, ascending.
   * Entities stand in the order in which draws first show them, in one draw by their first records.
   */
  readonly offsets: Int32Array;
  readonly records: Int32Array;
  /** Number of draws that have each distinct entity, 1 … D; length E. */
  readonly counts: Int32Array;
}

const NONE = -1;

/**
 * Collects the distinct entities of draws, one draw after the other, none of which it keeps. A draw costs O(N).
 * Memory is 4 bytes for each record of each distinct entity, at worst as much as all draws have together. Equal sets
 * are found by a hash and then compared record by record: counts are exact.
 *
 * @example
 * const tally = new EntityTally(3);
 * for (const draw of [[0, 0, 1], [2, 1, 0], [1, 1, 2]]) tally.add(Int32Array.from(draw));
 * tally.distinct() // => { size: 3, draws: 3, offsets: [0, 2, 3, 4, 5], records: [0, 1, 2, 0, 1], counts: [2, 3, 1, 1] }
 */
export class EntityTally {
  private readonly size: number;
  private draws = 0;
  /** Number of distinct entities, E. */
  private entities = 0;
  private offsets = new Int32Array(1024);
  private records = new Int32Array(1024);
  private counts = new Int32Array(1024);
  /** The sum of the words of the records of each distinct entity, modulo 2³². */
  private hashes = new Int32Array(1024);
  /** Places of an open-addressing table: distinct entity, or NONE; at least twice as many as entities. */
  private table = new Int32Array(2048).fill(NONE);
  /** A word for each record. */
  private readonly words: Int32Array;
  /** The distinct entity of each record in the draw before. */
  private readonly current: Int32Array;
  /** Of the draw at hand: the first record of each label, and the next record with the same label, or NONE. */
  private readonly first: Int32Array;
  private readonly next: Int32Array;

  /** @param size number of records, N */
  constructor(size: number) {
    this.size = size;
    this.words = new Int32Array(size).map((_, record) => mixed(record));
    this.current = new Int32Array(size).fill(NONE);
    this.first = new Int32Array(size);
    this.next = new Int32Array(size);
  }

  /**
   * Takes the next draw, which may be overwritten afterwards.
   *
   * @param entityOf label of the entity of each record, whatever numbers 0 … N − 1 they are; length N
   * @throws RangeError if the length or a label is another; the draw then does not count
   */
  add(entityOf: Int32Array): void {
    const { current, first, next } = this;
    this.chain(entityOf);
    for (let record = 0; record < this.size; record++) {
      if (first[entityOf[record]!] !== record) continue;
      let entity = current[record]!;
      if (entity === NONE || !this.isThis(entity, record)) {
        entity = this.find(record);
        for (let member = record; member !== NONE; member = next[member]!) current[member] = entity;
      }
      this.counts[entity]!++;
    }
    this.draws++;
  }

  /** What the draws so far come to. Its arrays are views, valid until the next draw. */
  distinct(): DistinctEntities {
    const { size, draws, entities } = this;
    return {
      size,
      draws,
      offsets: this.offsets.subarray(0, entities + 1),
      records: this.records.subarray(0, this.offsets[entities]!),
      counts: this.counts.subarray(0, entities),
    };
  }

  /** Chains the records of each label, ascending. */
  private chain(entityOf: Int32Array): void {
    const { size, first, next } = this;
    if (entityOf.length !== size) throw new RangeError(`a draw of ${entityOf.length} records, not ${size}`);
    first.fill(NONE);
    for (let record = size - 1; record >= 0; record--) {
      const label = entityOf[record]!;
      if (label < 0 || label >= size) throw new RangeError(`entity ${label} is not from 0 to ${size - 1}`);
      next[record] = first[label]!;
      first[label] = record;
    }
  }

  /** Whether a distinct entity is the chain that begins with a record. */
  private isThis(entity: number, record: number): boolean {
    const { offsets, records, next } = this;
    const end = offsets[entity + 1]!;
    let member = record;
    for (let i = offsets[entity]!; i < end; i++) {
      if (records[i] !== member) return false;
      member = next[member]!;
    }
    return member === NONE;
  }

  /** The distinct entity that is the chain that begins with a record, a new one if there is none. */
  private find(record: number): number {
    let hash = 0;
    for (let member = record; member !== NONE; member = this.next[member]!)
      hash = (hash + this.words[member]!) | 0;
    const mask = this.table.length - 1;
    let place = mixed(hash) & mask;
    for (; this.table[place] !== NONE; place = (place + 1) & mask) {
      const entity = this.table[place]!;
      if (this.hashes[entity] === hash && this.isThis(entity, record)) return entity;
    }
    this.table[place] = this.entities;
    return this.append(record, hash);
  }

  private append(record: number, hash: number): number {
    const entity = this.entities++;
    this.offsets = roomy(this.offsets, entity + 2);
    this.counts = roomy(this.counts, entity + 1);
    this.hashes = roomy(this.hashes, entity + 1);
    this.hashes[entity] = hash;
    let end = this.offsets[entity]!;
    for (let member = record; member !== NONE; member = this.next[member]!) {
      this.records = roomy(this.records, end + 1);
      this.records[end++] = member;
    }
    this.offsets[entity + 1] = end;
    if (2 * this.entities > this.table.length) this.enlargeTable();
    return entity;
  }

  private enlargeTable(): void {
    this.table = new Int32Array(2 * this.table.length).fill(NONE);
    const mask = this.table.length - 1;
    for (let entity = 0; entity < this.entities; entity++) {
      let place = mixed(this.hashes[entity]!) & mask;
      while (this.table[place] !== NONE) place = (place + 1) & mask;
      this.table[place] = entity;
    }
  }
}

/** The array itself, or one twice as long that begins with it, so that it has at least `length` entries. */
function roomy(array: Int32Array<ArrayBuffer>, length: number): Int32Array<ArrayBuffer> {
  if (length <= array.length) return array;
  const larger = new Int32Array(2 * array.length);
  larger.set(array);
  return larger;
}

/** A word whose bits all depend on those of another: the finaliser of MurmurHash3 (Appleby 2011). */
function mixed(word: number): number {
  let bits = word + 1;
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return bits ^ (bits >>> 16);
}
