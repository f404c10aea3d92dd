/** Finds records by their source and id. A hash table with open addressing and linear probing, without an object each. */

export class RecordIndex {
  private readonly sources: ArrayLike<number> | undefined;
  private readonly ids: ArrayLike<number>;
  /** Record plus 1, or 0. */
  private readonly slots: Int32Array;
  private readonly mask: number;

  /**
   * An index without records.
   *
   * @param sources, ids codes of each record; without sources records are known by their ids alone
   */
  constructor(sources: ArrayLike<number> | undefined, ids: ArrayLike<number>) {
    this.sources = sources;
    this.ids = ids;
    let slots = 16;
    while (slots < 2 * ids.length) slots *= 2;
    this.slots = new Int32Array(slots);
    this.mask = slots - 1;
  }

  /** Adds a record, unless one of its name is in: then answers with that one, else with −1. */
  add(record: number): number {
    const slot = this.slotOf(this.sources?.[record] ?? 0, this.ids[record]!);
    const earlier = this.slots[slot]! - 1;
    if (earlier < 0) this.slots[slot] = record + 1;
    return earlier;
  }

  /** The record of a name, or −1. The source is not looked at where records are known by their ids alone. */
  find(source: number, id: number): number {
    return this.slots[this.slotOf(source, id)]! - 1;
  }

  private slotOf(source: number, id: number): number {
    const { sources, ids, slots, mask } = this;
    const wanted = sources === undefined ? 0 : source;
    let hash = Math.imul(id, 0x9e3779b1) ^ Math.imul(wanted + 1, 0x85ebca6b);
    hash = Math.imul(hash ^ (hash >>> 15), 0xc2b2ae35);
    let slot = (hash ^ (hash >>> 16)) & mask;
    for (; slots[slot] !== 0; slot = (slot + 1) & mask) {
      const record = slots[slot]! - 1;
      if (ids[record] === id && (sources?.[record] ?? 0) === wanted) break;
    }
    return slot;
  }
}
