// Calibration of the built command on generated databases of known truth: how often the 95 % interval for the number of
// entities covers the truth, and whether pairs given a probability p are the same in p of all cases.
// npm run bench:calibration -- [--count n] [--from i] [--model name] [--samples n] [--keep folder] [-- options of er resolve]
//
// Expected calibration error: ten equal bins of the probability, mean of |mean probability − share of true pairs|
// weighted by the pairs in each. (a) match_probability in --matches, of the pairs listed there; (b) share of the draws in
// which a pair is one entity, of those that are in at least one. Beside it Σ probability / number of true pairs, all pairs.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { writeDataset } from '../../../fixtures/dataset.ts';
import { request } from '../../../fixtures/options.ts';
import { database } from './databases.mjs';

const er = fileURLToPath(new URL('../../../bin/er.js', import.meta.url));
const rest = process.argv.indexOf('--', 2);
const furtherOptions = rest < 0 ? [] : process.argv.slice(rest + 1);
const { values: asked } = parseArgs({
  args: process.argv.slice(2, rest < 0 ? undefined : rest),
  options: {
    count: { type: 'string', default: '100' },
    from: { type: 'string', default: '0' },
    model: { type: 'string' },
    samples: { type: 'string', default: '200' },
    keep: { type: 'string' },
  },
});
const BINS = 10;

/** Rows of a CSV file without quotes. */
const rowsOf = (file) =>
  readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => line.split(','));

const pairsOf = (n) => (n * (n - 1)) / 2;

/** Records by the group they are in, as lists of record numbers. */
function groups(keys) {
  const members = new Map();
  keys.forEach((key, record) => {
    const known = members.get(key);
    if (known === undefined) members.set(key, [record]);
    else known.push(record);
  });
  return [...members.values()];
}

/** How often each pair of records is in one entity, and the number of entities of each draw. */
function coreference(file, numberOf, records) {
  const together = new Map();
  const counts = [];
  let keys = [];
  const finish = () => {
    const entities = groups(keys);
    counts.push(entities.length);
    for (const members of entities)
      for (let i = 0; i < members.length; i++)
        for (let j = i + 1; j < members.length; j++) {
          const pair = members[i] * records + members[j];
          together.set(pair, (together.get(pair) ?? 0) + 1);
        }
    keys = [];
  };
  let sample;
  for (const [at, source, id, entity] of rowsOf(file)) {
    if (sample !== undefined && at !== sample) finish();
    sample = at;
    keys[numberOf.get(`${source}\t${id}`)] = entity;
  }
  if (sample !== undefined) finish();
  return { together, counts };
}

/** Pairs by bins of their probability. */
class Reliability {
  pairs = new Float64Array(BINS);
  probability = new Float64Array(BINS);
  true = new Float64Array(BINS);
  truePairs = 0;

  add(probability, isTrue) {
    const bin = Math.min(BINS - 1, Math.floor(probability * BINS));
    this.pairs[bin]++;
    this.probability[bin] += probability;
    if (isTrue) this.true[bin]++;
  }

  addAll(other) {
    for (let bin = 0; bin < BINS; bin++)
      for (const name of ['pairs', 'probability', 'true']) this[name][bin] += other[name][bin];
    this.truePairs += other.truePairs;
  }

  error() {
    const all = this.pairs.reduce((sum, n) => sum + n, 0);
    return this.probability.reduce((sum, p, bin) => sum + Math.abs(p - this.true[bin]), 0) / Math.max(1, all);
  }

  expectedOverTrue() {
    return this.probability.reduce((sum, p) => sum + p, 0) / this.truePairs;
  }

  toString() {
    return [...this.pairs]
      .map((n, bin) =>
        n === 0 ? '–' : `${(this.probability[bin] / n).toFixed(2)}→${(this.true[bin] / n).toFixed(2)} (${n})`,
      )
      .join('  ');
  }
}

