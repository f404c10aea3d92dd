import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { osa } from '../../src/compare/edit-distance.ts';
import { emailLevels } from '../../src/compare/email-levels.ts';
import { jaroWinkler } from '../../src/compare/jaro-winkler.ts';
import { levelName } from './pair-levels.ts';

describe('emailLevels', () => {
  it.each([
    ['same mailbox name or two edits', 'ann.lee@a.org', 'ann.lee@mail.example'],
    ['same mailbox name or two edits', 'ann.lee@a.org', 'anm.lee@a.org'],
    ['same mailbox name or two edits', 'ann.lee@gmail.com', 'ann.lee@gmial.con'],
    ['alike', 'jonathan.lee@a.org', 'johnathan.lee@mail.example'],
    ['different', 'ann.lee@a.org', 'bob.ray@a.org'],
  ])('calls them %s: %s, %s', (expected, x, y) => {
    expect(levelName(emailLevels, x, y)).toBe(expected);
  });

  it('are those of the rule, whatever the screens leave out', () => {
    const part = fc.string({ unit: fc.constantFrom(...'ab.z1_é'), minLength: 1, maxLength: 7 });
    const address = fc.tuple(part, fc.constantFrom('a.org', 'a.com', 'mail.b.net')).map((of) => of.join('@'));
    fc.assert(
      fc.property(address, address, (x, y) => {
        fc.pre(x !== y);
        const [nameX, nameY] = [x, y].map((value) => value.replace(/@.*/, '')) as [string, string];
        const expected = nameX === nameY || osa(x, y) <= 2 ? 2 : jaroWinkler(nameX, nameY) >= 0.92 ? 1 : 0;
        expect([x, y, emailLevels([x, y]).compare(0, 1)]).toEqual([x, y, expected]);
        expect(emailLevels([x, y]).compare(1, 0)).toBe(expected);
      }),
      { numRuns: 2000 },
    );
  });
});
