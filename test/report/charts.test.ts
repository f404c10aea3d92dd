/** Charts as text, with places worked out by hand. */
import { describe, expect, it } from 'vitest';
import { bar, span } from '../../src/report/bars.ts';
import { histogram } from '../../src/report/histogram.ts';
import { lineChart } from '../../src/report/line-chart.ts';
import { places, waterfall } from '../../src/report/waterfall.ts';
import { attribute, elements, markupErrors, textOf } from './page-text.ts';

const WORDS = { title: 'T & T', description: 'D', across: 'x', up: 'y' };

/** The attributes of every element of a kind in a piece of a page. */
function drawn(piece: unknown, tag: string, ...names: string[]): string[] {
  return elements(`<!DOCTYPE html><title>t</title>${piece}`)
    .filter(({ tagName }) => tagName === tag)
    .map((element) => names.map((name) => attribute(element, name)).join(' '));
}

describe('a bar', () => {
  it('is as long as its share', () => {
    expect(drawn(bar(0.25, 'match'), 'rect', 'class', 'width')).toEqual(['track 100%', 'match 25%']);
    expect(drawn(bar(7, 'match'), 'rect', 'width')[1]).toBe('100%');
  });

  it('goes to either side', () => {
    expect(drawn(span(0.5, 0.75), 'rect', 'class', 'x', 'width')).toEqual(['for 50% 25%']);
    expect(drawn(span(0.5, 0.2), 'rect', 'class', 'x', 'width')).toEqual(['against 20% 30%']);
  });
});

describe('lines', () => {
  it('go through the points', () => {
    // From 0 to 10 with 6 % room: a domain of −0.6 to 10.6, so that 0 stands 16.07 of 300 above the bottom.
    const chart = lineChart({ ...WORDS, lines: [[0, 10, 5]] });
    expect(drawn(chart, 'path', 'class', 'd')).toContain('line line-0 M0 283.9L500 16.1L1000 150');
    expect(drawn(chart, 'path', 'class', 'd')).toContain('dots line-0 M0 283.9h0M500 16.1h0M1000 150h0');
  });

  it('have marks and a name', () => {
    const page = `<!DOCTYPE html><title>t</title>${lineChart({ ...WORDS, lines: [[0, 10]] })}`;
    const found = elements(page);
    expect(found.filter((it) => attribute(it, 'class')?.startsWith('tick')).map(textOf)).toEqual([
      '0',
      '2',
      '4',
      '6',
      '8',
      '10',
      '0',
      '1',
    ]);
    expect(found.filter(({ tagName }) => ['desc', 'figcaption'].includes(tagName)).map(textOf)).toEqual([
      'T & T',
      'D',
    ]);
    expect(markupErrors(page)).toEqual([]);
  });

  it('of one number, of equal ones and of none', () => {
    expect(drawn(lineChart({ ...WORDS, lines: [[7]] }), 'path', 'class', 'd')).toContain(
      'line line-0 M500 150',
    );
    expect(drawn(lineChart({ ...WORDS, lines: [[7, 7]] }), 'path', 'd')).toContain('M0 150L1000 150');
    expect(lineChart({ ...WORDS, lines: [[]] })).toBeUndefined();
  });

  it('of very many are thinned to some and the last', () => {
    const many = Array.from({ length: 100_001 }, (_, i) => i);
    const [path = ''] = drawn(lineChart({ ...WORDS, lines: [many] }), 'path', 'd').filter((d) =>
      d.includes('L'),
    );
    expect(path.split('L').length).toBeLessThan(510);
    expect(path).toMatch(/L1000 16\.1$/);
  });
});

describe('a histogram', () => {
  it('has bars over their numbers, with the part in front', () => {
    // Heights up to 50, and an axis of 53: 50 of them are 283 of 300 high. A bar takes 88 % of its width of 500.
    const bars = [
      { from: 0, to: 1, height: 50, front: 25 },
      { from: 1, to: 2, height: 0 },
    ];
    const chart = histogram({ ...WORDS, bars, line: 1.5 });
    expect(drawn(chart, 'rect', 'class', 'x', 'width', 'y', 'height')).toEqual([
      'rest 30 440 17 283',
      'match 30 440 158.5 141.5',
    ]);
    expect(drawn(chart, 'path', 'class', 'd')).toContain('threshold M750 0V300');
  });

  it('counts by logarithms', () => {
    const bars = [9, 99].map((height, i) => ({ from: i, to: i + 1, height }));
    const heights = drawn(histogram({ ...WORDS, bars, isLogarithmic: true }), 'rect', 'height').map(Number);
    // log 10 and log 100 of log 105.94
    expect(heights[0]).toBeCloseTo((300 * Math.log(10)) / Math.log(1 + 99 * 1.06), 1);
    expect(heights[1]! / heights[0]!).toBeCloseTo(2, 2);
  });

  it('shows even one beside very many', () => {
    const bars = [1, 1e9].map((height, i) => ({ from: i, to: i + 1, height }));
    expect(drawn(histogram({ ...WORDS, bars }), 'rect', 'height')[0]).toBe('1');
    expect(histogram({ ...WORDS, bars: [] })).toBeUndefined();
  });
});

describe('a waterfall', () => {
  it('begins at the prior, and every step where the last one ended', () => {
    expect(places(-10, [20, -5])).toEqual({
      ...{ zero: 0.5, prior: 0, end: 0.75 },
      steps: [
        [0, 1],
        [1, 0.75],
      ],
    });
  });

  it('is a table with a bar in each row', () => {
    const chart = waterfall({
      ...{ heads: ['level'], prior: -10, isPriorKnown: true, weight: 15, conclusion: 'sum' },
      steps: [
        { name: 'a', cells: ['equal'], weight: 20 },
        { name: 'b', cells: 'missing', weight: 0 },
        { name: 'c', cells: ['different'], weight: -5 },
      ],
    });
    expect(drawn(chart, 'rect', 'class', 'x', 'width')).toEqual([
      ...['against 0% 50%', 'for 0% 100%', 'against 75% 25%', 'for 50% 25%'],
    ]);
    const cells = elements(`<!DOCTYPE html>${chart}`)
      .filter(({ tagName }) => tagName === 'td')
      .map(textOf);
    expect(cells.filter(Boolean)).toEqual([
      '−10.00',
      'equal',
      '+20.00',
      'missing',
      '0.00',
      'different',
      '−5.00',
      '+15.00',
    ]);
  });
});
