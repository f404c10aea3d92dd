/** The entities that are wrong: those that hold records of several true ones, and true ones that are apart. */
import { type DividedEntity, dividedEntities, inOrder } from '../evaluate/divided-entities.ts';
import type { Links } from '../evaluate/links.ts';
import type { NameCodes } from '../records/name-codes.ts';
import type { JoinedLabels } from './joined-labels.ts';
import { decimal } from './terminal.ts';

export interface WrongEntity {
  error: 'merged' | 'split';
  /** Its name in the result if it is merged, in the truth if it is split. */
  entity: string;
  records: number;
  /** True entities in it, or entities of the result that it is in. */
  parts: number;
  /** Pairs of records joined wrongly, or missed. */
  pairs: number;
  /** Links from .5 on between its parts; undefined where links are not known. */
  links: number | undefined;
  /** Source and id of the two records of the strongest link between parts, or of a record of the smallest part. */
  witness: [string, string][];
  /** The match probability of the link. */
  probability: number | undefined;
}

export const ERROR_COLUMNS = [
  ...['error', 'entity', 'records', 'parts', 'pairs', 'links'],
  ...['source_l', 'id_l', 'source_r', 'id_r', 'match_probability'],
];

/** First the merged ones, then the split ones, each with the most pairs first. */
export function wrongEntities(labels: JoinedLabels, links: Links | undefined): WrongEntity[] {
  const { found, truth, resolved, truthFile } = labels;
  const byLinks = links?.probability === undefined ? undefined : links;
  const records = (a: number, b: number) => compareNames(labels.name(a), labels.name(b));
  const kind = (
    error: WrongEntity['error'],
    whole: Int32Array,
    part: Int32Array,
    names: NameCodes,
  ): WrongEntity[] => {
    const nameOf = remembered(names);
    const entities = (a: number, b: number) => compare(nameOf(a), nameOf(b));
    return dividedEntities(whole, part, byLinks, { entities, records }).map((divided) => ({
      ...{ error, entity: nameOf(divided.entity) },
      ...{ records: divided.records, parts: divided.parts, pairs: divided.pairs },
      links: byLinks === undefined ? undefined : divided.links,
      witness: witness(divided, byLinks, labels, records),
      probability: divided.link < 0 ? undefined : byLinks?.probability?.[divided.link],
    }));
  };
  return [
    ...kind('merged', found, truth, resolved.entityNames),
    ...kind('split', truth, found, truthFile.entityNames),
  ];
}

/** The cells of an entity under `ERROR_COLUMNS`. */
export function errorRow(wrong: WrongEntity): string[] {
  const { error, entity, records, parts, pairs, links, witness, probability } = wrong;
  const [left, right] = witness;
  return [
    ...[
      error,
      entity,
      String(records),
      String(parts),
      String(pairs),
      links === undefined ? '' : String(links),
    ],
    ...(left ?? ['', '']),
    ...(right ?? ['', '']),
    probability === undefined ? '' : decimal(probability),
  ];
}

function witness(
  { link, record }: DividedEntity,
  links: Links | undefined,
  labels: JoinedLabels,
  order: (a: number, b: number) => number,
): [string, string][] {
  if (link < 0 || links === undefined) return [labels.name(record)];
  return inOrder([links.left[link]!, links.right[link]!], { records: order }).map((one) => labels.name(one));
}

/** Names by code, each made a string once. */
function remembered(names: NameCodes): (code: number) => string {
  const known = new Map<number, string>();
  return (code) => {
    const name = known.get(code) ?? names.name(code);
    known.set(code, name);
    return name;
  };
}

function compareNames([source, id]: [string, string], [otherSource, otherId]: [string, string]): number {
  return compare(source, otherSource) || compare(id, otherId);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
