/** EM on a list of patterns from beginning to end: starts, estimation, choice of the optimum, diagnosis. */
import { levelOffsets, type Patterns } from '../compare/patterns.ts';
import { ErError } from '../errors.ts';
import { random } from '../math/random.ts';
import { backgroundCounts } from './background.ts';
import { diagnose, type Warning } from './diagnosis.ts';
import type { EmOptions } from './estimate.ts';
import { matchWeights } from './likelihood.ts';
import { type KnownParameters, parameterRows, withKnown } from './parameter-file.ts';
import { levelWeights, type Parameters } from './parameters.ts';
import { type Estimates, estimateFromStarts } from './several-starts.ts';
import { anchoredStart, defaultStart, randomStart } from './start.ts';

export interface Settings {
  /** π to start from, or to hold with `fixPrior`. */
  prior?: number | undefined;
  fixPrior?: boolean | undefined;
  fixU?: boolean | undefined;
  /** Pairs that π refers to; default those of `known`, else the listed ones. */
  totalPairs?: number | undefined;
  maxIterations?: number | undefined;
  tolerance?: number | undefined;
  /** Number of starts: the default or known one, the anchored one, then random ones. */
  starts?: number | undefined;
  seed?: number | undefined;
  /** What a parameter file says, and the name of the file for errors. */
  known?: { parameters: KnownParameters; file: string } | undefined;
}

export interface Analysis {
  /** The parameters as the rows of a parameter file (see `parameterRows`). */
  table: string[][];
  estimates: Estimates;
  /** Pairs that π refers to. */
  totalPairs: number;
  /** Match weight of each pattern, log₂ of P(pattern | match) / P(pattern | non-match), without the prior. */
  patternWeights: Float64Array;
  warnings: Warning[];
}

/** Starts where nothing is known; one is enough where the user gives one. */
const STARTS = 5;

/** A field with more levels than this is probably no field. */
const MANY_LEVELS = 20;

/**
 * Estimates from `settings.starts` starts and diagnoses the best optimum.
 *
 * @param names of the fields, length F.
 * @throws ErError if there are more pairs than `totalPairs`, if that contradicts `known`, or if `known`
 *   lacks a level.
 */
export function analyse(patterns: Patterns, names: readonly string[], settings: Settings = {}): Analysis {
  const listed = patterns.counts.reduce((sum, count) => sum + count, 0);
  const totalPairs = total(listed, settings);
  const background = backgroundOf(patterns, names, settings);
  const options: EmOptions = { totalPairs, background };
  const { fixU, fixPrior, maxIterations, tolerance } = settings;
  if (fixU) options.fixU = true;
  if (fixPrior) options.fixPrior = true;
  if (maxIterations !== undefined) options.maxIterations = maxIterations;
  if (tolerance !== undefined) options.tolerance = tolerance;

  const estimates = estimateFromStarts(patterns, chooseStarts(patterns, names, settings, options), options);
  const warnings = diagnose(patterns, names, estimates, options);
  names.forEach((name, field) => {
    const levels = patterns.levelCounts[field]!;
    if (levels > MANY_LEVELS) {
      const message = `column "${name}" has ${levels} levels; if it is not a comparison, name it in --ids`;
      warnings.unshift({ code: 'many_levels', message });
    }
  });
  const patternWeights = matchWeights(patterns, estimates.best.parameters);
  // Only where the file said so does u stand for all pairs, which is what total_pairs in a file means.
  const inFile = settings.known?.parameters;
  const totals = inFile?.totalPairs ? { totalPairs, compared: comparedOf(names, inFile) } : {};
  const table = parameterRows(names, patterns.levelCounts, estimates.best.parameters, totals);
  return { estimates, totalPairs, table, patternWeights, warnings };
}

function total(listed: number, { totalPairs, known }: Settings): number {
  const inFile = known?.parameters.totalPairs;
  if (totalPairs !== undefined && inFile !== undefined && totalPairs !== inFile) {
    throw new ErError(`total_pairs is ${inFile} but --total-pairs ${totalPairs}; leave one of the two out`, {
      file: known?.file,
    });
  }
  const wanted = totalPairs ?? inFile;
  if (wanted === undefined) return listed;
  // Fractional counts may not add up to the last digit.
  if (wanted < listed * (1 - 1e-9)) {
    const message = `${totalPairs === undefined ? 'total_pairs' : '--total-pairs'} is ${wanted} but ${listed} pairs are listed; give the number of all pairs, listed or not`;
    throw new ErError(message, { file: totalPairs === undefined ? known?.file : undefined });
  }
  return Math.max(wanted, listed);
}

