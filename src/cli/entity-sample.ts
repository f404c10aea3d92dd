/** The entities that a summary shows for review: which these are, and what it says of them. */
import { MISSING } from '../compare/patterns.ts';
import { entityIds } from '../entities/ids.ts';
import { KeptCells } from '../entities/kept-cells.ts';
import { type Reason, type SampledEntity, type SampleSizes, sampleEntities } from '../entities/sample.ts';
import type { PairExplanation } from '../pipeline/explanation.ts';
import type { Entities, Resolution } from '../pipeline/resolution.ts';
import { EntityRecords, type ReviewedEntity, type ReviewLimits, reviewEntity } from '../pipeline/review.ts';
import type { Table } from '../records/table.ts';

/** Entities that a summary shows by default. */
export const SHOWN_ENTITIES = 160;
/** Of eight entities so many are the most doubtful ones, and the largest; the others are drawn at random. */
const [EIGHTHS, DOUBTFUL, LARGEST] = [8, 5, 1];
const LIMITS: ReviewLimits = { records: 100, links: 6, shown: 12 };
/** Characters of a cell that are shown. */
const MOST_CHARACTERS = 200;

/** How many entities there are for each reason. */
export function sampleSizes(shown: number): SampleSizes {
  const doubt = Math.round((shown * DOUBTFUL) / EIGHTHS);
  const size = Math.round((shown * LARGEST) / EIGHTHS);
  return { doubt, size, chance: shown - doubt - size };
}

/** The entities of a run and those of them that are shown. */
export class EntitySample {
  private readonly table: Table;
  private readonly sizes: SampleSizes;
  private found: Found | undefined;

  constructor(table: Table, sizes: SampleSizes) {
    this.table = table;
    this.sizes = sizes;
  }

  /** Chooses entities, and answers with the records of which it is to be known where else they could be. */
  choose(entities: Entities): number[] {
    const { sample, records } = this.of(entities);
    return sample.flatMap(({ entity }) => records.of(entity));
  }

  /** The id of each entity. */
  ids(entities: Entities): string[] {
    return this.of(entities).ids;
  }

  /** What is to be said of the entities. Their cells are filled in while the files are read again. */
  review(resolution: Resolution): { reviewed: ReviewedEntity[]; cells: KeptCells } {
    const { sample, records } = this.of(resolution);
    const reviewed = sample.map(({ entity }) => reviewEntity(resolution, records, entity, LIMITS));
    return { reviewed, cells: new KeptCells(reviewed.flatMap(rowsOf)) };
  }

  /** For the summary. @param columns of the cells */
  describe(
    resolution: Resolution,
    { reviewed, cells }: ReturnType<EntitySample['review']>,
    columns: readonly string[],
  ) {
    const { ids, sample } = this.of(resolution);
    const chosen = (reason: Reason): number => sample.filter(({ why }) => why.includes(reason)).length;
    return {
      rule: `the ${chosen('doubt')} most in doubt, the ${chosen('size')} largest and ${chosen('chance')} of several records drawn at random, some for more than one reason`,
      of: resolution.entities,
      columns,
      entities: reviewed.map((entity, i) => this.describeEntity(resolution, ids, entity, sample[i]!, cells)),
    };
  }

  private describeEntity(
    { entityOf, probability }: Resolution,
    ids: readonly string[],
    reviewed: ReviewedEntity,
    { why }: SampledEntity,
    cells: KeptCells,
  ) {
    const { sources, sourceOf, ids: names } = this.table;
    const rows = rowsOf(reviewed);
    const placeOf = new Map(rows.map((row, place) => [row, place]));
    return {
      ...{ entity_id: ids[reviewed.entity]!, records: reviewed.size, why, doubt: digits(reviewed.doubt) },
      members: rows.map((row, place) => ({
        ...{ source: sources[sourceOf[row]!]!.source, id: names[row]! },
        ...(entityOf[row] === reviewed.entity ? {} : { entity_id: ids[entityOf[row]!]! }),
        probability: shownProbability(probability[row]!),
        cells: (cells.of(row) ?? []).map(shortened),
        alternatives: (reviewed.places[place] ?? [])
          .filter(({ entity }) => entity !== reviewed.entity)
          .map(({ entity, probability: p }) => ({
            entity_id: entity === undefined ? null : ids[entity]!,
            probability: shownProbability(p),
          })),
      })),
      pairs: reviewed.links.map((link) => ({
        ...{ left: placeOf.get(link.left)!, right: placeOf.get(link.right)! },
        ...(link.isOut ? { apart: true } : {}),
        ...describePair(link),
      })),
    };
  }

  /** Chosen again where draws have changed how sure the records are. */
  private of(entities: Entities): Found {
    const { probability } = entities;
    if (this.found?.probability !== probability) {
      const ids = this.found?.ids ?? entityIds(this.table, entities);
      const records = this.found?.records ?? new EntityRecords(this.table, entities);
      const sample = sampleEntities(entities, probability, ids, this.sizes);
      this.found = { ids, records, sample, probability };
    }
    return this.found;
  }
}

interface Found {
  readonly ids: string[];
  readonly records: EntityRecords;
  readonly sample: readonly SampledEntity[];
  readonly probability: Float64Array;
}

/** Rows of an entity, and after them those of other entities that links lead to. */
function rowsOf({ rows, links }: ReviewedEntity): number[] {
  return [...new Set([...rows, ...links.map(({ right }) => right)])];
}

/** The levels of a pair and what they add to its weight, column by column. */
function describePair({
  levels,
  ofLevels,
  ofRarity,
  ofDependence,
  rest,
  weight,
  probability,
}: PairExplanation) {
  return {
    levels: Array.from(levels, (level) => (level === MISSING ? null : level)),
    weights: Array.from(ofLevels, (bits, f) => digits(bits + ofRarity[f]!)),
    rarity: Array.from(ofRarity, digits),
    dependence: digits(ofDependence.reduce((sum, { weight: bits }) => sum + bits, 0)),
    ...{ other: digits(rest), weight: digits(weight), probability: shownProbability(probability) },
  };
}

/** The same of a probability, of what it lacks of 1 where that is less. */
function shownProbability(p: number): number {
  return p > 0.5 ? Number((1 - digits(1 - p)).toFixed(12)) : digits(p);
}

/** Six significant digits are enough to look at. */
function digits(x: number): number {
  return Number(x.toPrecision(6));
}

/** A cell of not too many characters. */
function shortened(cell: string): string {
  if (cell.length <= MOST_CHARACTERS) return cell;
  return `${[...cell.slice(0, 2 * MOST_CHARACTERS)].slice(0, MOST_CHARACTERS - 1).join('')}…`;
}
