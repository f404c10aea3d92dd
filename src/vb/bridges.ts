/** One edge for each two individuals that were held against each other: a hash table of open addresses. */

const FEWEST_SLOTS = 1024;

export class Bridges {
  /** Both individuals and the edge in each slot, slots × 3; an edge below 0 where there are none. */
  private slots = new Int32Array(3 * FEWEST_SLOTS).fill(-1);
  private count = 0;

  /** The place of two individuals a < b: to be read by `edgeAt`, and set before the next is asked for. */
  place(a: number, b: number): number {
    const { slots } = this;
    const last = slots.length / 3 - 1;
    let slot = (Math.imul(a, 0x9e3779b1) ^ Math.imul(b, 0x85ebca6b)) >>> 0;
    slot = (slot ^ (slot >>> 15)) & last;
    while (slots[3 * slot + 2]! >= 0 && (slots[3 * slot] !== a || slots[3 * slot + 1] !== b))
      slot = (slot + 1) & last;
    return slot;
  }

  /** −1 where none is known. */
  edgeAt(place: number): number {
    return this.slots[3 * place + 2]!;
  }

  /** The edge between two individuals a < b, at their place. */
  set(place: number, a: number, b: number, edge: number): void {
    const { slots } = this;
    if (slots[3 * place + 2]! < 0) this.count++;
    slots[3 * place] = a;
    slots[3 * place + 1] = b;
    slots[3 * place + 2] = edge;
    if (6 * this.count > slots.length) this.grow();
  }

  private grow(): void {
    const known = this.slots;
    this.slots = new Int32Array(2 * known.length).fill(-1);
    this.count = 0;
    for (let at = 0; at < known.length; at += 3) {
      if (known[at + 2]! < 0) continue;
      const [a, b] = [known[at]!, known[at + 1]!];
      this.set(this.place(a, b), a, b, known[at + 2]!);
    }
  }
}
