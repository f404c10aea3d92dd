/** The sample of entities in the summary of `er resolve`, as its JSON holds it. */
import {
  amount,
  type Decoded,
  fields,
  flag,
  list,
  number,
  orNull,
  provided,
  share,
  text,
  whole,
} from './decode.ts';

const alternative = fields({ entity_id: orNull(text), probability: share }, {});

const member = fields(
  { source: text, id: text, probability: share, cells: list(text) },
  { entity_id: text, alternatives: list(alternative) },
);

const pair = fields(
  {
    ...{ left: whole, right: whole, levels: list(orNull(whole)), weights: list(number) },
    ...{ weight: number, probability: share },
  },
  { rarity: list(number), dependence: number, other: number, apart: flag },
);

const entity = provided(
  fields(
    { entity_id: text, records: amount, doubt: share, members: list(member) },
    { why: list(text), pairs: list(pair) },
  ),
  ({ members, pairs = [] }) =>
    pairs.every(
      ({ left, right, levels, weights, rarity = weights }) =>
        left < members.length &&
        right < members.length &&
        weights.length === levels.length &&
        rarity.length === levels.length,
    ),
);

/**
 * Entities with their records and the pairs that hold them together. A record with an entity of its own named is of
 * another one, to which a pair that is `apart` leads.
 */
export const entitySample = provided(
  fields({ columns: list(text), entities: list(entity) }, { rule: text, of: amount }),
  ({ columns, entities }) =>
    entities.every(({ members }) => members.every(({ cells }) => cells.length === columns.length)),
);

export type EntitySample = Decoded<typeof entitySample>;
export type SampledEntity = EntitySample['entities'][number];
export type Member = SampledEntity['members'][number];
export type SampledPair = NonNullable<SampledEntity['pairs']>[number];
