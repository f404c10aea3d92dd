/** Turns the bytes of a file into UTF-8 for the CSV parser, whatever their encoding, chunk by chunk. */

import { isUtf8 } from 'node:buffer';
import { TextDecoder } from 'node:util';
import { ErError } from '../errors.ts';
import type { Encoding } from './dialect.ts';

const NOTHING = Buffer.alloc(0);

/**
 * What Windows-1252 gives to the bytes 0x80 to 0x9F; all others are the code point of the same number. The five
 * bytes it leaves open are control characters, as in the WHATWG encoding standard. Not TextDecoder, because that
 * of Node 20 takes Windows-1252 for Latin-1.
 */
const WINDOWS_1252 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

const REPLACEMENTS: readonly Buffer[] = Array.from({ length: 128 }, (_, i) =>
  Buffer.from(i < 32 ? WINDOWS_1252[i]! : String.fromCharCode(128 + i)),
);

/** The encoding that a byte order mark names, and the length of the mark. */
export function sniffMark(head: Buffer): { encoding: Encoding; length: number } | undefined {
  if (head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf) return { encoding: 'utf-8', length: 3 };
  if (head[0] === 0xff && head[1] === 0xfe) return { encoding: 'utf-16le', length: 2 };
  if (head[0] === 0xfe && head[1] === 0xff) return { encoding: 'utf-16be', length: 2 };
  return undefined;
}

/**
 * Decodes one file. Offsets count bytes of the UTF-8 that comes out, without a byte order mark, so that they can be
 * compared with the position of the parser.
 */
export class Decoder {
  readonly encoding: Encoding;
  /** Bytes that are not valid UTF-8. They are read as Windows-1252, each on its own. */
  invalid = 0;
  /** Offset of the first of them. */
  firstInvalid = Number.POSITIVE_INFINITY;
  /** Offset of the first NUL. */
  firstNul = Number.POSITIVE_INFINITY;

  #length = 0;
  #carry: Buffer = NOTHING;
  readonly #utf16: TextDecoder | undefined;

  constructor(encoding: Encoding) {
    this.encoding = encoding;
    if (encoding.startsWith('utf-16'))
      this.#utf16 = new TextDecoder(encoding, { fatal: true, ignoreBOM: true });
  }

  /** The UTF-8 of the next bytes of the file. Valid UTF-8 comes back as the same memory. */
  decode(chunk: Buffer): Buffer {
    let text: Buffer;
    if (this.#utf16 !== undefined) text = this.#fromUtf16(chunk);
    else if (this.encoding === 'windows-1252') text = fromWindows1252(chunk);
    else text = this.#fromUtf8(chunk);
    return this.#note(text);
  }

  /** What is left when the file has ended. */
  end(): Buffer {
    if (this.#utf16 !== undefined) return this.#note(this.#fromUtf16(undefined));
    const rest = this.#carry;
    this.#carry = NOTHING;
    return rest.length === 0 ? rest : this.#note(this.#repair(rest));
  }

  #note(text: Buffer): Buffer {
    if (this.firstNul === Number.POSITIVE_INFINITY) {
      const nul = text.indexOf(0);
      if (nul >= 0) this.firstNul = this.#length + nul;
    }
    this.#length += text.length;
    return text;
  }

  #fromUtf16(chunk: Buffer | undefined): Buffer {
    try {
      return Buffer.from(this.#utf16!.decode(chunk, { stream: chunk !== undefined }));
    } catch {
      throw new ErError(
        `is not valid ${this.encoding.toUpperCase()}; the file is damaged or cut short, or has another encoding (see --encoding)`,
      );
    }
  }

  #fromUtf8(chunk: Buffer): Buffer {
    const all = this.#carry.length === 0 ? chunk : Buffer.concat([this.#carry, chunk]);
    const complete = completeLength(all);
    this.#carry = complete === all.length ? NOTHING : Buffer.from(all.subarray(complete));
    const text = complete === all.length ? all : all.subarray(0, complete);
    return isUtf8(text) ? text : this.#repair(text);
  }

  #repair(bytes: Buffer): Buffer {
    const parts: Buffer[] = [];
    let length = 0;
    let clean = 0;
    for (let i = 0; i < bytes.length; ) {
      const step = sequenceLength(bytes, i);
      if (step > 0) {
        i += step;
        continue;
      }
      const replacement = REPLACEMENTS[bytes[i]! - 128]!;
      if (this.invalid++ === 0) this.firstInvalid = this.#length + length + (i - clean);
      parts.push(bytes.subarray(clean, i), replacement);
      length += i - clean + replacement.length;
      clean = ++i;
    }
    parts.push(bytes.subarray(clean));
    return Buffer.concat(parts);
  }
}

function fromWindows1252(bytes: Buffer): Buffer {
  let extra = 0;
  for (let i = 0; i < bytes.length; i++)
    if (bytes[i]! >= 128) extra += REPLACEMENTS[bytes[i]! - 128]!.length - 1;
  if (extra === 0) return bytes;
  const text = Buffer.allocUnsafe(bytes.length + extra);
  let end = 0;
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i]!;
    if (byte < 128) text[end++] = byte;
    else for (const unit of REPLACEMENTS[byte - 128]!) text[end++] = unit;
  }
  return text;
}

/** Length of `bytes` without a multi-byte sequence that is cut off at the end but could be valid so far. */
function completeLength(bytes: Buffer): number {
  for (let i = bytes.length - 1; i >= 0 && i >= bytes.length - 3; i--) {
    const byte = bytes[i]!;
    if (byte < 0x80) break;
    if (byte < 0xc0) continue;
    const wanted = byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4;
    return byte < 0xf8 && i + wanted > bytes.length ? i : bytes.length;
  }
  return bytes.length;
}

/** Length of the valid UTF-8 sequence at `i`, 0 if there is none (Unicode 15, table 3-7). */
function sequenceLength(bytes: Buffer, i: number): number {
  const lead = bytes[i]!;
  if (lead < 0x80) return 1;
  if (lead < 0xc2 || lead > 0xf4) return 0;
  const second = bytes[i + 1] ?? 0;
  if (lead < 0xe0) return isContinuation(second) ? 2 : 0;
  const low = lead === 0xe0 ? 0xa0 : lead === 0xf0 ? 0x90 : 0x80;
  const high = lead === 0xed ? 0x9f : lead === 0xf4 ? 0x8f : 0xbf;
  if (second < low || second > high || !isContinuation(bytes[i + 2] ?? 0)) return 0;
  if (lead < 0xf0) return 3;
  return isContinuation(bytes[i + 3] ?? 0) ? 4 : 0;
}

function isContinuation(byte: number): boolean {
  return (byte & 0xc0) === 0x80;
}
