/** What a command sees of the outside: its streams, and how it talks to the person at the terminal. */
import { stripVTControlCharacters } from 'node:util';
import { Chalk, type ChalkInstance } from 'chalk';
import cliProgress from 'cli-progress';

export interface Io {
  stdin: NodeJS.ReadableStream;
  stdout: NodeJS.WritableStream;
  /** Takes one or more lines for the user. */
  notice(text: string): void;
  /** Colours, where standard error shows them. */
  colour: ChalkInstance;
  /** A progress bar, or only its label for a total of 0, where standard error is a terminal; undefined elsewhere. */
  bar(label: string, total: number): Bar | undefined;
}

export interface Bar {
  update(done: number): void;
  stop(): void;
}

/** The process's own streams. Bars and colours only on a terminal; NO_COLOR is respected. */
export function processIo(): Io {
  const { stdin, stdout, stderr } = process;
  const plain = process.env.NO_COLOR !== undefined && process.env.NO_COLOR !== '';
  const level = stderr.isTTY && !plain ? 1 : 0;
  return {
    ...{ stdin, stdout, colour: new Chalk({ level }) },
    notice(text) {
      stderr.write(`${stderr.isTTY ? wrapped(text, stderr.columns || 80) : text}\n`);
    },
    bar: (label, total) => (stderr.isTTY ? progressBar(label, total, stderr) : undefined),
  };
}

/** `--quiet` silences notices, and with `--no-progress` goes without bars. */
export function withManners(io: Io, options: { quiet?: boolean; progress?: boolean }): Io {
  const silent = options.quiet === true;
  const bars = !silent && options.progress !== false;
  return {
    ...io,
    notice(text) {
      if (!silent) io.notice(text);
    },
    bar: (label, total) => (bars ? io.bar(label, total) : undefined),
  };
}

/** Bars that are on the screen now. */
const shown = new Set<Bar>();

/** Takes every bar off the screen, so that what comes next stands on a line of its own. */
export function stopBars(): void {
  for (const bar of shown) bar.stop();
}

function progressBar(label: string, total: number, stream: NodeJS.WriteStream): Bar {
  const inner = total > 0 ? movingBar(label, total, stream) : bareLabel(label, stream);
  const bar = {
    update: inner.update,
    stop() {
      if (shown.delete(bar)) inner.stop();
    },
  };
  shown.add(bar);
  return bar;
}

function movingBar(label: string, total: number, stream: NodeJS.WriteStream): Bar {
  const bar = new cliProgress.SingleBar({
    format: (options, { progress, eta }) => {
      const left = progress > 0.01 && Number.isFinite(eta) ? `  ${duration(eta)} left` : '';
      const done = String(Math.floor(100 * progress)).padStart(3);
      return `${label.padEnd(18)} ${cliProgress.Format.BarFormat(progress, options)} ${done} %${left}`;
    },
    ...{ stream, barsize: 24, clearOnComplete: true, etaBuffer: 50 },
  });
  bar.start(total, 0);
  return {
    update: (done) => bar.update(Math.min(done, total)),
    stop: () => bar.stop(),
  };
}

/** `8 s`, `3 min 20 s`, `2 h 5 min`. */
export function duration(seconds: number): string {
  const whole = Math.max(1, Math.round(seconds));
  if (whole < 60) return `${whole} s`;
  const minutes = Math.floor(whole / 60);
  if (minutes < 60) return `${minutes} min ${whole % 60} s`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

function bareLabel(label: string, stream: NodeJS.WriteStream): Bar {
  stream.write(`${label} …`);
  return {
    update() {},
    stop() {
      stream.clearLine(0);
      stream.cursorTo(0);
    },
  };
}

/**
 * Text with lines no longer than the terminal is wide, where they are sentences; tables, which have several
 * spaces in a row, stay as they are. Colours take no room.
 *
 * @example wrapped('one two three', 8) // => 'one two\n  three'
 */
export function wrapped(text: string, width: number): string {
  return text
    .split('\n')
    .map((line) => (lengthOf(line) <= width || /\S {2}/.test(line) ? line : wrappedLine(line, width)))
    .join('\n');
}

function wrappedLine(line: string, width: number, indent = '  '): string {
  const lines: string[] = [];
  let current = '';
  for (const word of line.split(' ')) {
    const longer = current === '' ? word : `${current} ${word}`;
    if (lengthOf(longer) <= width || current.trim() === '') current = longer;
    else {
      lines.push(current);
      current = `${indent}${word}`;
    }
  }
  return [...lines, current].join('\n');
}

function lengthOf(text: string): number {
  return stripVTControlCharacters(text).length;
}

/** Columns of a terminal that tables fit into, and the least that a shortened cell keeps of its text. */
const TABLE_WIDTH = 80;
const LEAST_CELL = 10;

/**
 * A table for people: the first columns left, the others right, two spaces between. Where that would be
 * wider than 80 columns, long names in the first columns are cut short.
 */
export function alignedTable(rows: readonly (readonly string[])[], leftColumns = 1): string {
  const widths = rows[0]?.map((_, c) => Math.max(...rows.map((row) => row[c]?.length ?? 0))) ?? [];
  let excess = widths.reduce((sum, width) => sum + width + 2, -2) - TABLE_WIDTH;
  for (; excess > 0; excess--) {
    const widest = Math.max(...widths.slice(0, leftColumns));
    if (widest <= LEAST_CELL) break;
    widths[widths.indexOf(widest)]!--;
  }
  return rows
    .map((row) =>
      row
        .map((cell, c) =>
          c < leftColumns ? cut(cell, widths[c]!).padEnd(widths[c]!) : cell.padStart(widths[c]!),
        )
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** Without characters that would move the cursor of a terminal. */
export function printable(text: string): string {
  return text.replace(/\p{Cc}/gu, '·');
}

/** Columns before the text of a labelled line. */
const LABEL = 12;

/**
 * Texts behind labels, broken into lines of at most 80 columns that stand below each other; commands, which begin
 * with `er `, stay whole so that they can be copied.
 *
 * @example labelledLines([['files', 'a b'], ['rows', '3']]) // => 'files       a b\nrows        3'
 */
export function labelledLines(rows: readonly (readonly [label: string, text: string])[]): string {
  return rows
    .flatMap(([label, text]) =>
      text
        .split('\n')
        .flatMap((line) =>
          line.startsWith('er ') ? [line] : wrappedLine(line, TABLE_WIDTH - LABEL, '').split('\n'),
        )
        .map((line, i) => (i === 0 ? label : '').padEnd(LABEL) + line),
    )
    .join('\n');
}

/** `a long na…` */
export function cut(text: string, width: number): string {
  return text.length <= width ? text : `${text.slice(0, width - 1)}…`;
}

/** A count as people write it. */
export function count(n: number): string {
  return Math.abs(Math.round(n)).toLocaleString('en-US');
}

/** `1 record`, `2 records`. */
export function counted(n: number, noun: string): string {
  const plural = noun.endsWith('match') ? `${noun}es` : `${noun}s`;
  return `${count(n)} ${Math.round(n) === 1 ? noun : plural}`;
}

/** At most ten significant digits, the shortest way: what result files hold. */
export function decimal(x: number): string {
  return String(Number(x.toPrecision(10)));
}

/** Few significant digits, the shortest way. */
export function short(x: number, digits = 4): string {
  return String(Number(x.toPrecision(digits)));
}
