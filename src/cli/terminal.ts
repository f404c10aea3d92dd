/** What a command sees of the outside: its streams, and how it talks to the person at the terminal. */
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
      stderr.write(`${text}\n`);
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
    format: `${label.padEnd(18)} {bar} {percentage} %  {eta_formatted} left`,
    ...{ stream, barsize: 24, clearOnComplete: true, etaBuffer: 50 },
  });
  bar.start(total, 0);
  return {
    update: (done) => bar.update(Math.min(done, total)),
    stop: () => bar.stop(),
  };
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

/** A table for people: the first column left, the others right, two spaces between. */
export function alignedTable(rows: readonly (readonly string[])[], leftColumns = 1): string {
  const widths = rows[0]?.map((_, c) => Math.max(...rows.map((row) => row[c]?.length ?? 0))) ?? [];
  return rows
    .map((row) =>
      row
        .map((cell, c) => (c < leftColumns ? cell.padEnd(widths[c]!) : cell.padStart(widths[c]!)))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
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
