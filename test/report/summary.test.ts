import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ErError } from '../../src/errors.ts';
import { pageOf } from '../../src/report/page.ts';
import { parseSummary, readSummary } from '../../src/report/summary.ts';
import { markupErrors } from './page-text.ts';
import { RUN } from './run.ts';

function failure(document: string): string {
  try {
    parseSummary(document, 'run.json');
  } catch (error) {
    expect(error).toBeInstanceOf(ErError);
    return (error as ErError).located;
  }
  throw new Error('nothing was wrong');
}

describe('a document that is no summary', () => {
  it.each([
    ['', 'run.json: is empty'],
    ['{"command":\n"em",\n}', 'run.json:3: is no JSON'],
    ['[]', 'run.json: is no summary of a run; give'],
    ['3', 'run.json: is no summary of a run; give'],
    ['{"command": 3}', 'run.json: is no summary of a run; give'],
    ['{"command": "make"}', 'run.json: is no summary of a run, its command is "make"; give'],
  ])('%j is refused with a remedy', (document, expected) => {
    expect(failure(document)).toContain(expected);
    expect(failure(document)).toMatch(/wrote with --summary$/);
  });
});

describe('a summary', () => {
  it('may begin with a byte-order mark, and have nothing but its command', () => {
    expect(parseSummary('\ufeff{"command":"em"}', 'x').command).toBe('em');
  });

  it('is read without what is not as it should be', () => {
    const found = readSummary({
      ...RUN,
      records: 'many',
      sizes: [{ size: 1 }],
      interval: { low: -1, high: 2 },
      K: null,
    });
    expect([found.records, found.sizes, found.interval, found.K]).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
    expect(found.entities).toBe(2);
  });

  it('is read without entities that do not hold together', () => {
    const [entity] = RUN.entity_sample.entities.slice(1);
    const broken = (change: object) =>
      readSummary({ ...RUN, entity_sample: { ...RUN.entity_sample, entities: [{ ...entity, ...change }] } })
        .entity_sample;
    expect(broken({})).toBeDefined();
    expect(broken({ pairs: [{ ...entity!.pairs[0], right: 2 }] })).toBeUndefined();
    expect(broken({ members: [{ ...entity!.members[0], cells: ['a'] }] })).toBeUndefined();
    expect(broken({ doubt: 2 })).toBeUndefined();
  });

  /** The run with one of its parts, however deep, replaced by something else. */
  const spoiled = fc
    .tuple(
      fc.array(fc.nat(30), { minLength: 1, maxLength: 6 }),
      fc.oneof(fc.jsonValue(), fc.constant(undefined)),
    )
    .map(([path, wrong]) => {
      const copy = structuredClone(RUN) as unknown as Record<string, unknown>;
      let at: Record<string, unknown> = copy;
      for (const [depth, step] of path.entries()) {
        const keys = Object.keys(at).filter((key) => depth > 0 || key !== 'command');
        const key = keys[step % Math.max(1, keys.length)];
        if (key === undefined) break;
        const next = at[key];
        if (depth === path.length - 1 || typeof next !== 'object' || next === null) {
          at[key] = wrong;
          break;
        }
        at = next as Record<string, unknown>;
      }
      return copy;
    });

  it('makes a sound page whatever is wrong in it', () => {
    fc.assert(
      fc.property(spoiled, (json) => {
        const { html } = pageOf(readSummary(json));
        expect(markupErrors(html)).toEqual([]);
        const text = html.replace(/<script>.*<\/script>/s, '').replace(/<bdi.*?<\/bdi>/gs, '');
        expect(text).not.toMatch(/\bundefined\b|\bNaN\b|\bInfinity\b|\[object/);
      }),
      { numRuns: 60 },
    );
  });
});
