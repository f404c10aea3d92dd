/**
 * VB and SMERED on the same data and machine: first as whole processes, then on one posterior (see target.ts).
 *
 *     npm run bench:smered -- [set …] [--shared FOLDER] [--budget 100] [--runs 3] [--burn-in N] [--samples N]
 *                             [--parts whole,same] [--targets noisy,learned,categorical] [--seed 1]
 *
 * `--budget` is the processor time of SMERED on one posterior as a multiple of that of VB's clustering, both chains
 * together. Tables go to standard output.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { key, type LabelledSet } from '../labelled-set.ts';
import { compare, type Outcome, tableOf, type Wanted } from './same-posterior.ts';
import { benchSets } from './sets.ts';
import { type WholeRun, wholeRun } from './whole-runs.ts';

/** The posteriors on which both engines run. */
const TARGETS: Readonly<Record<string, (records: number) => Pick<Wanted, 'model' | 'isFixed' | 'K'>>> = {
  noisy: () => ({ model: 'noisy', isFixed: true }),
  learned: () => ({ model: 'noisy', isFixed: false }),
  categorical: (records) => ({ model: 'categorical', isFixed: true, K: records }),
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    shared: { type: 'string', default: fileURLToPath(new URL('../../../../shared/data', import.meta.url)) },
    budget: { type: 'string', default: '100' },
    runs: { type: 'string', default: '3' },
    'burn-in': { type: 'string' },
    samples: { type: 'string' },
    parts: { type: 'string', default: 'whole,same' },
    targets: { type: 'string', default: Object.keys(TARGETS).join() },
    seed: { type: 'string', default: '1' },
  },
});
const folder = mkdtempSync(join(tmpdir(), 'er-bench-'));
try {
  const sets = benchSets(values.shared, folder, positionals);
  const [processor] = cpus();
  console.log(
    `${new Date().toISOString().slice(0, 10)}, ${cpus().length} × ${processor?.model}, Node ${process.version}\n`,
  );
  if (values.parts.includes('whole')) wholeTable(sets);
  if (values.parts.includes('same')) await sameTable(sets);
} finally {
  rmSync(folder, { recursive: true });
}

function wholeTable(sets: readonly LabelledSet[]): void {
  const length = (['burn-in', 'samples'] as const).flatMap((name) =>
    values[name] === undefined ? [] : [`--${name}`, values[name]],
  );
  console.log(
    '| set | engine | seconds | MiB | log posterior | P | R | F1 | FNR | FDR | FPR | entities (95 %) | true | R̂ | effective draws |',
  );
  console.log(`|${' --- |'.repeat(15)}`);
  for (const set of sets) {
    const smered = ['--engine', 'smered', ...length];
    const engines: [string, string[]][] = [
      ['vb', []],
      ['smered, noisy', [...smered, '--model', 'noisy']],
      ['smered, hit-miss', smered],
      ['smered, hit-miss, K = N', [...smered, '--K', String(set.truth.size)]],
    ];
    for (const [engine, options] of engines)
      console.log(
        wholeLine(set, engine, wholeRun(set, options, engine === 'vb' ? Number(values.runs) : 1, folder)),
      );
  }
  console.log();
}

function wholeLine(set: LabelledSet, engine: string, run: WholeRun): string {
  const { precision, recall, f1, falseNegative, falseDiscovery, falsePositive } = run.scores;
  return line([
    ...[set.name, engine, run.seconds.toFixed(1), run.mebibytes, run.logPosterior.toFixed(1)],
    ...[precision, recall, f1, falseNegative, falseDiscovery].map((x) => x.toFixed(3)),
    falsePositive.toExponential(1),
    `${run.entities} (${run.low}–${run.high})`,
    new Set(set.truth.values()).size,
    run.rhat?.toFixed(2) ?? '–',
    run.effective?.toFixed(0) ?? '–',
  ]);
}

async function sameTable(sets: readonly LabelledSet[]): Promise<void> {
  console.log(
    '| set | model | K | VB s | VB log posterior | truth | SMERED s (sweeps) | best draw | typical draw | best draw, then VB’s search | VB’s mode reached | VB and draws recombined |',
  );
  console.log(`|${' --- |'.repeat(12)}`);
  const steps: string[] = [];
  for (const set of sets) {
    const table = await tableOf(set.files);
    const names = [...new Set(set.truth.values())];
    const numbers = new Map(names.map((name, number) => [name, number]));
    const entityOf = Int32Array.from(
      table.ids,
      (id, row) => numbers.get(set.truth.get(key(table.sources[table.sourceOf[row]!]!.source, id))!)!,
    );
    const common = { budget: Number(values.budget), seed: Number(values.seed) };
    for (const [name, target] of Object.entries(TARGETS)) {
      if (!values.targets.split(',').includes(name)) continue;
      const outcome = compare(table, entityOf, { ...common, ...target(table.size) });
      console.log(sameLine(set, outcome));
      steps.push(...stepLines(set, outcome));
    }
  }
  console.log('\nSteps from VB’s mode to the recombined partition:\n');
  console.log(steps.join('\n'));
}

/** Log posteriors other than VB's are given by how much they are above it. */
function sameLine(set: LabelledSet, { model, isFixed, K, vb, truth, smered, recombined }: Outcome): string {
  const above = (log: number): string => {
    const size = Math.abs(log - vb.log).toFixed(1);
    return size === '0.0' ? '0' : `${log < vb.log ? '−' : '+'}${size}`;
  };
  return line([
    ...[set.name, model, isFixed ? K.toFixed(0) : 'learned', vb.seconds.toFixed(2), vb.log.toFixed(1)],
    ...[above(truth), `${smered.seconds.toFixed(1)} (${smered.sweeps})`],
    ...[smered.best, smered.typical, smered.ascended].map(above),
    smered.reached === undefined
      ? `not within ${smered.seconds.toFixed(0)} s`
      : `after ${smered.reached.toFixed(2)} s`,
    above(recombined.log),
  ]);
}

/** The commonest kinds of groups in which a draw was better. */
function stepLines(set: LabelledSet, { model, isFixed, recombined }: Outcome): string[] {
  const kinds = new Map<string, { count: number; gain: number }>();
  for (const { step, before, after, gain } of recombined.groups) {
    const name = `${step} ${before.join('+')} → ${after.join('+')}`;
    const kind = kinds.get(name) ?? { count: 0, gain: 0 };
    kinds.set(name, { count: kind.count + 1, gain: kind.gain + gain });
  }
  const most = [...kinds].sort((a, b) => b[1].gain - a[1].gain).slice(0, 6);
  const text = most.map(([name, { count, gain }]) => `${count} × ${name} (+${gain.toFixed(1)})`).join(', ');
  return [`- ${set.name}, ${model}${isFixed ? '' : ', K learned'}: ${text || 'none'}`];
}

function line(cells: readonly (string | number)[]): string {
  return `| ${cells.join(' | ')} |`;
}
