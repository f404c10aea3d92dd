// Accuracy of the built command on every set of a folder: the same command for each, no settings, no labels.
// npm run build && node test/bench/accuracy/run.mjs [folder] [set …]
//
// A set is a folder with its files and truth.csv (source,id,entity). Scores are pairwise over all true pairs: what
// blocking misses counts as missed. Beside them the trivial baseline "all columns but one equal is the same".
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'csv-parse/sync';

const er = fileURLToPath(new URL('../../../bin/er.js', import.meta.url));
const [folder = fileURLToPath(new URL('../../../../shared/data', import.meta.url)), ...wanted] =
  process.argv.slice(2);

function run(args) {
  const start = performance.now();
  const { status, stdout, stderr } = spawnSync(process.execPath, [er, ...args], {
    encoding: 'utf8',
    maxBuffer: 2 ** 30,
  });
  if (status !== 0) throw new Error(`er ${args.join(' ')}: ${stderr}`);
  return { rows: parse(stdout, { columns: true }), seconds: (performance.now() - start) / 1000 };
}

const pairsOf = (counts) => [...counts].reduce((sum, n) => sum + (n * (n - 1)) / 2, 0);

function tally(keys) {
  const counts = new Map();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}

function scores(right, found, truth) {
  const precision = found === 0 ? 1 : right / found;
  const recall = truth === 0 ? 1 : right / truth;
  const f1 = precision + recall === 0 ? 0 : (2 * precision * recall) / (precision + recall);
  return [precision, recall, f1].map((x) => x.toFixed(3));
}

/** Scores of "records that agree on all columns but one are the same", columns without the id. */
function allButOne(records, entityOf) {
  const columns = [...new Set(records.flatMap((record) => Object.keys(record.cells)))];
  const seen = new Set();
  let right = 0;
  for (const left of columns) {
    const groups = new Map();
    records.forEach((record, row) => {
      const key = columns.map((name) => (name === left ? '' : (record.cells[name] ?? ''))).join('\u0001');
      groups.set(key, [...(groups.get(key) ?? []), row]);
    });
    for (const rows of groups.values())
      for (let i = 0; i < rows.length; i++)
        for (let j = i + 1; j < rows.length; j++) {
          const key = rows[i] * records.length + rows[j];
          if (seen.has(key)) continue;
          seen.add(key);
          if (entityOf(records[rows[i]]) === entityOf(records[rows[j]])) right++;
        }
  }
  return { right, found: seen.size };
}

const lines = [
  '| set | records | link P | R | F1 | resolve P | R | F1 | entities (95 %) | true | all but one equal F1 | link s | resolve s |',
  '| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |',
];
for (const set of readdirSync(folder).sort()) {
  const truthFile = join(folder, set, 'truth.csv');
  if (!existsSync(truthFile) || (wanted.length > 0 && !wanted.includes(set))) continue;
  const names = readdirSync(join(folder, set)).filter(
    (name) => name.endsWith('.csv') && name !== 'truth.csv',
  );
  const files = names.sort().map((name) => join(folder, set, name));
  const entity = new Map();
  for (const { source, id, entity: e } of parse(readFileSync(truthFile), { columns: true }))
    entity.set(`${source}\t${id}`, e);
  const entityOf = ({ source, id }) => entity.get(`${source}\t${id}`);
  const truePairs = pairsOf(tally(entity.values()).values());

  const link = run(['link', ...files, '--id', 'id', '--quiet']);
  const right = link.rows.filter(
    (row) => entity.get(`${row.source_l}\t${row.id_l}`) === entity.get(`${row.source_r}\t${row.id_r}`),
  ).length;
  const summary = join('/tmp', `er-accuracy-${process.pid}.json`);
  const resolved = run(['resolve', ...files, '--id', 'id', '--quiet', '--summary', summary]);
  const found = pairsOf(tally(resolved.rows.map((row) => row.entity_id)).values());
  const both = pairsOf(tally(resolved.rows.map((row) => `${row.entity_id}\t${entityOf(row)}`)).values());
  const { interval } = JSON.parse(readFileSync(summary, 'utf8'));
  const records = resolved.rows.map(({ entity_id, source, id, probability, ...cells }) => ({
    source,
    id,
    cells,
  }));
  const trivial = allButOne(records, entityOf);
  const cells = [
    set,
    records.length,
    ...scores(right, link.rows.length, truePairs),
    ...scores(both, found, truePairs),
    `${new Set(resolved.rows.map((row) => row.entity_id)).size} (${interval?.low}–${interval?.high})`,
    new Set(entity.values()).size,
    scores(trivial.right, trivial.found, truePairs)[2],
    link.seconds.toFixed(1),
    resolved.seconds.toFixed(1),
  ];
  lines.push(`| ${cells.join(' | ')} |`);
  console.error(lines.at(-1));
}
console.log(lines.join('\n'));
