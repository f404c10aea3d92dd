/** How the match weights of the candidates are distributed: whether matches stand apart from the rest. */

import { histogram } from '../histogram.ts';
import { html, own } from '../html.ts';
import { bits, count, fixed } from '../numbers.ts';
import { tableBehind } from '../plot.ts';
import { type Section, section } from '../section.ts';
import type { Summary } from '../summary.ts';

export function matchWeightSection({ match_weights }: Summary): Section | undefined {
  if (match_weights === undefined) return undefined;
  const { from, width, pairs, matches, threshold } = match_weights;
  const [first, end] = [pairs.findIndex((n) => n > 0), pairs.findLastIndex((n) => n > 0) + 1];
  if (first < 0) return undefined;
  const bins = pairs.slice(first, end).map((height, i) => {
    const left = from + (first + i) * width;
    return { from: left, to: left + width, height, front: matches?.[first + i] };
  });
  const decimals = Number.isInteger(from) && Number.isInteger(width) ? 0 : 2;
  const rows = bins
    .filter(({ height }) => height > 0)
    .map(({ from, to, height, front }) => [
      own(`${fixed(from, decimals)} to ${fixed(to, decimals)}`),
      count(height),
      ...(front === undefined ? [] : [fixed(front, 1)]),
    ]);
  return section(
    'weights',
    'Match weights',
    [
      'Candidate pairs by their match weight, counted on a logarithmic scale. Two hills with a valley between are a clear case; what lies near the line is in doubt.',
      threshold === undefined
        ? undefined
        : [' At the dashed line, ', bits(threshold), ' bits, a match is as likely as not.'],
    ],
    html`${histogram({
      title: 'Candidate pairs by match weight',
      description: 'Upright bars; the part in front is the expected number of matches.',
      ...{ across: 'match weight, bits', up: 'pairs', bars: bins, isLogarithmic: true, line: threshold },
      legend: [
        { kind: 'rest', text: 'pairs compared' },
        ...(matches === undefined ? [] : [{ kind: 'match', text: 'matches expected among them' }]),
      ],
    })}${tableBehind(['weight', 'pairs', ...(matches === undefined ? [] : ['matches expected'])], rows)}`,
  );
}
