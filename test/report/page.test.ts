import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pageOf, reportPage } from '../../src/report/page.ts';
import { readSummary } from '../../src/report/summary.ts';
import { attribute, elements, inventedNumbers, markupErrors, pieces, textOf } from './page-text.ts';
import { RUN } from './run.ts';

const PAGE = reportPage(RUN);
const ids = (page: string) =>
  elements(page).flatMap((it) => (it.tagName === 'section' ? [attribute(it, 'id')] : []));

describe('a page', () => {
  it('is well-formed', () => {
    expect(markupErrors(PAGE)).toEqual([]);
  });

  it('has every section, each under its link', () => {
    const sections = [
      'overview',
      'number',
      'weights',
      'parameters',
      'blocking',
      'columns',
      'convergence',
      'cost',
      'entities',
    ];
    expect(ids(PAGE)).toEqual(sections);
    const links = elements(PAGE).flatMap((it) =>
      it.tagName === 'a' ? [attribute(it, 'href')!.slice(1)] : [],
    );
    const targets = new Set(elements(PAGE).map((it) => attribute(it, 'id')));
    expect(links.filter((link) => !targets.has(link))).toEqual([]);
    expect(links).toEqual(expect.arrayContaining(sections));
  });

  it('says nothing in numbers that the summary does not hold', () => {
    expect(inventedNumbers(PAGE, RUN)).toEqual([]);
  });

  it('is told from its numbers by this test', () => {
    expect(
      inventedNumbers(PAGE.replace('</main>', '<p>12,345 and 0.4247 or 77 %</p></main>'), RUN),
    ).toHaveLength(2);
  });

  it('is the same for the same summary', () => {
    expect(reportPage(structuredClone(RUN))).toBe(PAGE);
  });

  it('shows every warning on its first screen, as text', () => {
    const overview = elements(PAGE).find((it) => attribute(it, 'id') === 'overview')!;
    expect(textOf(overview)).toContain('few matches: 1 expected');
    expect(textOf(overview)).toContain('"born" speaks less than "name" (3.4 bits)');
    expect(textOf(overview)).toMatch(/2 entities\s*95 % interval 2 to 3/);
  });

  it('forbids the network, and all scripts but its own', () => {
    const policy = elements(PAGE).find((it) => attribute(it, 'http-equiv') === 'Content-Security-Policy')!;
    expect(attribute(policy, 'content')).toMatch(/^default-src 'none'; .*script-src 'sha256-[\w+/=]+';/);
    expect(PAGE).not.toMatch(/https?:|src=|@import|url\(/);
    expect(elements(PAGE).filter(({ tagName }) => tagName === 'script')).toHaveLength(1);
  });

  it('names every chart, and has a table or a text for it', () => {
    const charts = elements(PAGE).filter((it) => it.tagName === 'svg' && attribute(it, 'role') === 'img');
    expect(charts.length).toBeGreaterThan(5);
    for (const chart of charts) expect(textOf(chart).trim()).not.toBe('');
    const silent = elements(PAGE).filter((it) => it.tagName === 'svg' && attribute(it, 'role') === undefined);
    for (const bar of silent) expect(attribute(bar, 'aria-hidden')).toBe('true');
  });

  it('takes a title', () => {
    expect(textOf(elements(reportPage(RUN, 'Q & A <3')).find((it) => it.tagName === 'title')!)).toBe(
      'Q & A <3',
    );
    expect(textOf(elements(PAGE).find((it) => it.tagName === 'title')!)).toBe('er resolve: a.csv, b.csv');
  });
});

describe('an entity on a page', () => {
  const details = elements(PAGE).filter(
    (it) => it.tagName === 'details' && attribute(it, 'id')?.startsWith('entity-'),
  );

  it('comes in order of doubt', () => {
    expect(details.map((it) => attribute(it, 'data-id'))).toEqual(['e2', 'e1']);
  });

  it('has its records, what they lack, other places and the weight of its links', () => {
    const text = textOf(details[0]!).replace(/\s+/g, ' ');
    for (const part of [
      '23 % doubt',
      'missing',
      'alone 3 %',
      '+13.44',
      '−0.80',
      '+12.74',
      '+1.20',
      '99.9 %',
      '<script>',
    ])
      expect(text).toContain(part);
  });

  it('marks what is left out and what is there besides', () => {
    expect(PAGE).toContain('<bdi class="v">An<mark class="gap"></mark>a</bdi>');
    expect(PAGE).toContain('<div><bdi>An<mark>n</mark>a</bdi></div>');
  });
});

describe('whatever the cells hold', () => {
  const nasty = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 40 }),
    fc.constantFrom(
      '<script>alert(1)</script>',
      '"><img src=x onerror=alert(1)>',
      '&lt;',
      '--></style></title>',
      '\u0000\u2069\u202e',
      'א'.repeat(300),
    ),
  );
  const withTexts = (t: readonly string[]) => {
    const run = structuredClone(RUN);
    const next = (i: number) => t[i % t.length]!;
    run.inputs[0]!.source = next(0);
    run.inputs[0]!.path = next(1);
    run.columns[1]!.column = next(2);
    run.columns[1]!.top_value = next(3);
    run.warnings[0] = next(4);
    run.blocking.rules[0]!.rule = next(5);
    run.parameters.fields[0]!.name = next(6);
    run.parameters.fields[0]!.levels[1]!.name = next(7);
    run.entity_sample.columns[0] = next(6);
    run.entity_sample.rule = next(8);
    run.doubtful[0]!.id = next(9);
    run.stages[0]!.stage = next(10);
    run.options.output = next(11);
    for (const [e, entity] of run.entity_sample.entities.entries()) {
      entity.entity_id = `${e}${next(12 + e)}`;
      for (const [m, member] of entity.members.entries()) {
        member.id = next(e + m);
        member.cells = member.cells.map((_, c) => next(e + m + c));
      }
    }
    return run;
  };

  it('a page is well-formed, has the same elements, and runs nothing', () => {
    const tags = (page: string) => elements(page).map(({ tagName }) => tagName);
    const foreign = (page: string) =>
      tags(page).filter((tag) => ['img', 'iframe', 'link', 'object'].includes(tag));
    fc.assert(
      fc.property(fc.array(nasty, { minLength: 14, maxLength: 14 }), (texts) => {
        const page = reportPage(withTexts(texts));
        expect(markupErrors(page)).toEqual([]);
        expect(foreign(page)).toEqual([]);
        expect(tags(page).filter((tag) => tag === 'script')).toHaveLength(1);
        expect(elements(page).flatMap((it) => it.attrs.filter(({ name }) => name.startsWith('on')))).toEqual(
          [],
        );
        expect(ids(page)).toEqual(ids(PAGE));
      }),
      { numRuns: 40 },
    );
  });

  it('text is shown as it is, where it can be seen', () => {
    const page = reportPage(withTexts(['<i>&amp;</i>']));
    expect(pieces(page)).toContain('<i>&amp;</i>');
  });
});

