/** Tells most cells that are values, as they stand, from missing ones by their bytes, before they are made strings. */

/** Bytes of ASCII that are neither space nor control characters. */
const [FIRST_SIGN, LAST_SIGN] = [0x21, 0x7e];

export class MissingScreen {
  private readonly longest: number = 0;
  /** Whether a token begins with a byte. */
  private readonly begins = new Uint8Array(256);

  /** @param tokens that mean "missing", trimmed */
  constructor(tokens: Iterable<string>) {
    for (const token of tokens) {
      const bytes = Buffer.from(token);
      this.longest = Math.max(this.longest, bytes.length);
      if (bytes.length > 0) this.begins[bytes[0]!] = 1;
    }
  }

  /** Whether a cell is sure to be no token and to have no space around it; where not, its text has to be looked at. */
  isValue(bytes: Uint8Array, from: number, to: number): boolean {
    if (to <= from || !isSign(bytes[from]!) || !isSign(bytes[to - 1]!)) return false;
    return to - from > this.longest || this.begins[bytes[from]!] === 0;
  }
}

function isSign(byte: number): boolean {
  return byte >= FIRST_SIGN && byte <= LAST_SIGN;
}
