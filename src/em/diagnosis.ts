/** What can be wrong with an EM result that looks like any other: warnings as data, worded for the user. */
import { levelOffsets, type Patterns } from '../compare/patterns.ts';
import { listedLevels } from './background.ts';
import type { EmOptions } from './estimate.ts';
import { LEAST_PROBABILITY } from './parameters.ts';
import type { Estimates } from './several-starts.ts';

export interface Warning {
  code:
    | 'no_pairs'
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

/** Bits by which a weight may fall from one level to the next higher one. */
const FALL = 0.1;

/**
 * Everything doubtful in the best of several estimates, most serious first. `names` are the fields',
 * length F.
 */
export function diagnose(
  patterns: Patterns,
  names: readonly string[],
  { best, optima }: Estimates,
  options: EmOptions = {},
): Warning[] {
  const listed = patterns.counts.reduce((sum, count) => sum + count, 0);
  if (listed === 0) return [{ code: 'no_pairs', message: 'there are no pairs, so nothing was estimated' }];
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
  fields(patterns, names, best.parameters, warn);
  return warnings;
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
  { m, u }: { m: Float64Array; u: Float64Array },
  warn: Warn,
): void {
  const offsets = levelOffsets(patterns.levelCounts);
  const listed = listedLevels(patterns);
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
    for (let before = from, i = from + 1; i <= top; i++) {
      if (listed[i] === 0) continue;
      // Two levels that matches never show have no order.
      const both = listed[before]! > 0 && Math.max(m[before]!, m[i]!) > 2 * LEAST_PROBABILITY;
      const fall = Math.log2(m[before]! / u[before]!) - Math.log2(m[i]! / u[i]!);
      if (both && fall > FALL && top - from > 1) {
        warn(
          'not_monotone',
          `"${name}": level ${i - from} speaks less for a match than level ${before - from} (${fall.toFixed(1)} bits)`,
        );
      }
      before = i;
    }
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
