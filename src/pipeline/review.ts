/**
 * Entities for review: what holds each together, where it comes apart first, and where its records could be instead.
 * The links are those of a maximum spanning tree of its pairs by match weight (see `strongest-links`).
 */
import { membersOf } from '../entities/members.ts';
import { strongestLinks } from '../entities/strongest-links.ts';
import { allPairs, compareNames, type Table } from '../records/table.ts';
import { explainPairs, type PairExplanation, pairWeights } from './explanation.ts';
import type { RecordPlace, Resolution } from './resolution.ts';

/** How much of an entity is looked at. */
export interface ReviewLimits {
  /** Records of an entity, the most doubtful ones, among which links are looked for. */
  readonly records: number;
  /** Links that are explained, the weakest ones. */
  readonly links: number;
  /** Records that are shown: those of the links, and the most doubtful others. */
  readonly shown: number;
}

/** A link of an entity, or one that leads out of it. */
export interface ReviewedLink extends PairExplanation {
  /** Whether the right record is of another entity. */
  readonly isOut: boolean;
}

export interface ReviewedEntity {
  readonly entity: number;
  /** Number of its records. */
  readonly size: number;
  /** 1 − the least probability among its records. */
  readonly doubt: number;
  /** Rows of the records shown, by source and id. */
  readonly rows: readonly number[];
  /** The weakest links first, then those that lead out, the strongest first. */
  readonly links: readonly ReviewedLink[];
  /** Where each of the rows could be, parallel to them; empty where the engine does not know. */
  readonly places: readonly (readonly RecordPlace[])[];
}

/** Places less probable than this are not worth a word. */
const LEAST_PLACE = 0.001;
/** Records of another entity that a link out of an entity may lead to, the first ones. */
const MOST_OUTSIDE = 50;

/** The records of some entities, by source and id. */
export class EntityRecords {
  private readonly members: ReturnType<typeof membersOf>;
  private readonly compare: (a: number, b: number) => number;

  constructor(table: Table, partition: Pick<Resolution, 'entityOf' | 'entities'>) {
    this.members = membersOf(partition);
    this.compare = (a, b) => compareNames(table, a, b);
  }

  size(entity: number): number {
    return this.members.offsets[entity + 1]! - this.members.offsets[entity]!;
  }

  of(entity: number): number[] {
    const { offsets, records } = this.members;
    return [...records.subarray(offsets[entity]!, offsets[entity + 1]!)].sort(this.compare);
  }

  /** In the order of source and id. */
  sorted(rows: Iterable<number>): number[] {
    return [...rows].sort(this.compare);
  }
}

/** Looks at an entity. Nothing depends on the order of the rows. */
export function reviewEntity(
  resolution: Resolution,
  records: EntityRecords,
  entity: number,
  limits: ReviewLimits,
): ReviewedEntity {
  const { linkage, probability } = resolution;
  const all = records.of(entity);
  const byDoubt = all.toSorted((a, b) => probability[a]! - probability[b]!);
  const pool = all.length <= limits.records ? all : records.sorted(byDoubt.slice(0, limits.records));
  const weakest = weakestLinks(linkage, pool).slice(0, limits.links);
  const links = explainPairs(
    linkage,
    weakest.map(([a]) => a),
    weakest.map(([, b]) => b),
  );
  const shown = new Set(weakest.flat());
  for (const row of byDoubt) if (shown.size < limits.shown) shown.add(row);
  const rows = records.sorted(shown);
  const places = rows.map((row) =>
    (resolution.places?.get(row) ?? []).filter((place) => place.probability >= LEAST_PLACE),
  );
  const out = linksOut(resolution, records, entity, rows, places);
  return {
    ...{ entity, size: all.length, doubt: 1 - probability[byDoubt[0]!]!, rows, places },
    links: [
      ...links.map((link) => ({ ...link, isOut: false })),
      ...out.slice(0, limits.links).map((link) => ({ ...link, isOut: true })),
    ],
  };
}

/** The links that hold records together, as pairs of rows, the weakest first. */
function weakestLinks(linkage: Resolution['linkage'], rows: readonly number[]): [number, number][] {
  const size = rows.length;
  const [left, right] = [new Int32Array(allPairs(size)), new Int32Array(allPairs(size))];
  for (let a = 0, pair = 0; a < size; a++)
    for (let b = a + 1; b < size; b++, pair++) [left[pair], right[pair]] = [a, b];
  const rowOf = (places: Int32Array): Int32Array => places.map((place) => rows[place]!);
  const weights = pairWeights(linkage, rowOf(left), rowOf(right));
  return strongestLinks(size, left, right, weights)
    .map((pair): [number, number] => [rows[left[pair]!]!, rows[right[pair]!]!])
    .reverse();
}

/** Of each row that could be of other entities, the strongest link to the most probable of them. */
function linksOut(
  { linkage }: Resolution,
  records: EntityRecords,
  entity: number,
  rows: readonly number[],
  places: readonly (readonly RecordPlace[])[],
): PairExplanation[] {
  const found = new Map<string, PairExplanation>();
  rows.forEach((row, i) => {
    const other = places[i]!.find((place) => place.entity !== undefined && place.entity !== entity);
    if (other === undefined) return;
    const there = records.of(other.entity!).slice(0, MOST_OUTSIDE);
    const weights = pairWeights(linkage, new Int32Array(there.length).fill(row), there);
    const best = there[weights.indexOf(Math.max(...weights))]!;
    const [link] = explainPairs(linkage, [row], [best]);
    found.set(`${row} ${best}`, link!);
  });
  return [...found.values()].sort((a, b) => b.weight - a.weight || a.left - b.left);
}
