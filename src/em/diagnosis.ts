/** What can be wrong with an EM result that looks like any other: warnings as data, worded for the user. */
import { levelOffsets, MISSING, type Patterns } from '../compare/patterns.ts';
import { listedLevels } from './background.ts';
import type { EmOptions, EmResult } from './estimate.ts';
import { LEAST_PROBABILITY } from './parameters.ts';
import type { Estimates } from './several-starts.ts';

export interface Warning {
  code:
    | 'no_pairs'
    | 'nothing_learned'
    | 'many_levels'
    | 'iteration_cap'
    | 'optima_close'
    | 'classes_swapped'
    | 'not_identified'
    | 'field_never_observed'
    | 'm_below_u'
    | 'not_monotone'
    | 'no_matches'
    | 'few_matches'
    | 'mostly_matches'
    | 'm_held';
  message: string;
}

/** Natural-log units of posterior by which a second optimum must be worse not to be worth a warning. */
const CLOSE = 5;

/** Expected matches below which m is little more than its start. */
const FEW_MATCHES = 10;

/** Bits by which a weight may fall from one level to the next higher one without changing much. */
const FALL = 0.5;

/** Standard errors by which it must have fallen for sampling not to be the reason. */
const STANDARD_ERRORS = 3;

interface DiagnosisOptions extends EmOptions {
  /** What each level of each field is called; otherwise they go by their numbers. */
  levelNames?: readonly (readonly string[])[] | undefined;
  kinds?: ReadonlySet<number> | undefined;
}

/**
 * Everything doubtful in the best of several estimates, most serious first. `names` are the fields',
 * length F; `kinds` are the levels, flat, that need not speak more for a match than lower ones.
 */
export function diagnose(
  patterns: Patterns,
  names: readonly string[],
  { best, optima }: Estimates,
  options: DiagnosisOptions = {},
): Warning[] {
  const listed = patterns.counts.reduce((sum, count) => sum + count, 0);
  if (listed === 0) return [{ code: 'no_pairs', message: 'there are no pairs, so nothing was estimated' }];
  const nothing = nothingLearned(patterns, options);
  if (nothing !== undefined) return [nothing];
  const warnings: Warning[] = [];
  const warn = (code: Warning['code'], message: string) => warnings.push({ code, message });

  if (options.maxIterations !== 0) {
    if (!best.converged) {
      const passes = `${best.iterations} iteration${best.iterations === 1 ? '' : 's'}`;
      warn('iteration_cap', `EM had not converged after ${passes}; raise --max-iterations`);
    }
    const close = optima.filter((other) => other !== best && best.logPosterior - other.logPosterior <= CLOSE);
    if (close.length > 0) {
      const gap = Math.max(0, best.logPosterior - close[0]!.logPosterior).toFixed(2);
      const others = close.map(({ matches }) => round(matches)).join(', ');
      warn(
        'optima_close',
        `other solutions are about as likely (log posterior ${gap} lower): ${round(best.matches)} matches are ` +
          `expected here, ${others} there; add fields, or hold u with --init and --fix-u`,
      );
    }
    if (best.swapped) {
      warn('classes_swapped', 'EM had exchanged matches and non-matches; they were exchanged back');
    }
    const lacking = missingFreedom(patterns, options);
    if (lacking > 0) {
      warn(
        'not_identified',
        `${lacking} more parameter${lacking === 1 ? '' : 's'} than the patterns can tell apart: the result depends ` +
          'on the start; add fields, or hold u or the prior (--fix-u, --fix-prior)',
      );
    }
    matchCount(best.matches, listed, warn);
  }
  fields(patterns, names, best, options, warn);
  return warnings;
}

/** The one warning where pairs differ in nothing, so that only what was assumed makes them matches or not. */
function nothingLearned(patterns: Patterns, options: EmOptions): Warning | undefined {
  const compared = listedLevels(patterns).some((count) => count > 0);
  if (compared && !(isEstimatedFromListed(options) && areAlike(patterns))) return undefined;
  let why = 'all pairs agree alike';
  if (patterns.levelCounts.length === 0) why = 'no column is compared';
  else if (!compared) why = 'no pair has two values to compare in any column';
  return {
    code: 'nothing_learned',
    message: `nothing can be learned, as ${why}: the probabilities come from prior assumptions alone`,
  };
}

function areAlike({ counts }: Patterns): boolean {
  return counts.reduce((sum, count) => sum + (count > 0 ? 1 : 0), 0) === 1;
}

/** Whether m and u are estimated, and from the listed pairs only. */
function isEstimatedFromListed({ background, fixM, fixU, maxIterations }: EmOptions): boolean {
  return maxIterations !== 0 && !fixM && !fixU && !background?.some((count) => count > 0);
}

