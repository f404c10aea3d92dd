/** Output that is put together of texts and of bytes copied from the input. */

/** Room at first, in bytes. */
const ROOM = 1 << 17;
/** Texts up to this length are written without a call of the library, if they are ASCII. */
const SHORT = 64;

export class ByteLines {
  #bytes: Buffer = Buffer.allocUnsafeSlow(ROOM);
  #length = 0;

  /** Adds text, in UTF-8. */
  text(text: string): void {
    const { length } = text;
    // UTF-8 needs at most three bytes for a UTF-16 unit.
    const bytes = this.#roomFor(3 * length);
    if (length <= SHORT) {
      let i = 0;
      for (let at = this.#length; i < length; i++, at++) {
        const unit = text.charCodeAt(i);
        if (unit >= 128) break;
        bytes[at] = unit;
      }
      if (i === length) {
        this.#length += length;
        return;
      }
    }
    this.#length += bytes.write(text, this.#length);
  }

  /** Adds bytes of another buffer. */
  copy(source: Uint8Array, from: number, to: number): void {
    const bytes = this.#roomFor(to - from);
    for (let i = from, at = this.#length; i < to; i++, at++) bytes[at] = source[i]!;
    this.#length += to - from;
  }

  /** Adds a character of ASCII. */
  sign(code: number): void {
    this.#roomFor(1)[this.#length++] = code;
  }

  /** All bytes since the last call. They are the caller's to keep. */
  take(): Buffer {
    const taken = this.#bytes.subarray(0, this.#length);
    this.#bytes = Buffer.allocUnsafeSlow(Math.max(ROOM, this.#length));
    this.#length = 0;
    return taken;
  }

  #roomFor(more: number): Buffer {
    const least = this.#length + more;
    if (least > this.#bytes.length) {
      const larger = Buffer.allocUnsafeSlow(Math.max(least, 2 * this.#bytes.length));
      this.#bytes.copy(larger, 0, 0, this.#length);
      this.#bytes = larger;
    }
    return this.#bytes;
  }
}
