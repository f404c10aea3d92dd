/** Scores of the partitions in a file of ids and clusters, one column of clusters for each partition. */
import { createReadStream } from 'node:fs';
import { parse } from 'csv-parse';
import { key } from '../labelled-set.ts';
import { pairScores, type Scores } from '../pair-scores.ts';
import type { PeerSet } from './sets.ts';

export type Named = Scores & { name: string };

/**
 * Pairwise scores against the truth, in the order of the columns.
 *
 * @param id, columns the column of ids, and those of clusters (without: all others)
 */
export async function partitionScores(
  { files, truth }: PeerSet,
  file: string,
  columns?: readonly string[],
): Promise<Named[]> {
  const source = files[0]!.slice(files[0]!.lastIndexOf('/') + 1);
  const codes = new Map<string, number>();
  const code = (name: string): number => {
    const known = codes.get(name) ?? codes.size;
    codes.set(name, known);
    return known;
  };
  const entities: string[] = [];
  let header: string[] = [];
  let found: { name: string; at: number; clusters: number[] }[] = [];
  for await (const row of createReadStream(file).pipe(parse()) as AsyncIterable<string[]>) {
    if (header.length === 0) {
      header = row;
      const names = columns ?? header.filter((name) => name !== 'id');
      found = names.map((name) => ({ name, at: header.indexOf(name), clusters: [] }));
      continue;
    }
    entities.push(truth.get(key(source, row[header.indexOf('id')]!))!);
    for (const { at, clusters } of found) clusters.push(code(row[at]!));
  }
  if (entities.length !== truth.size) throw new Error(`${file}: ${entities.length} rows of ${truth.size}`);
  return found.map(({ name, clusters }) => ({ name, ...pairScores(clusters.map(String), entities) }));
}
