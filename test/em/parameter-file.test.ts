import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parameterRows, parseParameters, withKnown } from '../../src/em/parameter-file.ts';
import { ErError, UnknownName } from '../../src/errors.ts';

const FIELDS = ['NAME', 'ZIP'];

/** Parses CSV without quotes, its header being line 1. */
function parse(text: string, fields = FIELDS) {
  const [header, ...lines] = text.trim().split('\n');
  const rows = lines.map((line, i) => ({ cells: line.split(','), line: i + 2 }));
  return parseParameters(header!.split(','), rows, fields, 'p.csv');
}

function message(text: string): string {
  try {
    parse(text);
  } catch (error) {
    expect(error).toBeInstanceOf(ErError);
    return (error as ErError).located;
  }
  throw new Error('nothing was wrong');
}

describe('reading', () => {
  test('takes all levels, the prior, the number of pairs and those compared', () => {
    const known = parse(
      'field,level,m,u,weight\nNAME,0,.1,.9,\nNAME,1,.2,.08,\nNAME,2,.7,.02,x\nZIP,1,.55,.005,\n' +
        'prior,,0.001,0.999,\ntotal_pairs,,,5000,\nNAME,,,4000,',
    );
    expect(known).toEqual({
      prior: 0.001,
      totalPairs: 5000,
      fields: new Map([
        ['NAME', { m: [0.1, 0.2, 0.7], u: [0.9, 0.08, 0.02], compared: 4000, line: 8 }],
        ['ZIP', { m: [1 - 0.55, 0.55], u: [1 - 0.005, 0.005], line: 5 }],
      ]),
    });
  });

  test('matches names whatever their case and goes by the header, not by position', () => {
    const known = parse('U,Level,Field\n.3,0, name \n.7,1,Name');
    expect(known.fields.get('NAME')).toEqual({ u: [0.3, 0.7], line: 3 });
  });

  test('completes a field of two levels from either one', () => {
    expect(parse('field,level,m\nNAME,0,.25').fields.get('NAME')?.m).toEqual([0.25, 0.75]);
    expect(parse('field,level,m\nNAME,1,.25').fields.get('NAME')?.m).toEqual([0.75, 0.25]);
  });

  test('leaves out what is blank', () => {
    const known = parse('field,level,m,u\nNAME,0,,.3\nNAME,1,,.7\nZIP,0,,\nZIP,1,,');
    expect(known.fields.get('NAME')).toEqual({ u: [0.3, 0.7], line: 3 });
    expect(known.fields.get('ZIP')).toEqual({ line: 5 });
  });
});

describe('what is wrong is named with its line and a remedy', () => {
  const head = 'field,level,m,u\n';
  test.each([
    ['field,m,u\nNAME,.9,.1', 'p.csv:1: no column "level"; a parameter file has the columns field,level,m,u'],
    [
      'field,level\nNAME,1',
      'p.csv:1: neither a column "m" nor a column "u"; a parameter file has at least one of them',
    ],
    [
      `${head}NAME,1,1,.1`,
      'p.csv:2: m of "NAME" at level 1 is "1"; it must be a number between 0 and 1, both excluded',
    ],
    [
      `${head}NAME,1,.9,0`,
      'p.csv:2: u of "NAME" at level 1 is "0"; it must be a number between 0 and 1, both excluded',
    ],
    [
      `${head}NAME,1,0.9x,.1`,
      'p.csv:2: m of "NAME" at level 1 is "0.9x"; it must be a number between 0 and 1, both excluded',
    ],
    [
      `${head}NAME,1,.9,.1\nprior,,1.5,`,
      'p.csv:3: the prior is "1.5"; it must be a number between 0 and 1, both excluded',
    ],
    [`${head}prior,,,`, 'p.csv:2: the prior is ""; it must be a number between 0 and 1, both excluded'],
    [
      `${head}total_pairs,,,many`,
      'p.csv:2: total_pairs is "many" in column u; it must be a number of at least 0',
    ],
    [
      `${head}NAME,,,-1`,
      'p.csv:2: the number of pairs compared in "NAME" is "-1" in column u; it must be a number of at least 0',
    ],
    [`${head}NAME,high,.9,.1`, 'p.csv:2: level "high" of "NAME" is not a whole number from 0 to 254'],
    [`${head}NAME,255,.9,.1`, 'p.csv:2: level "255" of "NAME" is not a whole number from 0 to 254'],
    [
      `${head}NAME,1,.9,.1\nName,1,.8,.1`,
      'p.csv:3: level 1 of "NAME" comes twice; remove one of the two rows',
    ],
    [
      `${head}NAME,0,.1,.5\nNAME,1,.8,.5`,
      'p.csv:3: m of "NAME" sums to 0.9 over its levels; it must sum to 1',
    ],
    [
      `${head}NAME,0,.5,.5\nNAME,2,.5,.5`,
      'p.csv:3: m of "NAME" is given up to level 2 but not at level 1; add the row',
    ],
    [`${head}NAME,2,.5,.5`, 'p.csv:2: m of "NAME" is given up to level 2 but not at level 0; add the row'],
    [
      `${head}NAME,0,.2,.5\nNAME,1,.8,.3\nNAME,2,,.2`,
      'p.csv:4: "NAME" has 2 levels with m but 3 with u; give both for every level, or leave one out',
    ],
    [`${head}NMAE,1,.9,.1`, 'p.csv:2: there is no field "NMAE" in the pairs'],
  ])('%j', (text, expected) => {
    expect(message(text)).toBe(expected);
  });

  test('an unknown field comes with the names there are', () => {
    try {
      parse(`${head}NMAE,1,.9,.1`);
      expect.unreachable();
    } catch (error) {
      expect(error).toBeInstanceOf(UnknownName);
      expect(error).toMatchObject({ wanted: 'NMAE', known: FIELDS });
    }
  });
});

