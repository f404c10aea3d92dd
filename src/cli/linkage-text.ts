/** What linking found out, for people and for the summary: parameters, warnings, plan, dependence. */
import { levelOffsets } from '../compare/patterns.ts';
import { DOUBTFUL } from '../em/coherence.ts';
import { DEPENDENT } from '../em/dependence.ts';
import { levelWeights } from '../em/parameters.ts';
import { priorBits } from '../pipeline/explanation.ts';
import type { Linkage } from '../pipeline/link.ts';
import { weightHistogram } from '../pipeline/weight-histogram.ts';
import type { Table } from '../records/table.ts';
import { describePlan } from './plan-text.ts';
import { alignedTable, short } from './terminal.ts';

/** m, u and weight of each level. */
export function parameterText(table: Table, { comparison, parameters }: Linkage): string {
  const offsets = levelOffsets(comparison.levelCounts);
  const weights = levelWeights(parameters);
  const rows = [['column', 'level', 'm', 'u', 'weight']];
  comparison.fields.forEach((field, f) => {
    field.names.forEach((name, level) => {
      const i = offsets[f]! + level;
      const values = [short(parameters.m[i]!, 3), short(parameters.u[i]!, 3), weights[i]!.toFixed(1)];
      rows.push([level === 0 ? table.columns[f]!.name : '', name, ...values]);
    });
  });
  return alignedTable(rows, 2);
}

/** Everything doubtful, a sentence each. */
export function warnings(table: Table, { warnings: found, estimation, isFromBetween }: Linkage): string[] {
  const dependent = estimation.dependence
    .filter(({ bothEqual }) => bothEqual > DEPENDENT)
    .map(
      ({ fields: [f, g], bothEqual }) =>
        `"${table.columns[f]!.name}" and "${table.columns[g]!.name}" agree together ${short(bothEqual, 2)} times as often as chance; counted as dependent`,
    );
  const doubtful =
    estimation.coherence < DOUBTFUL && estimation.estimates.best.matches >= 1
      ? [
          `the matches found agree on only ${Math.round(100 * estimation.coherence)} % of what tells records apart: they may share a place or a household rather than be the same; choose columns with --fields or --ignore, or correct a type with --type`,
        ]
      : [];
  const between = isFromBetween
    ? [
        'all pairs together left it in doubt what matches look like, so it was learned from the pairs between the files',
      ]
    : [];
  return [...between, ...doubtful, ...found.map(({ message }) => message), ...dependent];
}

/** Blocking, parameters and the course of EM, as the summary holds them. */
export function describeLinkage(table: Table, linkage: Linkage) {
  const { comparison, parameters, evidence, estimation, plan, missed } = linkage;
  const { best, optima } = estimation.estimates;
  const offsets = levelOffsets(comparison.levelCounts);
  const weights = levelWeights(parameters);
  return {
    blocking: {
      ...describePlan(plan, evidence.byRule),
      ...{ pairs: evidence.compared, estimated_missed: missed },
    },
    parameters: {
      ...{ prior: parameters.prior, prior_weight: priorBits(linkage) },
      fields: comparison.fields.map(({ names }, f) => ({
        name: table.columns[f]!.name,
        levels: names.map((name, level) => {
          const i = offsets[f]! + level;
          return { level, name, m: parameters.m[i]!, u: parameters.u[i]!, weight: weights[i]! };
        }),
      })),
    },
    match_weights: describeWeights(linkage),
    dependence: estimation.dependence.map(({ fields: [f, g], information, bothEqual }) => ({
      columns: [table.columns[f]!.name, table.columns[g]!.name],
      ...{ ratio_at_equality: bothEqual, mutual_information: information },
    })),
    related: estimation.related === undefined ? null : { pairs: estimation.related.pairs },
    coherence: estimation.coherence,
    ...{ patterns: evidence.patterns.size, expected_matches: best.matches },
    ...{ iterations: best.iterations, converged: best.converged },
    ...{ log_posterior: best.logPosterior, trace: best.trace },
    optima: optima.map(({ logPosterior, matches, parameters: { prior } }) => ({
      ...{ log_posterior: logPosterior, expected_matches: matches, prior },
    })),
    warnings: warnings(table, linkage),
  };
}

/** The match weights of the candidates, as the summary holds them. */
function describeWeights(linkage: Linkage) {
  const { from, width, pairs, matches, threshold } = weightHistogram(linkage);
  return { from, width, pairs: [...pairs], matches: Array.from(matches, (n) => Number(short(n))), threshold };
}
