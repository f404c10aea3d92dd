/**
 * Pairwise scores. With CL correct links, FN links missed, FP false links and CNL correct non-links among all pairs,
 * the false negative rate is FN/(CL + FN), the false discovery rate FP/(CL + FP) (both as Steorts 2015, Entity
 * resolution with empirically motivated priors, defines them) and the false positive rate FP/(FP + CNL).
 */
export interface Scores {
  precision: number;
  recall: number;
  f1: number;
  falseNegative: number;
  falseDiscovery: number;
  falsePositive: number;
}

/** @param found, truth names of the entities of each record, in the same order */
export function pairScores(found: readonly string[], truth: readonly string[]): Scores {
  const linked = pairs(found);
  const matches = pairs(truth);
  const correct = pairs(found.map((name, i) => `${name}\t${truth[i]}`));
  const precision = linked === 0 ? 1 : correct / linked;
  const recall = matches === 0 ? 1 : correct / matches;
  return {
    ...{ precision, recall },
    f1: linked + matches === 0 ? 1 : (2 * correct) / (linked + matches),
    ...{ falseNegative: 1 - recall, falseDiscovery: 1 - precision },
    falsePositive: (linked - correct) / ((truth.length * (truth.length - 1)) / 2 - matches),
  };
}

function pairs(names: readonly string[]): number {
  const sizes = new Map<string, number>();
  for (const name of names) sizes.set(name, (sizes.get(name) ?? 0) + 1);
  let sum = 0;
  for (const size of sizes.values()) sum += (size * (size - 1)) / 2;
  return sum;
}
