import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dateOrder, parseDate, readDate } from '../../src/records/dates.ts';
import { DATE_FORMS } from './generated-columns.ts';

/** Whether the calendar has the day, by the clock of the machine rather than by our own table. */
function exists(year: number, month: number, day: number): boolean {
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}

const iso = (year: number, month: number, day: number): string =>
  `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;

const calendarDay = fc
  .record({
    year: fc.integer({ min: 1931, max: 2030 }),
    month: fc.integer({ min: 1, max: 12 }),
    day: fc.integer({ min: 1, max: 31 }),
  })
  .filter(({ year, month, day }) => exists(year, month, day));

describe('parseDate', () => {
  it.each([
    ['1987-03-05', '1987-03-05'],
    ['1987/3/5', '1987-03-05'],
    ['1987.03.05', '1987-03-05'],
    ['19870305', '1987-03-05'],
    ['05031987', '1987-03-05'],
    ['05031887', '1887-03-05'],
    ['1000-01-01', '1000-01-01'],
    ['2200-12-31', '2200-12-31'],
    ['5/3/1987', '1987-03-05'],
    ['5. 3. 1987', '1987-03-05'],
    ['05-03-87', '1987-03-05'],
    ['5 Mar 1987', '1987-03-05'],
    ['5th of March, 1987', '1987-03-05'],
    ['05-MAR-87', '1987-03-05'],
    ["5 mar '87", '1987-03-05'],
    ['March 5, 1987', '1987-03-05'],
    ['Mar. 5th 1987', '1987-03-05'],
    ['1987 March 5', '1987-03-05'],
    ['1987-Mar-05', '1987-03-05'],
    ['Thu, 5 Mar 1987 10:30:00 GMT', '1987-03-05'],
    ['Thursday 5 March 1987', '1987-03-05'],
    ['1987-03-05T00:00:00.000Z', '1987-03-05'],
    ['1987-03-05 23:59:59+01:00', '1987-03-05'],
    ['3/5/1987 12:00 AM', '1987-05-03'],
    [' 1987-03-05 ', '1987-03-05'],
    ['１９８７-03-05', '1987-03-05'],
    ['1987‑03‑05', '1987-03-05'],
  ])('reads %s', (cell, date) => {
    expect(parseDate(cell, 'day-first')).toBe(date);
  });

  it.each([
    ['1987', '1987-00-00'],
    ['1987-03', '1987-03-00'],
    ['1987-03-00', '1987-03-00'],
    ['1987-00-00', '1987-00-00'],
    ['03/1987', '1987-03-00'],
    ['March 1987', '1987-03-00'],
    ['1987, March', '1987-03-00'],
  ])('keeps %s partial', (cell, date) => {
    expect(parseDate(cell, 'day-first')).toBe(date);
  });

  it.each([
    '',
    'x',
    'mary',
    'Sept',
    '30.02.1987',
    '1900-02-29',
    '1987-13-01',
    '1987-00-05',
    '32/01/1987',
    '0000-00-00',
    '0987-03-05',
    '2201-01-01',
    '12',
    '123',
    '12345',
    '123456',
    '1234567',
    '123456789',
    '1987.0',
    '1987.03',
    '1234.50',
    '12.5',
    '1-2',
    '10:30',
    '5 Smarch 1987',
    '2020-01-01-01',
    '192.168.10.12',
    '020 7946 0958',
    '5 March',
  ])('takes %s for no date', (cell) => {
    expect(parseDate(cell, 'day-first')).toBeUndefined();
  });

  it('accepts exactly the days of the calendar', () => {
    for (const year of [1600, 1900, 1999, 2000, 2004, 2100, 2200])
      for (let month = 0; month <= 13; month++)
        for (let day = 1; day <= 32; day++)
          expect([iso(year, month, day), parseDate(iso(year, month, day), 'day-first')]).toEqual([
            iso(year, month, day),
            exists(year, month, day) ? iso(year, month, day) : undefined,
          ]);
  });

  it.each(Object.entries(DATE_FORMS))('reads every day written in the form: %s', (name, form) => {
    const order = name.startsWith('month first') ? 'month-first' : 'day-first';
    fc.assert(
      fc.property(calendarDay, ({ year, month, day }) => {
        const expected = iso(year, month, name === 'month and year' ? 0 : day);
        expect(parseDate(form(day, month, year), order)).toBe(expected);
      }),
    );
  });

  it('reads the number that can only be a day as the day, in either order', () => {
    expect(parseDate('25/12/1990', 'month-first')).toBe('1990-12-25');
    expect(parseDate('12/25/1990', 'day-first')).toBe('1990-12-25');
    expect(parseDate('03/05/1987', 'month-first')).toBe('1987-03-05');
    expect(parseDate('03051987', 'month-first')).toBe('1987-03-05');
  });

  it('puts two-digit years between 1931 and 2030', () => {
    expect(parseDate('1/1/30', 'day-first')).toBe('2030-01-01');
    expect(parseDate('1/1/31', 'day-first')).toBe('1931-01-01');
    expect(parseDate('1-Jan-99', 'day-first')).toBe('1999-01-01');
  });
});

describe('readDate', () => {
  it('agrees with parseDate wherever that reads a date', () => {
    fc.assert(
      fc.property(
        calendarDay,
        fc.constantFrom(...Object.values(DATE_FORMS)),
        ({ year, month, day }, form) => {
          const cell = form(day, month, year);
          expect(readDate(cell, 'day-first')).toBe(parseDate(cell, 'day-first'));
        },
      ),
    );
  });

  it.each([
    ['19571332', '1957-13-32'],
    ['1957-13-32', '1957-13-32'],
    ['1957-2-30', '1957-02-30'],
    ['1957-13', '1957-13-00'],
    ['0800-01-01', '0800-01-01'],
    ['1987-00-05', '1987-00-05'],
    ['45.13.1957', '1957-13-45'],
    ['45/13/57', '1957-13-45'],
  ])('keeps the parts of %s, which is no day', (cell, parts) => {
    expect(readDate(cell, 'day-first')).toBe(parts);
  });

  it('keeps the parts in the order of the column', () => {
    expect(readDate('45.13.1957', 'month-first')).toBe('1957-45-13');
  });

  it.each(['0000-00-00', '0000-00', '00000000', 'x', '', '12', '1234567'])('reads nothing in %s', (cell) => {
    expect(readDate(cell, 'day-first')).toBeUndefined();
  });
});

describe('dateOrder', () => {
  it.each([
    [['03/05/1987', '25/12/1990'], 'day-first', false],
    [['03/05/1987', '12/25/1990'], 'month-first', false],
    [['12/25/90', '12/26/90', '26/12/90'], 'month-first', false],
    [['25.12.1990 10:30'], 'day-first', false],
    [['12251990', '03051987'], 'month-first', false],
    [['03/05/1987', '04/06/1987'], 'day-first', true],
    [['03/05/1987', '25/12/1990', '12/25/1990'], 'day-first', true],
    [['05/05/1987'], 'day-first', false],
    [['1987-03-05', '19870325', '5 March 1987', '45/13/1987', 'x'], 'day-first', false],
    [[], 'day-first', false],
  ])('of %j', (cells, order, ambiguous) => {
    expect(dateOrder(cells)).toEqual({ order, ambiguous });
  });
});
