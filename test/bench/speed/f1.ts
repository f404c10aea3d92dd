/** F1 of what a run wrote, pairwise, over all true pairs; results are read row by row, since they may be large. */
import { createReadStream } from 'node:fs';
import { parse } from 'csv-parse';
import { pairF1, truePairs } from '../accuracy/scores.ts';
import { key, type LabelledSet } from '../labelled-set.ts';
import { pairScores } from '../pair-scores.ts';

type Truth = LabelledSet['truth'];

export function f1(command: string, output: string, truth: Truth): Promise<number> {
  return command === 'resolve' ? f1OfEntities(output, truth) : f1OfPairs(output, truth);
}

async function f1OfEntities(output: string, truth: Truth): Promise<number> {
  const found: string[] = [];
  const wanted: string[] = [];
  for await (const { entity_id, source, id } of rows(output, ['entity_id', 'source', 'id'])) {
    found.push(entity_id!);
    wanted.push(truth.get(key(source!, id!))!);
  }
  return pairScores(found, wanted).f1;
}

async function f1OfPairs(output: string, truth: Truth): Promise<number> {
  let [right, found] = [0, 0];
  const names = ['source_l', 'id_l', 'source_r', 'id_r'];
  for await (const { source_l, id_l, source_r, id_r } of rows(output, names)) {
    found++;
    if (truth.get(key(source_l!, id_l!)) === truth.get(key(source_r!, id_r!))) right++;
  }
  return pairF1(right, found, truePairs([...truth.values()]));
}

function rows(file: string, names: readonly string[]): AsyncIterable<Record<string, string>> {
  const columns = (header: string[]) => header.map((name) => (names.includes(name) ? name : false));
  return createReadStream(file).pipe(parse({ columns }));
}
