import { describe, expect, test } from 'vitest';
import { entityIds } from '../../src/entities/ids.ts';
import { membersOf } from '../../src/entities/members.ts';
import { random } from '../../src/math/random.ts';
import { pairWeights } from '../../src/pipeline/explanation.ts';
import type { Resolution } from '../../src/pipeline/resolution.ts';
import { resolve } from '../../src/pipeline/resolve.ts';
import { EntityRecords, type ReviewLimits, reviewEntity } from '../../src/pipeline/review.ts';
import type { Table } from '../../src/records/table.ts';
import { people, tableOf } from './tables.ts';

const ALL: ReviewLimits = { records: 1000, links: 1000, shown: 1000 };

interface Run {
  table: Table;
  resolution: Resolution;
  records: EntityRecords;
}

function resolved(table: Table): Run {
  const resolution = resolve(table, { asksPlaces: ({ entityOf }) => entityOf.keys() });
  return { table, resolution, records: new EntityRecords(table, resolution) };
}

describe('entities of generated people', async () => {
  const { files } = await people({ records: 1500, duplicates: 0.5, errors: 3, missing: 0.1, sample: 1 });
  const table = await tableOf(files);
  const { resolution, records } = resolved(table);
  const { offsets, records: rows } = membersOf(resolution);
  const reviewOf = (entity: number, limits = ALL) => reviewEntity(resolution, records, entity, limits);

  test('have all their records and one link less, the weakest first', () => {
    let several = 0;
    for (let entity = 0; entity < resolution.entities; entity++) {
      const own = [...rows.subarray(offsets[entity]!, offsets[entity + 1]!)];
      const review = reviewOf(entity);
      expect(review.rows.toSorted((a, b) => a - b)).toEqual(own);
      expect(review.size).toBe(own.length);
      expect(review.doubt).toBe(1 - Math.min(...own.map((row) => resolution.probability[row]!)));
      const inside = review.links.filter(({ isOut }) => !isOut);
      expect(inside).toHaveLength(own.length - 1);
      const weights = inside.map(({ weight }) => weight);
      expect(weights).toEqual(weights.toSorted((a, b) => a - b));
      if (own.length < 3) continue;
      several++;
      // No pair across the weakest link is stronger than it.
      const [weakest] = inside;
      const side = new Set([weakest!.left]);
      for (const _ of own)
        for (const { left, right } of inside.slice(1))
          if (side.has(left) || side.has(right)) side.add(left).add(right);
      const across = own
        .flatMap((a) => own.map((b) => [a, b]))
        .filter(([a, b]) => side.has(a!) && !side.has(b!));
      const strength = pairWeights(
        resolution.linkage,
        across.map(([a]) => a!),
        across.map(([, b]) => b!),
      );
      expect(Math.max(...strength)).toBeCloseTo(weakest!.weight, 9);
    }
    expect(several).toBeGreaterThan(50);
  });

  test('know where their records could be, and the strongest link there', () => {
    let out = 0;
    for (let entity = 0; entity < resolution.entities; entity++) {
      const review = reviewOf(entity);
      review.rows.forEach((row, i) => {
        const own = review.places[i]!.find((place) => place.entity === entity);
        expect(own?.probability ?? 0).toBeCloseTo(resolution.probability[row]!, 9);
      });
      for (const link of review.links.filter(({ isOut }) => isOut)) {
        out++;
        const there = resolution.entityOf[link.right]!;
        expect(there).not.toBe(entity);
        const others = records.of(there);
        const weights = pairWeights(
          resolution.linkage,
          new Int32Array(others.length).fill(link.left),
          others,
        );
        expect(link.weight).toBeCloseTo(Math.max(...weights), 9);
      }
    }
    expect(out).toBeGreaterThan(5);
  });

  test('are shown in part where they are large: the weakest links, and the most doubtful records', () => {
    const large = Array.from({ length: resolution.entities }, (_, entity) => entity).filter(
      (entity) => records.size(entity) > 4,
    );
    expect(large.length).toBeGreaterThan(3);
    for (const entity of large) {
      const [all, part] = [reviewOf(entity), reviewOf(entity, { records: 1000, links: 1, shown: 3 })];
      const [weakest] = part.links;
      expect(weakest).toEqual(all.links[0]);
      expect(part.rows).toHaveLength(3);
      expect(part.rows).toContain(weakest!.left);
      expect(part.rows).toContain(weakest!.right);
      expect(part.size).toBe(all.size);
      const few = reviewOf(entity, { records: 2, links: 9, shown: 9 });
      expect(few.links.filter(({ isOut }) => !isOut)).toHaveLength(1);
    }
  });
});

test('nothing depends on the order of the rows', async () => {
  const { files } = await people({ records: 600, duplicates: 0.5, errors: 3, sample: 1, seed: 4 });
  const shuffled = Object.fromEntries(
    Object.entries(files).map(([name, text]) => {
      const [header, ...lines] = text.trimEnd().split('\n');
      const { below } = random(7);
      for (let i = lines.length - 1; i > 0; i--) {
        const j = below(i + 1);
        [lines[i], lines[j]] = [lines[j]!, lines[i]!];
      }
      return [name, `${[header, ...lines].join('\n')}\n`];
    }),
  );
  const described = ({ table, resolution, records }: Run) => {
    const ids = entityIds(table, resolution);
    return Object.fromEntries(
      ids.map((id, entity) => {
        const { rows, links, places, doubt } = reviewEntity(resolution, records, entity, ALL);
        const names = rows.map((row) => table.ids[row]!);
        const ends = links.map(({ left, right }) => [table.ids[left], table.ids[right]].sort().join());
        const elsewhere = places.map((list) =>
          list.map((place) => [place.entity === undefined ? '' : ids[place.entity], place.probability]),
        );
        return [id, { names, ends, elsewhere, doubt }];
      }),
    );
  };
  expect(described(resolved(await tableOf(shuffled)))).toEqual(described(resolved(await tableOf(files))));
});
