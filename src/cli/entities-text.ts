/** The entities of a run, for people and for its summary. */
import { entitySizes, mostDoubtful, sizeClasses } from '../entities/portrait.ts';
import type { Resolution } from '../pipeline/resolution.ts';
import type { Table } from '../records/table.ts';
import { chainsText, describeDraws } from './chains-text.ts';
import { missedText } from './plan-text.ts';
import { alignedTable, count, counted, printable } from './terminal.ts';

/** Records in doubt that people are told of, if their probability is below the second; and that the summary holds. */
const DOUBTFUL_SHOWN = 5;
const DOUBTFUL_BELOW = 0.99;
const DOUBTFUL_LISTED = 20;

/** What was found, for people. */
export function conclusion(table: Table, resolution: Resolution): string {
  const { linkage, entities, interval, probability } = resolution;
  const { evidence, plan, missed } = linkage;
  const sizes = sizeClasses(entitySizes(resolution));
  const doubtful = mostDoubtful(probability, DOUBTFUL_SHOWN, DOUBTFUL_BELOW);
  const free = table.sources.filter((_, source) => resolution.unique.has(source)).map(({ source }) => source);
  const lines = [
    `${counted(table.size, 'record')}, ${counted(evidence.compared, 'pair')} compared of ${count(plan.totalPairs)}; matches that blocking missed: ${missedText(missed, plan)}`,
    `${entityCount(entities)} (95 % interval ${count(interval.low)} to ${count(interval.high)}); ${counted(table.size - entities, 'duplicate')} found`,
    ...(resolution.draws.length > 0 && (entities < interval.low || entities > interval.high)
      ? ['the interval is that of the draws, of which these entities are none']
      : []),
    ...(free.length > 0 ? [`taken to hold no duplicates inside: ${free.join(', ')}`] : []),
    alignedTable([['records of an entity', 'entities'], ...sizes.map(([size, n]) => [size, count(n)])]),
  ];
  const chains = chainsText(resolution);
  if (chains !== undefined) lines.push(chains);
  if (table.size > 0 && doubtful.length === 0)
    lines.push(`no record is in doubt: all have a probability of ${DOUBTFUL_BELOW} or more`);
  if (doubtful.length > 0)
    lines.push(
      alignedTable(
        [
          ['most in doubt', 'id', 'probability'],
          ...doubtful.map((record) => [
            table.sources[table.sourceOf[record]!]!.source,
            printable(table.ids[record]!),
            probability[record]!.toFixed(3),
          ]),
        ],
        2,
      ),
    );
  return lines.join('\n');
}

function entityCount(entities: number): string {
  return entities === 1 ? '1 entity' : `${count(entities)} entities`;
}

/** What was found, for the summary. */
export function describeEntities(table: Table, resolution: Resolution, ids: readonly string[]) {
  const { entities, entityOf, interval, probability, K, objective } = resolution;
  return {
    ...{
      K,
      objective: objective ?? null,
      entities,
      interval,
      duplicates: table.size - entities,
      sizes: entitySizes(resolution),
      unique_within: table.sources.filter((_, s) => resolution.unique.has(s)).map(({ source }) => source),
      ...describeDraws(table, resolution),
      ...(resolution.elboTrace === undefined ? {} : { elbo_trace: [...resolution.elboTrace] }),
    },
    doubtful: mostDoubtful(probability, DOUBTFUL_LISTED).map((record) => ({
      source: table.sources[table.sourceOf[record]!]!.source,
      ...{ id: table.ids[record]!, entity_id: ids[entityOf[record]!]!, probability: probability[record]! },
    })),
  };
}
