/** Draws of one chain, each kept as what it changes in the one before: after burn-in few records move. */

export class DrawLog {
  /** For each draw the records that changed and their labels, alternating; all of them for the first. */
  readonly changes: Int32Array[];
  private readonly last: Int32Array;

  /** @param size number of records, N @param changes of draws to go on from */
  constructor(size: number, changes: readonly Int32Array[] = []) {
    this.last = new Int32Array(size).fill(-1);
    this.changes = [...changes];
    for (const list of changes) apply(list, this.last);
  }

  /** Takes the label of each record, which may be overwritten afterwards. */
  add(of: Int32Array): void {
    const { last } = this;
    const list: number[] = [];
    for (let row = 0; row < of.length; row++) if (of[row] !== last[row]) list.push(row, of[row]!);
    this.changes.push(Int32Array.from(list));
    last.set(of);
  }

  /** The labels of each draw in turn; one array, overwritten by the next. */
  *draws(): Generator<Int32Array, void> {
    const of = new Int32Array(this.last.length).fill(-1);
    for (const list of this.changes) {
      apply(list, of);
      yield of;
    }
  }
}

function apply(changes: Int32Array, of: Int32Array): void {
  for (let i = 0; i < changes.length; i += 2) of[changes[i]!] = changes[i + 1]!;
}