describe('a summary with less in it', () => {
  it('makes a page of what is there', () => {
    const { entity_sample, match_weights, posterior, chains, objective_trace, ...older } = RUN;
    expect(ids(reportPage(older))).toEqual([
      'overview',
      'number',
      'parameters',
      'blocking',
      'columns',
      'convergence',
      'cost',
    ]);
    expect(ids(reportPage({ command: 'profile', records: 3, columns: RUN.columns }))).toEqual([
      'overview',
      'columns',
    ]);
    const { prior_weight, ...parameters } = RUN.parameters;
    expect(inventedNumbers(reportPage({ ...RUN, parameters }), { ...RUN, parameters })).toEqual([]);
  });

  it.each(['resolve', 'link', 'em', 'pairs', 'profile'])('nothing but er %s makes a page', (command) => {
    const page = reportPage({ command });
    expect(markupErrors(page)).toEqual([]);
    expect(ids(page)).toEqual(['overview']);
  });
});

describe('a large run', () => {
  const many = <T>(n: number, of: (i: number) => T) => Array.from({ length: n }, (_, i) => of(i));
  const cell = 'W'.repeat(200);
  const [, entity] = RUN.entity_sample.entities;
  const columns = many(20, (c) => `column ${c}`);
  const big = {
    ...RUN,
    columns: many(3000, () => ({ ...RUN.columns[1]!, top_value: cell.repeat(9) })),
    warnings: many(500, () => cell),
    trace: many(20_000, (i) => -1 / (1 + i)),
    sizes: many(5000, (i) => ({ size: i + 1, entities: 5000 - i })),
    inputs: many(2000, () => RUN.inputs[0]!),
    blocking: { ...RUN.blocking, rules: many(2000, () => ({ ...RUN.blocking.rules[0]!, rule: cell })) },
    entity_sample: {
      ...{ of: 900, columns, rule: 'all' },
      entities: many(600, (e) => ({
        ...{ ...entity!, entity_id: `e${e}`, doubt: e / 1000 },
        members: many(12, (m) => ({
          ...entity!.members[0]!,
          id: `${m}`,
          cells: columns.map(() => `${cell}${m}`),
        })),
      })),
    },
  };

  it('makes a page of less than 3 MB with the entities most in doubt, and says so', () => {
    const page = pageOf(readSummary(big));
    expect(Buffer.byteLength(page.html)).toBeLessThan(3_000_000);
    expect(page.sampled).toBe(600);
    expect(page.shown).toBeGreaterThan(10);
    expect(page.shown).toBeLessThan(600);
    expect(page.html).toContain(
      `Of these <span class="tick">${page.shown}</span> are shown, the same share of each kind`,
    );
    expect(page.html).toContain('data-id="e599"');
    expect(page.html).not.toContain('data-id="e0"');
    expect(inventedNumbers(page.html, big)).toEqual([]);
  });

  const columnsOf = (text: string) => RUN.entity_sample.columns.map(() => text);

  it('leaves out the same share of those chosen for each reason', () => {
    const why = ['doubt', 'size', 'chance'];
    const mixed = {
      ...big,
      entity_sample: {
        ...big.entity_sample,
        entities: big.entity_sample.entities.map((it, e) => ({ ...it, why: [why[e % 3]!] })),
      },
    };
    const page = pageOf(readSummary(mixed));
    const shares = why.map((_, r) => {
      const own = many(200, (i) => 3 * i + r);
      return own.filter((e) => page.html.includes(`data-id="e${e}"`)).length;
    });
    expect(Math.max(...shares) - Math.min(...shares)).toBeLessThanOrEqual(1);
    expect(shares.reduce((a, b) => a + b)).toBe(page.shown);
  });

  it('leads nowhere where an entity is left out', () => {
    const linked = {
      ...big,
      entity_sample: {
        ...big.entity_sample,
        entities: big.entity_sample.entities.map((it) => ({
          ...it,
          members: it.members.map((member, m) => ({
            ...member,
            alternatives: [{ entity_id: `e${599 - m * 20}`, probability: 0.1 }],
          })),
        })),
      },
    };
    const { html } = pageOf(readSummary(linked));
    const targets = new Set([...html.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id));
    const links = [...html.matchAll(/href="#(entity-[^"]*)"/g)].map(([, id]) => id);
    expect(links.length).toBeGreaterThan(5);
    expect(links.filter((id) => !targets.has(id))).toEqual([]);
  });

  it('shows records of other entities apart, with the links that lead to them', () => {
    const [, first] = RUN.entity_sample.entities;
    const outside = { ...first!.members[0]!, id: 'outside', entity_id: 'eother', cells: columnsOf('zzz') };
    const pair = { ...first!.pairs![0]!, left: 0, right: first!.members.length, apart: true };
    const page = pageOf(
      readSummary({
        ...RUN,
        entity_sample: {
          ...RUN.entity_sample,
          entities: [{ ...first!, members: [...first!.members, outside], pairs: [...first!.pairs!, pair] }],
        },
      }),
    );
    const text = page.html.slice(page.html.indexOf('id="browser"'));
    expect(text).toContain('<small>of <code><bdi>eother</bdi></code></small>');
    expect(text.indexOf('What holds it together')).toBeLessThan(text.indexOf('Links to other entities'));
    // The values of the other record are none that the entity could agree on.
    expect(text.slice(0, text.indexOf('</summary>'))).not.toContain('zzz');
    expect(text).toContain('<mark>zzz</mark>');
  });

  it('says what the model expects of its entities', () => {
    const html = reportPage({ ...RUN, expected: { precision: 0.987, recall: null } });
    expect(html).toContain('The model expects 98.7 % of the joined pairs to be right.');
  });

  it('makes a page of less than 3 MB even of texts that take six times their length', () => {
    const text = '"'.repeat(400);
    const spoil = (item: unknown): unknown => {
      if (typeof item === 'string') return text;
      if (Array.isArray(item)) return item.map(spoil);
      if (typeof item !== 'object' || item === null) return item;
      return Object.fromEntries(Object.entries(item).map(([key, child]) => [key, spoil(child)]));
    };
    const options = Object.fromEntries(many(1000, (i) => [`${i}${text}`, text]));
    const stages = many(1000, () => RUN.stages[0]!);
    const page = reportPage({ ...(spoil({ ...big, stages }) as object), command: 'resolve', options });
    expect(Buffer.byteLength(page)).toBeLessThan(3_000_000);
    expect(Buffer.byteLength(page)).toBeGreaterThan(1_000_000);
  });
});