/**
 * Level counts of the pairs that are not listed; none where u over all pairs is not known. A file that also
 * holds m and the prior comes from EM: its u is that of the non-matches, and all pairs show πm + (1 − π)u.
 */
function backgroundOf(
  patterns: Patterns,
  names: readonly string[],
  { known }: Settings,
): Float64Array | undefined {
  const totalPairs = known?.parameters.totalPairs;
  if (known === undefined || totalPairs === undefined) return undefined;
  const { fields, prior = 0 } = known.parameters;
  const zeros = new Float64Array(levelOffsets(patterns.levelCounts).at(-1)!);
  const { m, u } = withKnown(
    { prior, m: zeros, u: zeros },
    known.parameters,
    names,
    patterns.levelCounts,
    known.file,
  );
  const offsets = levelOffsets(patterns.levelCounts);
  names.forEach((name, field) => {
    // Where the file is silent u stays 0, which makes the background 0 too.
    if (fields.get(name)?.m === undefined || fields.get(name)?.u === undefined) return;
    for (let i = offsets[field]!; i < offsets[field + 1]!; i++) u[i] = prior * m[i]! + (1 - prior) * u[i]!;
  });
  return backgroundCounts(patterns, u, totalPairs, comparedOf(names, known.parameters));
}

function comparedOf(names: readonly string[], { fields }: KnownParameters): (number | undefined)[] {
  return names.map((name) => fields.get(name)?.compared);
}

function chooseStarts(
  patterns: Patterns,
  names: readonly string[],
  settings: Settings,
  { totalPairs, background }: EmOptions,
): Parameters[] {
  const { known, prior, fixPrior, seed = 1, maxIterations } = settings;
  let first = defaultStart(patterns, { totalPairs, background });
  if (known) first = withKnown(first, known.parameters, names, patterns.levelCounts, known.file);
  if (prior !== undefined) first.prior = prior;
  const wanted = maxIterations === 0 ? 1 : (settings.starts ?? (known ? 1 : STARTS));
  const starts = [first];
  const knowsU =
    settings.fixU || [...(known?.parameters.fields.values() ?? [])].some(({ u }) => u !== undefined);
  const options = { totalPairs, background, u: knowsU ? first.u : undefined };
  if (wanted > 1) {
    const anchored = anchoredStart(patterns, options);
    if (anchored) starts.push(anchored);
  }
  const generator = random(seed);
  while (starts.length < wanted) starts.push(randomStart(patterns, generator, options));
  if (fixPrior) for (const start of starts) start.prior = first.prior;
  return starts;
}

/** An analysis as plain data for a JSON document. */
export function describe(
  patterns: Patterns,
  names: readonly string[],
  { estimates, totalPairs, warnings }: Analysis,
) {
  const { best, optima } = estimates;
  const offsets = levelOffsets(patterns.levelCounts);
  const weights = levelWeights(best.parameters);
  return {
    pairs: patterns.counts.reduce((sum, count) => sum + count, 0),
    total_pairs: totalPairs,
    patterns: patterns.size,
    parameters: {
      prior: best.parameters.prior,
      fields: names.map((name, field) => ({
        name,
        levels: Array.from({ length: patterns.levelCounts[field]! }, (_, level) => {
          const i = offsets[field]! + level;
          return { level, m: best.parameters.m[i]!, u: best.parameters.u[i]!, weight: weights[i]! };
        }),
      })),
    },
    expected_matches: best.matches,
    iterations: best.iterations,
    converged: best.converged,
    log_likelihood: best.logLikelihood,
    trace: best.trace,
    optima: optima.map(({ logPosterior, matches, parameters, starts, swapped }) => {
      return {
        log_posterior: logPosterior,
        expected_matches: matches,
        prior: parameters.prior,
        starts,
        swapped,
      };
    }),
    warnings,
  };
}
