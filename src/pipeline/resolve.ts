/**
 * Resolving: from a table of records to entities.
 *
 *     table → link → candidate graph, distortion profile, K = 1/π → individuals → entities
 */
import { connectedComponents } from '../entities/union-find.ts';
import type { Table } from '../records/table.ts';
import { collapsedClusters, coordinateAscentClusters } from './clustering.ts';
import { type Linkage, linking, matchedPairs } from './link.ts';
import { intervalAround, type Resolution, type ResolveOptions } from './resolution.ts';
import { sampledClusters } from './sampling.ts';
import { finish, type Steps } from './steps.ts';
import { withUniqueSources } from './unique-sources.ts';

/** Least match probability of the pairs that link keeps for `--matches` and the neighbourhood. */
const LEAST_KEPT = 0.001;
/** Match probability from which `em` joins pairs. */
const JOINED = 0.5;

/**
 * Find the entities of a table.
 *
 * @example resolve(table).entityOf // => Int32Array [0, 1, 0, …]
 */
export function resolve(table: Table, options: ResolveOptions = {}): Resolution {
  return finish(resolving(table, options));
}

/**
 * The steps of `resolve`.
 *
 * @throws RangeError for a source of `uniqueWithin` that the table does not have
 */
export function* resolving(table: Table, options: ResolveOptions = {}): Steps<Resolution> {
  const linkOptions = { ...options, threshold: LEAST_KEPT };
  const asked = options.uniqueWithin;
  for (const source of asked ?? [])
    if (table.sources[source] === undefined) throw new RangeError(`the table has no source ${source}`);
  let known: Table = { ...table, unique: asked };
  let linkage = yield* linking(known, linkOptions);
  yield;
  if (asked === undefined && isBounded(options) && !options.without?.has('duplicate-free')) {
    ({ table: known, linkage } = yield* withUniqueSources({ table, linkage }, linkOptions));
    yield;
  }
  const resolution = yield* clustering(known, linkage, options);
  options.onStage?.('cluster');
  return resolution;
}

/** Whether the clusters can be held to one record of a source. */
function isBounded({ engine, inference }: ResolveOptions): boolean {
  return engine !== 'em' && inference !== 'cavi';
}

function* clustering(table: Table, linkage: Linkage, options: ResolveOptions): Steps<Resolution> {
  if (options.engine === 'em') return connected(linkage, table.size);
  if (options.engine === 'smered') return yield* sampledClusters(table, linkage, options);
  if (options.inference !== 'cavi') return yield* collapsedClusters(table, linkage, options);
  if (options.model !== 'categorical' || options.K === undefined)
    throw new RangeError('the coordinate ascent is that of the categorical model, for a given K');
  return coordinateAscentClusters(table, linkage, options, options.K);
}

/** Pairs at .5 and all that hangs together. A record is as sure as its best pair. */
function connected(linkage: Linkage, records: number): Resolution {
  const { evidence, probabilities, parameters } = linkage;
  const matched = matchedPairs(linkage, JOINED, records);
  const { entityOf, entities } = connectedComponents(
    records,
    matched.map((i) => evidence.left[i]!),
    matched.map((i) => evidence.right[i]!),
  );
  const bestMatch = new Float64Array(records);
  for (let i = 0; i < evidence.left.length; i++) {
    const p = probabilities[evidence.pattern[i]!]!;
    for (const row of [evidence.left[i]!, evidence.right[i]!]) bestMatch[row] = Math.max(bestMatch[row]!, p);
  }
  const probability = bestMatch.map((p) => (p >= JOINED ? p : 1 - p));
  let variance = 0;
  for (const p of probability) variance += (p * (1 - p)) / 2;
  return {
    ...{ linkage, entityOf, entities, probability, K: 1 / parameters.prior, objective: undefined },
    ...{ unique: new Set<number>(), draws: [] },
    interval: intervalAround({ entities, records }, entities, variance),
  };
}
