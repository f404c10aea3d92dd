/** The built command as a whole process, and what it wrote. */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'csv-parse/sync';
import { key } from '../labelled-set.ts';

const ER = fileURLToPath(new URL('../../../bin/er.js', import.meta.url));

export interface Resolved {
  /** Entity by file name and id, as `key` joins them. */
  entityOf: Map<string, string>;
  seconds: number;
  mebibytes: number;
  candidates: number;
  entities: number;
  interval: { low: number; high: number };
  /** Sources taken to hold no duplicates. */
  uniqueWithin: string[];
}

interface Summary {
  entities: number;
  interval: Resolved['interval'];
  unique_within: string[];
  blocking: { pairs: number };
  stages: { peak_memory_mib: number }[];
}

let runs = 0;

/**
 * Resolves files without labels or settings.
 *
 * @param scratch folder for the results
 */
export async function resolveFiles(
  files: readonly string[],
  scratch: string,
  options: readonly string[] = [],
): Promise<Resolved> {
  const to = join(scratch, `resolved-${++runs}`);
  const summaryTo = `${to}.json`;
  const seconds = await er(['resolve', ...files, ...options, '-o', `${to}.csv`, '--summary', summaryTo]);
  const { entities, interval, unique_within, blocking, stages } = readJson<Summary>(summaryTo);
  const rows = readColumns(`${to}.csv`, ['entity_id', 'source', 'id']);
  return {
    entityOf: new Map(rows.map(({ source, id, entity_id }) => [key(source!, id!), entity_id!])),
    ...{ seconds, entities, interval, candidates: blocking.pairs, uniqueWithin: unique_within },
    mebibytes: Math.max(...stages.map((stage) => stage.peak_memory_mib)),
  };
}

/** The pairs that `er link` calls matches, as keys of their records. */
export async function linkFiles(
  files: readonly string[],
  scratch: string,
): Promise<{ pairs: [string, string][]; seconds: number }> {
  const to = join(scratch, `linked-${++runs}.csv`);
  const seconds = await er(['link', ...files, '-o', to]);
  const rows = readColumns(to, ['source_l', 'id_l', 'source_r', 'id_r']);
  return {
    pairs: rows.map((row) => [key(row.source_l!, row.id_l!), key(row.source_r!, row.id_r!)]),
    seconds,
  };
}

/** Runs the command; its seconds from start to end. */
function er(args: readonly string[]): Promise<number> {
  const start = performance.now();
  const child = spawn(process.execPath, [ER, ...args, '--id', 'id', '--quiet'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let errors = '';
  child.stderr.on('data', (text) => {
    errors += text;
  });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (status) => {
      if (status === 0) resolve((performance.now() - start) / 1000);
      else reject(new Error(`er ${args.join(' ')}: status ${status}\n${errors}`));
    });
  });
}

function readJson<T>(file: string): T {
  return JSON.parse(readFileSync(file, 'utf8')) as T;
}

function readColumns(file: string, names: readonly string[]): Record<string, string>[] {
  return parse(readFileSync(file), {
    columns: (header: string[]) => header.map((name) => (names.includes(name) ? name : false)),
  });
}