/** One database: made, resolved and compared with its truth. */
function measure(i, folder) {
  const { args } = database(i);
  writeDataset(request([...args, '--out', folder]).dataset, folder);
  const truth = rowsOf(join(folder, 'truth.csv'));
  const numberOf = new Map(truth.map(([source, id], record) => [`${source}\t${id}`, record]));
  const entity = truth.map((row) => row[2]);
  const sizes = groups(entity).map((members) => members.length);
  const files = readdirSync(folder).filter((name) => name.endsWith('.csv') && name !== 'truth.csv');
  const out = join(folder, 'out');
  mkdirSync(out, { recursive: true });
  const results = ['matches', 'summary', 'samples-output', 'output'].flatMap((name) => [
    `--${name}`,
    join(out, name),
  ]);
  const start = performance.now();
  const { status, stderr } = spawnSync(
    process.execPath,
    [
      ...[
        er,
        'resolve',
        ...files.sort().map((name) => join(folder, name)),
        '--id',
        'id',
        '--quiet',
        ...results,
      ],
      ...['--samples', asked.samples, '--seed', String(i + 1), ...furtherOptions],
    ],
    { encoding: 'utf8' },
  );
  if (status !== 0) throw new Error(`database ${i} (${args.join(' ')}): ${stderr}`);
  const seconds = (performance.now() - start) / 1000;

  const { interval } = JSON.parse(readFileSync(join(out, 'summary'), 'utf8'));
  const records = truth.length;
  const { together, counts } = coreference(join(out, 'samples-output'), numberOf, records);
  const mean = counts.reduce((sum, n) => sum + n, 0) / counts.length;
  const variance = counts.reduce((sum, n) => sum + (n - mean) ** 2, 0) / counts.length;
  const [matches, draws] = [new Reliability(), new Reliability()];
  for (const reliability of [matches, draws])
    reliability.truePairs = sizes.reduce((sum, size) => sum + pairsOf(size), 0);
  for (const [sourceL, idL, sourceR, idR, probability] of rowsOf(join(out, 'matches'))) {
    const [a, b] = [numberOf.get(`${sourceL}\t${idL}`), numberOf.get(`${sourceR}\t${idR}`)];
    matches.add(Number(probability), entity[a] === entity[b]);
  }
  for (const [pair, times] of together)
    draws.add(times / counts.length, entity[Math.floor(pair / records)] === entity[pair % records]);
  return {
    ...{ args: args.join(' '), model: args[1], records, truth: sizes.length, seconds, matches, draws },
    ...{ mean, sd: Math.sqrt(variance), low: interval.low, high: interval.high },
    covers: interval.low <= sizes.length && sizes.length <= interval.high,
    width: (interval.high - interval.low) / sizes.length,
    // The truth is a whole number: 1/12 is what rounding adds to a variance.
    z: (sizes.length - mean) / Math.sqrt(variance + 1 / 12),
  };
}

const average = (results, of) => results.reduce((sum, result) => sum + of(result), 0) / results.length;

function tableRow(name, results) {
  const z = average(results, (it) => it.z);
  const [matches, draws] = [new Reliability(), new Reliability()];
  for (const it of results) {
    matches.addAll(it.matches);
    draws.addAll(it.draws);
  }
  const cells = [
    ...[name, results.length, results.filter((it) => it.covers).length],
    ...[z.toFixed(2), Math.sqrt(average(results, (it) => (it.z - z) ** 2)).toFixed(2)],
    ...[
      average(results, (it) => it.width).toFixed(4),
      average(results, (it) => Math.abs(it.mean / it.truth - 1)).toFixed(4),
    ],
    ...[matches.error().toFixed(3), draws.error().toFixed(3), draws.expectedOverTrue().toFixed(3)],
    average(results, (it) => it.seconds).toFixed(1),
  ];
  return { line: `| ${cells.join(' | ')} |`, matches, draws };
}

const work = mkdtempSync(join(tmpdir(), 'er-calibration-'));
const results = [];
try {
  for (let i = Number(asked.from); i < Number(asked.from) + Number(asked.count); i++) {
    if (asked.model !== undefined && database(i).model !== asked.model) continue;
    const folder = join(asked.keep ?? work, String(i));
    rmSync(folder, { recursive: true, force: true });
    const it = measure(i, folder);
    results.push(it);
    if (asked.keep === undefined) rmSync(folder, { recursive: true });
    else writeFileSync(join(folder, 'result.json'), JSON.stringify(it));
    const interval = `${it.low}–${it.high}`;
    const ece = `ECE ${it.matches.error().toFixed(3)} ${it.draws.error().toFixed(3)}`;
    console.error(
      `${String(i).padStart(3)} ${it.covers ? 'in ' : 'OUT'} z ${it.z.toFixed(1).padStart(5)}  ${it.truth} in ${interval}, ${ece}, ${it.seconds.toFixed(1)} s: ${it.args}`,
    );
  }
} finally {
  rmSync(work, { recursive: true, force: true });
}
console.log(
  '| model | databases | cover | mean z | sd z | width / truth | mean off by | ECE matches | ECE draws | pairs expected / true | s |',
);
console.log(`|${' --- |'.repeat(11)}`);
for (const model of [...new Set(results.map((it) => it.model))].sort())
  console.log(
    tableRow(
      model,
      results.filter((it) => it.model === model),
    ).line,
  );
const total = tableRow('all', results);
console.log(total.line);
console.log(`\nmatches, probability → share true (pairs): ${total.matches}`);
console.log(`draws, probability → share true (pairs):   ${total.draws}`);
