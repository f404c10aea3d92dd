/** How much memory a run may take: as much as asked for, or what the machine or its container leaves it. */
import { totalmem } from 'node:os';
import { ErError } from '../errors.ts';
import { short } from './terminal.ts';

/** Share of the memory there is that a run takes where no limit is given. */
const OF_AVAILABLE = 0.8;

/** Bytes of each unit; a letter alone is binary, as in other commands that take a memory size. */
const UNITS: Readonly<Record<string, number>> = {
  ...{ kb: 1e3, mb: 1e6, gb: 1e9, tb: 1e12 },
  ...{ k: 2 ** 10, m: 2 ** 20, g: 2 ** 30, t: 2 ** 40 },
  ...{ kib: 2 ** 10, mib: 2 ** 20, gib: 2 ** 30, tib: 2 ** 40 },
};

/** What a run may take, in bytes. */
export interface MemoryLimit {
  readonly bytes: number;
  /** What people read: `--memory-limit 2 GiB`. */
  readonly name: string;
}

/**
 * Bytes of a size with its unit.
 *
 * @throws ErError for anything else
 * @example memorySize('1.5GiB') // => 1610612736
 */
export function memorySize(text: string): number {
  const [, digits, unit] = /^(\d+(?:\.\d+)?|\.\d+)\s*([kmgt]i?b|[kmgt])$/i.exec(text.trim()) ?? [];
  const bytes = Math.floor(Number(digits) * UNITS[unit?.toLowerCase() ?? '']!);
  if (bytes > 0 && bytes <= Number.MAX_SAFE_INTEGER) return bytes;
  throw new ErError(
    `--memory-limit is "${text}"; it must be a size with its unit, such as 800MB, 4GiB or 2G`,
  );
}

/** The limit of a run. */
export function memoryLimit(asked: number | undefined, available = availableMemory()): MemoryLimit {
  if (asked !== undefined) return { bytes: asked, name: `--memory-limit ${sizeText(asked)}` };
  const bytes = Math.floor(OF_AVAILABLE * available);
  return { bytes, name: `the ${sizeText(bytes)} that may be used here` };
}

/** Bytes of the machine's memory, or of its part that a control group allows the process. */
function availableMemory(): number {
  const constrained = process.constrainedMemory?.() ?? 0;
  return constrained > 0 ? Math.min(constrained, totalmem()) : totalmem();
}

/**
 * A size as people read it, to two or three digits.
 *
 * @example sizeText(1610612736) // => '1.5 GiB'
 */
export function sizeText(bytes: number): string {
  const mebibytes = bytes / 2 ** 20;
  if (mebibytes >= 1023.5) return `${short(mebibytes / 1024, 3)} GiB`;
  return `${mebibytes < 10 ? short(mebibytes, 2) : Math.round(mebibytes)} MiB`;
}
