/** Every score of a partition by its definition, record by record and pair by pair, without the table of counts. */

export interface Defined {
  truePositives: number;
  falsePositives: number;
  falseNegatives: number;
  trueNegatives: number;
  bCubedPrecision: number;
  bCubedRecall: number;
  entities: number;
  trueEntities: number;
  exactEntities: number;
  adjustedRandIndex: number;
  viMerged: number;
  viSplit: number;
}

type Partition = readonly number[];

export function byDefinition(found: Partition, truth: Partition): Defined {
  const counts = pairCounts(found, truth);
  return {
    ...counts,
    bCubedPrecision: meanOver(found, (i) => shareOfMates(found, truth, i)),
    bCubedRecall: meanOver(found, (i) => shareOfMates(truth, found, i)),
    entities: new Set(found).size,
    trueEntities: new Set(truth).size,
    exactEntities: setsOf(found).filter((set) => setsOf(truth).includes(set)).length,
    adjustedRandIndex: chanceCorrected(counts),
    viMerged: entropy(found.map((entity, i) => `${entity} ${truth[i]}`)) - entropy(found.map(String)),
    viSplit: entropy(found.map((entity, i) => `${entity} ${truth[i]}`)) - entropy(truth.map(String)),
  };
}

function pairCounts(found: Partition, truth: Partition) {
  const counts = { truePositives: 0, falsePositives: 0, falseNegatives: 0, trueNegatives: 0 };
  for (let i = 0; i < found.length; i++)
    for (let j = 0; j < i; j++) {
      const [joined, same] = [found[i] === found[j], truth[i] === truth[j]];
      if (joined && same) counts.truePositives++;
      else if (joined) counts.falsePositives++;
      else if (same) counts.falseNegatives++;
      else counts.trueNegatives++;
    }
  return counts;
}

/** Of the records of i's entity in one partition, i among them, the share that are i's mates in the other. */
function shareOfMates(one: Partition, other: Partition, i: number): number {
  const mates = one.flatMap((entity, j) => (entity === one[i] ? [j] : []));
  return mates.filter((j) => other[j] === other[i]).length / mates.length;
}

function meanOver(records: Partition, value: (record: number) => number): number {
  return records.reduce((sum, _, i) => sum + value(i), 0) / records.length;
}

/** Each entity as the list of its records. */
function setsOf(partition: Partition): string[] {
  return [...new Set(partition)].map((entity) =>
    partition.flatMap((other, i) => (other === entity ? [i] : [])).join(),
  );
}

/** (index − expected) / (largest − expected), the index being the number of pairs joined in both. */
function chanceCorrected({
  truePositives,
  falsePositives,
  falseNegatives,
  trueNegatives,
}: ReturnType<typeof pairCounts>) {
  const pairs = truePositives + falsePositives + falseNegatives + trueNegatives;
  const [linked, matches] = [truePositives + falsePositives, truePositives + falseNegatives];
  const expected = (linked * matches) / pairs;
  return (truePositives - expected) / ((linked + matches) / 2 - expected);
}

function entropy(labels: readonly string[]): number {
  const counts = new Map<string, number>();
  for (const label of labels) counts.set(label, (counts.get(label) ?? 0) + 1);
  return [...counts.values()].reduce((sum, n) => sum - (n / labels.length) * Math.log(n / labels.length), 0);
}
