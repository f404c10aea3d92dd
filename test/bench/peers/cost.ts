/** What a command costs as a whole process: see measured.py. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { script } from './peers.ts';

export interface Cost {
  seconds: number;
  /** Processor seconds of all its processes, which other work on the machine changes less than `seconds`. */
  cpu: number;
  mebibytes: number;
}

/**
 * Runs a command to its end, in a home of its own so that nothing is left from the run before.
 *
 * @param limit seconds it may take
 * @returns its cost, or why it has none
 */
export function cost(
  python: string,
  limit: number,
  scratch: string,
  command: readonly string[],
): Cost | string {
  const home = mkdtempSync(join(scratch, 'home-'));
  const { stdout, error } = spawnSync(python, [script('measured.py'), String(limit), ...command], {
    encoding: 'utf8',
    env: { ...process.env, HOME: home },
  });
  if (error) throw new Error(`${python} does not run: name a Python by --python or PEERS_PYTHON`);
  if (stdout === '') return 'failed: ended from outside';
  const { status, errors, ...used }: Cost & { status: number | null; errors: string } = JSON.parse(stdout);
  if (status === 0) return used;
  if (status === null) return `not done in ${limit} s`;
  const lines = errors.trim().split('\n');
  return `failed: ${lines.findLast((line) => line.includes('Error')) ?? lines.at(-1)}`;
}

export function medianCost(costs: readonly Cost[]): Cost {
  const median = (what: keyof Cost): number =>
    costs.map((it) => it[what]).sort((a, b) => a - b)[costs.length >> 1]!;
  return { seconds: median('seconds'), cpu: median('cpu'), mebibytes: median('mebibytes') };
}
