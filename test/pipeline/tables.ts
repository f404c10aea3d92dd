/** Tables for tests: of CSV texts, or of generated people with the truth. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Dataset, writeDataset } from '../../fixtures/dataset.ts';
import { type PeopleOptions, peopleFiles } from '../../fixtures/people-files.ts';
import { type Linkage, matchedPairs } from '../../src/pipeline/link.ts';
import { loadFiles } from '../../src/records/load.ts';
import { type ProfileOptions, profile } from '../../src/records/profile.ts';
import type { Table } from '../../src/records/table.ts';

/** Runs `work` in a folder that is gone afterwards. */
async function inFolder<T>(work: (folder: string) => Promise<T> | T): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'er-pipeline-'));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The table of CSV texts by the names of their files. */
export function tableOf(files: Readonly<Record<string, string>>): Promise<Table> {
  return inFolder(async (folder) => {
    const paths = Object.entries(files).map(([name, text]) => {
      writeFileSync(join(folder, name), text);
      return join(folder, name);
    });
    return profile(await loadFiles(paths)).table;
  });
}

/** Public data sets with truth, kept beside the repository and not in it. */
export const PUBLIC_DATA = join(import.meta.dirname, '../../../shared/data');

/** The table of the CSV files of a folder, and the true entity of each record, of its truth.csv. */
export async function publicTable(
  folder: string,
  options: ProfileOptions = {},
): Promise<{ table: Table; entities: string[] }> {
  const names = readdirSync(folder).filter((name) => name.endsWith('.csv') && name !== 'truth.csv');
  const paths = names.sort().map((name) => join(folder, name));
  const { table } = profile(await loadFiles(paths, { id: 'id' }), options);
  const entityOf = new Map<string, string>();
  for (const line of readFileSync(join(folder, 'truth.csv'), 'utf8').trimEnd().split(/\r?\n/).slice(1)) {
    const [source, id, entity] = line.split(',');
    entityOf.set(`${source},${id}`, entity!);
  }
  const entities = table.ids.map((id, row) => {
    const key = `${table.sources[table.sourceOf[row]!]!.source},${id}`;
    const entity = entityOf.get(key);
    if (entity === undefined) throw new Error(`no entity of ${key}`);
    return entity;
  });
  return { table, entities };
}

/** The texts of generated records, and the entity of each record, by its id (which no two files share). */
export interface Generated {
  files: Record<string, string>;
  entityOf: Map<string, string>;
}

export function people(options: Partial<PeopleOptions>): Promise<Generated> {
  const files = options.files ?? 1;
  return generated(
    peopleFiles({
      ...{ records: 2000, duplicates: 0.2, copies: files === 1 ? 4 : files - 1, seed: 1 },
      ...{ errors: 1.5, missing: 0.03, moves: 0.05, sample: 0.2, files, ...options },
    }),
  );
}

export function generated(dataset: Dataset): Promise<Generated> {
  return inFolder((folder) => {
    writeDataset(dataset, folder);
    const truth = readFileSync(join(folder, 'truth.csv'), 'utf8').trimEnd().split('\n').slice(1);
    return {
      files: Object.fromEntries(
        dataset.files.map(({ name }) => [name, readFileSync(join(folder, name), 'utf8')]),
      ),
      entityOf: new Map(truth.map((line) => line.split(',').slice(1) as [string, string])),
    };
  });
}

/** How many pairs of records are of one entity. */
export function truePairs(entityOf: ReadonlyMap<string, string>): number {
  const sizes = new Map<string, number>();
  for (const entity of entityOf.values()) sizes.set(entity, (sizes.get(entity) ?? 0) + 1);
  return [...sizes.values()].reduce((sum, size) => sum + (size * (size - 1)) / 2, 0);
}

/** A pair by its ids in alphabetical order. */
export function pairKey(table: Table, left: number, right: number): string {
  return [table.ids[left]!, table.ids[right]!].sort().join(' ');
}

/** The pairs of at least the given probability, by their ids. */
export function found(table: Table, linkage: Linkage, threshold: number): Map<string, number> {
  const { evidence, probabilities } = linkage;
  const pairs = new Map<string, number>();
  for (const i of matchedPairs(linkage, threshold, table.size))
    pairs.set(pairKey(table, evidence.left[i]!, evidence.right[i]!), probabilities[evidence.pattern[i]!]!);
  return pairs;
}

/** Precision and recall of pairs given by their ids. */
export function quality(pairs: Iterable<string>, entityOf: ReadonlyMap<string, string>) {
  let [right, all] = [0, 0];
  for (const pair of pairs) {
    const [a, b] = pair.split(' ');
    all++;
    if (entityOf.get(a!) === entityOf.get(b!)) right++;
  }
  const [precision, recall] = [right / all, right / truePairs(entityOf)];
  return { precision, recall, f1: (2 * precision * recall) / (precision + recall) };
}
