/**
 * `er resolve` beside other tools, on the same files, in turn, scored by the same scorer:
 * npm run bench:peers -- [folder] [--sets a,b] [--peers a,b] [--runs N] [--limit SECONDS] [--python FILE]
 * [--no-sweep]
 *
 * Whole processes of both, so that starting an interpreter and reading and writing files count; medians of the runs and
 * their ratios to `er`. The peers are Python packages: --python, or PEERS_PYTHON, names an interpreter that has them.
 * Their settings, and the page of their documentation these are from, open the run_*.py and splink_models.py here. "Best
 * F1" is chosen with the truth, from a sweep of thresholds in a run that is not timed: nobody without labels could.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, cpus, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { type Cost, cost, medianCost } from './cost.ts';
import { type Named, partitionScores } from './partitions.ts';
import { INSTALL, installedVersion, PEERS, type Peer, script } from './peers.ts';
import { type PeerSet, peerSets } from './sets.ts';
import { header, type Line, row } from './table.ts';

const ER = fileURLToPath(new URL('../../../bin/er.js', import.meta.url));
const { values: asked, positionals } = parseArgs({
  allowPositionals: true,
  allowNegative: true,
  options: {
    sets: { type: 'string', default: '' },
    peers: { type: 'string', default: '' },
    runs: { type: 'string' },
    limit: { type: 'string' },
    python: { type: 'string', default: process.env.PEERS_PYTHON ?? 'python3' },
    sweep: { type: 'boolean', default: true },
  },
});
const [folder = fileURLToPath(new URL('../../../../shared/data', import.meta.url))] = positionals;
const listed = (names: string): string[] => names.split(',').filter(Boolean);
const limitOf = (set: PeerSet): number => Number(asked.limit ?? set.limit);
const scratch = mkdtempSync(join(tmpdir(), 'er-peers-'));
const result = join(scratch, 'clusters.csv');

interface Contender {
  name: string;
  peer?: Peer;
  columns?: string[];
  command(set: PeerSet): string[];
}

const er: Contender = {
  name: 'er',
  columns: ['entity_id'],
  command: ({ files }) => [process.execPath, ER, 'resolve', ...files, '--id', 'id', '--quiet', '-o', result],
};

function contender(peer: Peer): Contender {
  return {
    ...{ name: peer.name, peer },
    command: ({ settings, files, truthFile }) => [
      ...[asked.python, script(`run_${peer.name}.py`), settings, files[0]!, result],
      ...(peer.isLabelled ? [truthFile] : []),
    ],
  };
}

/** Runs all in turn; of each its costs and the scores of its last run, or why it has none. */
async function measured(set: PeerSet, contenders: readonly Contender[]): Promise<Map<string, Line>> {
  const costs = new Map<string, Cost[]>();
  const scores = new Map<string, Named>();
  const failures = new Map<string, string>();
  for (let run = 0; run < Number(asked.runs ?? set.runs); run++) {
    for (const { name, columns, command } of contenders) {
      if (failures.has(name)) continue;
      const used = cost(asked.python, limitOf(set), scratch, command(set));
      if (typeof used === 'string') failures.set(name, used);
      else {
        costs.set(name, [...(costs.get(name) ?? []), used]);
        scores.set(name, (await partitionScores(set, result, columns))[0]!);
      }
      console.error(
        `${set.name} ${name}: ${typeof used === 'string' ? used : `${used.seconds.toFixed(1)} s`}`,
      );
    }
  }
  return new Map(
    contenders.map(({ name, peer }): [string, Line] => {
      const line = lineOf(set, name, peer);
      const failure = failures.get(name);
      if (failure !== undefined) return [name, { ...line, failure }];
      return [name, { ...line, ...medianCost(costs.get(name)!), scores: scores.get(name)! }];
    }),
  );
}

const lineOf = (set: PeerSet, tool: string, peer?: Peer): Line => ({
  ...{ set: set.name, records: set.truth.size, tool, given: peer?.given ?? 'nothing' },
});

/** Why a peer is not run on a set, if it is not. */
function absence({ name, most }: Peer, { truth }: PeerSet, version: string | undefined): [string, string][] {
  if (version === undefined) return [[name, 'not installed']];
  return truth.size > most ? [[name, `not run on more than ${most} records`]] : [];
}

/** The best partition of a sweep over thresholds, or that of the run itself. */
async function best(set: PeerSet, { command }: Contender, { scores }: Line): Promise<Named | undefined> {
  const used = cost(asked.python, 2 * limitOf(set), scratch, [...command(set), '--sweep']);
  if (typeof used === 'string') return undefined;
  const asRun = { ...scores!, name: 'as run' };
  return (await partitionScores(set, result)).reduce((a, b) => (b.f1 > a.f1 ? b : a), asRun);
}

try {
  const wanted = PEERS.filter(({ name }) => asked.peers === '' || listed(asked.peers).includes(name));
  const versions = new Map(wanted.map((peer) => [peer.name, installedVersion(asked.python, peer)]));
  if ([...versions.values()].includes(undefined)) console.error(`To install the peers: ${INSTALL}`);
  const versionList = [...versions].map(([name, version]) => `${name} ${version ?? 'not installed'}`);
  console.log(
    `${new Date().toISOString().slice(0, 10)}, ${availableParallelism()} × ${cpus()[0]!.model.trim()}, ` +
      `${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.versions.node}, ${versionList.join(', ')}\n`,
  );
  console.log(header());
  for (const set of peerSets(folder, scratch, listed(asked.sets))) {
    const missing = new Map(wanted.flatMap((peer) => absence(peer, set, versions.get(peer.name))));
    const present = wanted.filter(({ name }) => !missing.has(name)).map(contender);
    const lines = await measured(set, [er, ...present]);
    for (const it of present) {
      const line = lines.get(it.name)!;
      const sweep = asked.sweep && it.peer?.hasSweep && !line.failure;
      if (sweep) lines.set(it.name, { ...line, best: await best(set, it, line) });
    }
    for (const peer of wanted) {
      const failure = missing.get(peer.name);
      if (failure !== undefined) lines.set(peer.name, { ...lineOf(set, peer.name, peer), failure });
    }
    for (const line of lines.values()) console.log(row(line, lines.get('er')!));
  }
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
