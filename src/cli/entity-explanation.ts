/** Why the records of an entity go together: what holds it, and where each of its records could be instead. */
import type { ChalkInstance } from 'chalk';
import type { Resolution } from '../pipeline/resolution.ts';
import type { ReviewedEntity } from '../pipeline/review.ts';
import type { Table } from '../records/table.ts';
import { bits, pairText, probabilityText, recordName } from './explanation-text.ts';
import {
  describePair,
  describeRecord,
  type ExplainedPair,
  type ExplainedRecord,
} from './pair-explanation.ts';
import { alignedTable, counted, wrapped } from './terminal.ts';

export interface ExplainedEntity {
  entity_id: string;
  records: number;
  /** 1 − the least probability among its records. */
  doubt: number;
  members: ExplainedMember[];
  /** What holds it together, a maximum spanning tree of its pairs: the weakest link first. */
  links: ExplainedPair[];
  /** The strongest links from its records to other entities they could be of. */
  links_out: ExplainedPair[];
}

interface ExplainedMember extends ExplainedRecord {
  /** Other entities that it could be of; null for one by itself. */
  alternatives: { entity_id: string | null; probability: number }[];
}

/** @param ids of the entities */
export function describeEntity(
  table: Table,
  resolution: Resolution,
  ids: readonly string[],
  { entity, size, doubt, rows, places, links }: ReviewedEntity,
): ExplainedEntity {
  const pairs = links.map((link) => ({
    isOut: link.isOut,
    pair: describePair(table, resolution, ids, link),
  }));
  return {
    ...{ entity_id: ids[entity]!, records: size, doubt },
    members: rows.map((row, i) => ({
      ...describeRecord(table, resolution, ids, row),
      alternatives: places[i]!.filter((place) => place.entity !== entity).map((place) => ({
        entity_id: place.entity === undefined ? null : ids[place.entity]!,
        probability: place.probability,
      })),
    })),
    links: pairs.filter(({ isOut }) => !isOut).map(({ pair }) => pair),
    links_out: pairs.filter(({ isOut }) => isOut).map(({ pair }) => pair),
  };
}

/** Records and links shown to people. */
const MOST_RECORDS = 30;
const MOST_LINKS = 20;

/** For people: its records, its links, and the weakest of these term by term. */
export function entityText(entity: ExplainedEntity, width: number, colour: ChalkInstance): string {
  const { members, links, links_out: out, records } = entity;
  const sources = new Set(members.map(({ source }) => source)).size;
  const lines = [
    colour.bold(`entity ${entity.entity_id}: ${counted(records, 'record')} of ${counted(sources, 'file')}`),
    '',
    alignedTable([
      ['record', 'probability', 'else'],
      ...members
        .slice(0, MOST_RECORDS)
        .map((member) => [recordName(member), probabilityText(member.probability), elsewhere(member)]),
    ]),
  ];
  if (records > Math.min(MOST_RECORDS, members.length))
    lines.push(`… and ${counted(records - Math.min(MOST_RECORDS, members.length), 'more record')}`);
  if (links.length > 0) {
    lines.push(
      '',
      links.length === 1 ? 'what holds it together' : 'what holds it together, the weakest link first',
      linkTable(links),
    );
    if (links.length > MOST_LINKS) lines.push(`… and ${counted(links.length - MOST_LINKS, 'more link')}`);
    const parts = partsWithout(links);
    if (links.length > 1)
      lines.push(
        `without the weakest link ${parts.map((part) => partText(part)).join(' and ')} would be apart`,
      );
    lines.push('', pairText(links[0]!, width, colour));
  }
  if (out.length > 0)
    lines.push(
      '',
      'the strongest links to other entities that its records could be of',
      linkTable(out),
      '',
      pairText(out[0]!, width, colour),
    );
  return wrapped(lines.join('\n'), width);
}

function linkTable(links: readonly ExplainedPair[]): string {
  return alignedTable(
    [
      ['record', 'and', 'bits', 'match probability'],
      ...links
        .slice(0, MOST_LINKS)
        .map((link) => [
          recordName(link.left),
          recordName(link.right),
          bits(link.match_weight),
          probabilityText(link.match_probability),
        ]),
    ],
    2,
  );
}

function elsewhere({ alternatives }: ExplainedMember): string {
  const [best] = alternatives;
  if (best === undefined) return '–';
  return `${best.entity_id ?? 'alone'} ${probabilityText(best.probability)}`;
}

/** The records on either side of the first link, by all others. */
function partsWithout(links: readonly ExplainedPair[]): [string[], string[]] {
  const nameOf = ({ source, id }: ExplainedRecord): string => `${source}\0${id}`;
  const [weakest, ...others] = links as [ExplainedPair, ...ExplainedPair[]];
  const sideOf = (start: ExplainedRecord): string[] => {
    const side = new Map([[nameOf(start), recordName(start)]]);
    for (let before = 0; before < side.size; ) {
      before = side.size;
      for (const { left, right } of others)
        for (const [from, to] of [
          [left, right],
          [right, left],
        ] as const)
          if (side.has(nameOf(from))) side.set(nameOf(to), recordName(to));
    }
    return [...side.values()];
  };
  return [sideOf(weakest.left), sideOf(weakest.right)];
}

/** Records named of a part. */
const NAMED = 3;

function partText(part: readonly string[]): string {
  const named = part.slice(0, NAMED).join(', ');
  return `{${named}${part.length > NAMED ? `, and ${part.length - NAMED} more` : ''}}`;
}

/** Columns of the CSV. */
export const LINK_COLUMNS = [
  ...['link', 'source_l', 'id_l', 'source_r', 'id_r', 'match_weight', 'match_probability'],
  ...['entity_l', 'probability_l', 'entity_r', 'probability_r'],
];

/** The links as rows of CSV: `inside`, the weakest first, and those that lead `out`. */
export function linkRows({ links, links_out: out, members, entity_id }: ExplainedEntity): string[][] {
  const row = (name: string) => (link: ExplainedPair) => [
    ...[name, link.left.source, link.left.id, link.right.source, link.right.id],
    ...[String(link.match_weight), String(link.match_probability)],
    ...[link.left.entity_id, String(link.left.probability)],
    ...[link.right.entity_id, String(link.right.probability)],
  ];
  const [only] = members;
  const alone =
    links.length === 0 && out.length === 0 && only !== undefined
      ? [['none', only.source, only.id, '', '', '', '', entity_id, String(only.probability), '', '']]
      : [];
  return [...links.map(row('inside')), ...out.map(row('out')), ...alone];
}
