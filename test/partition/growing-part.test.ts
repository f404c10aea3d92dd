/** Parts that grow, against the likelihood of the whole list. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Individuals } from '../../src/partition/individuals.ts';
import { categoricalLikelihood } from '../../src/vb/categorical.ts';
import { columnsOf } from '../vb/categorical-columns.ts';

const cell = fc.constantFrom('a', 'b', 'c', null);
const table = fc.array(fc.tuple(cell, cell), { minLength: 2, maxLength: 12 });

test('what a part says is the likelihood of its records, after any questions', () => {
  fc.assert(
    fc.property(table, fc.infiniteStream(fc.nat()), (rows, stream) => {
      const columns = columnsOf(rows, ['f', 'g']);
      const codes = columns.map((column) => column.codes);
      const individuals = new Individuals(rows.length, codes, categoricalLikelihood(columns, 0.3, 'uniform'));
      const part = individuals.growingPart(rows.length);
      for (const first of [0, rows.length - 1]) {
        part.begin(first);
        const inside = [first];
        for (let row = 0; row < rows.length; row++) {
          if (row === first) continue;
          const other = stream.next().value % rows.length;
          if (!inside.includes(other))
            expect(part.logWith(other)).toBeCloseTo(
              individuals.logOf([...inside, other], inside.length + 1),
              10,
            );
          expect(part.logWith(row)).toBeCloseTo(individuals.logOf([...inside, row], inside.length + 1), 10);
          if (other % 3 === 0) continue;
          part.add();
          inside.push(row);
          expect(part.log).toBeCloseTo(individuals.logOf(inside, inside.length), 10);
        }
      }
    }),
    { seed: 1, numRuns: 200 },
  );
});