describe('writing', () => {
  test('gives one row a level, then the prior and the numbers of pairs', () => {
    const rows = parameterRows(
      FIELDS,
      [3, 2],
      {
        prior: 0.2,
        m: Float64Array.of(0.125, 0.125, 0.75, 0.5, 0.5),
        u: Float64Array.of(0.75, 0.125, 0.125, 1, 0),
      },
      { totalPairs: 100, compared: [90, undefined] },
    );
    expect(rows.map((row) => row.join())).toEqual([
      'field,level,m,u,weight',
      'NAME,0,0.125,0.75,-2.584962501',
      'NAME,1,0.125,0.125,0',
      'NAME,2,0.75,0.125,2.584962501',
      'ZIP,0,0.5,0.999999999999,-1',
      'ZIP,1,0.5,1e-12,38.86313714',
      'prior,,0.2,0.8,-2',
      'total_pairs,,,100,',
      'NAME,,,90,',
    ]);
  });

  test('leaves m blank where it is not known', () => {
    expect(parameterRows(['a'], [2], { u: Float64Array.of(0.5, 0.5) })).toEqual([
      ['field', 'level', 'm', 'u', 'weight'],
      ['a', '0', '', '0.5', ''],
      ['a', '1', '', '0.5', ''],
    ]);
  });

  test('is undone by reading, to the last digit', () => {
    const probabilities = fc
      .array(fc.integer({ min: 1, max: 1_000_000 }), { minLength: 2, maxLength: 6 })
      .map((weights) => {
        const total = weights.reduce((a, b) => a + b);
        return weights.map((weight) => weight / total);
      });
    fc.assert(
      fc.property(
        fc.array(
          fc
            .tuple(probabilities, fc.nat())
            .map(([m, turn]) => ({ m, u: [...m.slice(turn % m.length), ...m.slice(0, turn % m.length)] })),
          { minLength: 1, maxLength: 4 },
        ),
        fc.double({ min: 1e-9, max: 0.999, noNaN: true }),
        (fields, prior) => {
          const names = fields.map((_, i) => `f${i}`);
          const counts = fields.map(({ m }) => m.length);
          const parameters = {
            prior,
            m: Float64Array.from(fields.flatMap(({ m }) => m)),
            u: Float64Array.from(fields.flatMap(({ u }) => u)),
          };
          const [header, ...rows] = parameterRows(names, counts, parameters, { totalPairs: 12345 });
          const known = parseParameters(
            header!,
            rows.map((cells, i) => ({ cells, line: i + 2 })),
            names,
            'p',
          );
          const blank = {
            prior: 0.5,
            m: new Float64Array(parameters.m.length),
            u: new Float64Array(parameters.u.length),
          };
          expect(withKnown(blank, known, names, counts, 'p')).toEqual(parameters);
          expect(known.totalPairs).toBe(12345);
        },
      ),
    );
  });
});

test('a level of the pairs that the file does not know is an error', () => {
  const known = parse('field,level,m\nNAME,0,.1\nNAME,1,.9');
  const start = { prior: 0.1, m: new Float64Array(5), u: new Float64Array(5) };
  expect(() => withKnown(start, known, FIELDS, [3, 2], 'p.csv')).toThrow(
    '"NAME" has levels 0 to 1 here, but level 2 in the pairs; add the missing rows',
  );
});