type Warn = (code: Warning['code'], message: string) => void;

function matchCount(matches: number, listed: number, warn: Warn): void {
  if (matches < 1e-6 * Math.min(1, listed)) {
    warn('no_matches', 'the share of matches went to 0: no pair looks like a match');
  } else if (matches < FEW_MATCHES) {
    warn('few_matches', `only ${round(matches)} matches expected: their m rests on next to nothing`);
  } else if (matches > listed / 2) {
    const share = Math.min(99.9, (100 * matches) / listed).toFixed(1);
    warn('mostly_matches', `${share} % of the pairs came out as matches; check that the classes are right`);
  }
}

function fields(
  patterns: Patterns,
  names: readonly string[],
  { parameters: { m, u }, weights }: EmResult,
  options: DiagnosisOptions,
  warn: Warn,
): void {
  const offsets = levelOffsets(patterns.levelCounts);
  const listed = listedLevels(patterns);
  const variance = logRatioVariances(patterns, listed, weights, options);
  names.forEach((name, field) => {
    const from = offsets[field]!;
    const top = offsets[field + 1]! - 1;
    const observed = listed.subarray(from, top + 1).some((count) => count > 0);
    if (!observed) {
      warn('field_never_observed', `"${name}" is missing in every pair and says nothing`);
      return;
    }
    if (listed[top]! > 0 && m[top]! < u[top]!) {
      warn(
        'm_below_u',
        `"${name}" agrees less often among matches (m ${round(m[top]!)}) than among others (u ${round(u[top]!)})`,
      );
    }
    const called = (level: number): string => {
      const known = options.levelNames?.[field]?.[level];
      return known === undefined ? `level ${level}` : `"${known}"`;
    };
    for (let before = from, i = from + 1; i <= top; i++) {
      if (listed[i] === 0 || options.kinds?.has(i)) continue;
      // Two levels that matches never show have no order.
      const both = listed[before]! > 0 && Math.max(m[before]!, m[i]!) > 2 * LEAST_PROBABILITY;
      const fall = Math.log2(m[before]! / u[before]!) - Math.log2(m[i]! / u[i]!);
      const error = Math.sqrt(variance[before]! + variance[i]!) / Math.LN2;
      if (both && fall > Math.max(FALL, STANDARD_ERRORS * error) && top - from > 1) {
        warn(
          'not_monotone',
          `"${name}": ${called(i - from)} speaks less for a match than ${called(before - from)} (${fall.toFixed(1)} bits)`,
        );
      }
      before = i;
    }
  });
}

/**
 * Sampling variance of ln(m/u) at each level, flat: that of the difference between two levels of a field is the
 * sum of the two, 1/M_a + 1/U_a + 1/M_b + 1/U_b, M and U being the expected matches and non-matches at a
 * level, with half a pair added to each, as for the log of an odds ratio (Haldane 1956, Anscombe 1956). What was
 * given rather than estimated does not vary.
 */
function logRatioVariances(
  { size, levelCounts, levels, counts }: Patterns,
  listed: Float64Array,
  weights: Float64Array,
  { background, fixM, fixU, maxIterations }: EmOptions,
): Float64Array {
  const offsets = levelOffsets(levelCounts);
  const givenM = fixM || maxIterations === 0;
  const givenU = fixU || maxIterations === 0;
  const matches = new Float64Array(listed.length);
  for (let i = 0, g = 0; g < size; g++) {
    for (let field = 0; field < levelCounts.length; field++, i++) {
      if (levels[i] !== MISSING) matches[offsets[field]! + levels[i]!]! += counts[g]! * weights[g]!;
    }
  }
  return matches.map((matched, i) => {
    const others = Math.max(0, listed[i]! - matched) + (background?.[i] ?? 0);
    return (givenM ? 0 : 1 / (matched + 0.5)) + (givenU ? 0 : 1 / (others + 0.5));
  });
}

/** Free parameters beyond the number of pattern frequencies, which is the product of the level counts less one. */
function missingFreedom({ levelCounts }: Patterns, options: EmOptions): number {
  const free = levelCounts.reduce((sum, levels) => sum + levels - 1, 0);
  const classes = (options.fixM ? 0 : free) + (options.fixU ? 0 : free);
  const wanted = classes + (options.fixPrior ? 0 : 1);
  const cells = levelCounts.reduce((product, levels) => Math.min(product * levels, 1e9), 1);
  const held = options.background || options.mPrior || options.uPrior || options.priorPrior;
  return held ? 0 : Math.max(0, wanted - (cells - 1));
}

function round(x: number): string {
  return x >= 100 ? Math.round(x).toLocaleString('en-US') : String(Number(x.toPrecision(3)));
}
