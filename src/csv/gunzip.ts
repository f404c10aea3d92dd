/** Unpacks gzip on the way, if the bytes are gzip. */

import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { ErError } from '../errors.ts';

/**
 * The bytes themselves, or what they hold if they are gzip: told by the magic bytes 1F 8B, or by `expected` (the
 * name ends in .gz). All of `bytes` is read even if something that is not gzip follows the packed data.
 *
 * @throws ErError (without a file) if the packed data are damaged.
 */
export async function* gunzipped(bytes: AsyncGenerator<Buffer>, expected: boolean): AsyncGenerator<Buffer> {
  const head: Buffer[] = [];
  let start = Buffer.alloc(0);
  while (start.length < 2) {
    const { value, done } = await bytes.next();
    if (done) break;
    head.push(value);
    start = Buffer.concat(head);
  }
  async function* all() {
    yield* head;
    yield* bytes;
  }
  const packed = start.length > 0 && (expected || (start[0] === 0x1f && start[1] === 0x8b));
  if (!packed) {
    yield* all();
    return;
  }
  const gunzip = createGunzip();
  const feeding = pipeline(all, gunzip);
  // A failure also ends the loop below, which reports it.
  feeding.catch(() => {});
  try {
    yield* gunzip;
    await feeding;
  } catch (error) {
    if (!isZlibError(error)) throw error;
    throw new ErError(`is a damaged gzip file (${error.message}); copy it again or unpack it with gunzip`);
  }
}

function isZlibError(error: unknown): error is Error {
  return error instanceof Error && String((error as NodeJS.ErrnoException).code).startsWith('Z_');
}
