/** Which files without duplicates each individual has a record of, as bits: no individual holds two of one file. */

/** Files told apart in one word of a mask. */
const WORD = 32;

/** Files without duplicates: no individual holds two records of one of them. */
export interface UniqueFiles {
  /** Number of such files. */
  readonly count: number;
  /** Which of them each record is from, or −1; length N. */
  readonly of: Int32Array;
}

export class FileMasks {
  private readonly words: number;
  /** The files of each individual, N × words. */
  private readonly files: Uint32Array;
  /** The file of each record. */
  private readonly own: Uint32Array;

  /** Every record in an individual of its own number. */
  constructor(size: number, unique: UniqueFiles | undefined) {
    this.words = Math.ceil((unique?.count ?? 0) / WORD);
    this.own = new Uint32Array(size * this.words);
    unique?.of.forEach((file, row) => {
      if (file >= 0) this.own[row * this.words + Math.floor(file / WORD)] = 1 << (file % WORD);
    });
    this.files = this.own.slice();
  }

  /** Whether two individuals have records of one file. */
  exclude(a: number, b: number): boolean {
    return this.overlap(this.files, a, b);
  }

  /** Whether an individual has a record of the file of another record. */
  excludes(individual: number, row: number): boolean {
    return this.overlap(this.own, row, individual);
  }

  /** The records of `from` are now of `to`. */
  merge(to: number, from: number): void {
    const { words, files } = this;
    for (let w = 0; w < words; w++) {
      files[to * words + w]! |= files[from * words + w]!;
      files[from * words + w] = 0;
    }
  }

  /** A record is now of `to`. */
  move(row: number, from: number, to: number): void {
    const { words, files, own } = this;
    for (let w = 0; w < words; w++) {
      files[from * words + w]! &= ~own[row * words + w]!;
      files[to * words + w]! |= own[row * words + w]!;
    }
  }

  /** The individual of each record. */
  arrange(of: ArrayLike<number>): void {
    const { words, files, own } = this;
    files.fill(0);
    for (let row = 0; row < of.length; row++)
      for (let w = 0; w < words; w++) files[of[row]! * words + w]! |= own[row * words + w]!;
  }

  private overlap(filesOfFirst: Uint32Array, a: number, b: number): boolean {
    const { words, files } = this;
    for (let w = 0; w < words; w++)
      if ((filesOfFirst[a * words + w]! & files[b * words + w]!) !== 0) return true;
    return false;
  }
}
