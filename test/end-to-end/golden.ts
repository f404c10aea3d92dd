/**
 * Runs one golden case: a folder with `cmd` (one shell line that uses `er`), input files, and `expected/`, which holds
 * `stdout`, `stderr`, `status` and every file the command writes, by its own name. An absent `expected/stderr` means
 * that standard error is not compared. The databases of fixtures/ lie in the working folder too.
 */
import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { withPlaceholders } from './placeholders.ts';
import { REPOSITORY } from './shim.ts';

const DATABASES = ['customers.csv', 'orders.csv'];
const TIME_LIMIT_MS = 60_000;

/** What a command left behind: texts by name, `stdout`, `stderr` and `status` among them. */
type Outcome = Map<string, string>;

/** Runs the command of a case in a copy of its folder. */
export function runCase(folder: string, env: NodeJS.ProcessEnv): Outcome {
  const copy = mkdtempSync(join(tmpdir(), `er-case-${basename(folder)}-`));
  try {
    for (const name of DATABASES) copyFileSync(join(REPOSITORY, 'fixtures', name), join(copy, name));
    cpSync(folder, copy, { recursive: true });
    rmSync(join(copy, 'expected'), { recursive: true, force: true });
    rmSync(join(copy, 'cmd'));
    const before = readFolder(copy);
    const run = spawnSync('sh', ['-c', readFileSync(join(folder, 'cmd'), 'utf8')], {
      cwd: copy,
      env,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: TIME_LIMIT_MS,
      maxBuffer: 1 << 26,
    });
    const written = [...readFolder(copy)].filter(([name, text]) => before.get(name) !== text);
    return new Map([
      ['status', `${run.status ?? run.signal ?? run.error?.message}\n`],
      ['stdout', withPlaceholders(run.stdout)],
      ['stderr', withPlaceholders(run.stderr)],
      ...written.map(([name, text]): [string, string] => [name, withPlaceholders(text)]),
    ]);
  } finally {
    rmSync(copy, { recursive: true });
  }
}

/** What a case's `expected/` holds. */
export function expectedOf(folder: string): Outcome {
  const expected = join(folder, 'expected');
  return existsSync(expected) ? readFolder(expected) : new Map();
}

/** The outcome without standard error where the case does not compare it. */
export function compared(outcome: Outcome, expected: Outcome): Outcome {
  if (expected.has('stderr')) return outcome;
  return new Map([...outcome].filter(([name]) => name !== 'stderr'));
}

/** Writes an outcome as the expected one. A case without any expectation gets its standard error recorded too. */
export function record(folder: string, outcome: Outcome): void {
  const expected = expectedOf(folder);
  const kept = expected.size === 0 ? outcome : compared(outcome, expected);
  const target = join(folder, 'expected');
  rmSync(target, { recursive: true, force: true });
  for (const [name, text] of kept) {
    mkdirSync(dirname(join(target, name)), { recursive: true });
    writeFileSync(join(target, name), text);
  }
}

/** Every file below a folder as text, by its relative name; compressed ones as what they contain. */
function readFolder(folder: string): Outcome {
  const files: Outcome = new Map();
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()) {
    const path = join(folder, name);
    if (!statSync(path).isFile()) continue;
    const bytes = readFileSync(path);
    const compressed = bytes[0] === 0x1f && bytes[1] === 0x8b;
    files.set(name, (compressed ? gunzipSync(bytes) : bytes).toString('utf8'));
  }
  return files;
}
