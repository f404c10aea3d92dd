/** What is left out is left out, and nothing else: each mechanism on records in which it is at work. */
import { describe, expect, test } from 'vitest';
import { kindFiles } from '../../fixtures/kinds.ts';
import { link, planFor } from '../../src/pipeline/link.ts';
import { MECHANISMS, type Mechanism } from '../../src/pipeline/mechanisms.ts';
import { resolve } from '../../src/pipeline/resolve.ts';
import { catalogue } from './catalogues.ts';
import { citations } from './citations.ts';
import { generated, people, tableOf } from './tables.ts';

const without = (...names: Mechanism[]) => ({ without: new Set(names) });

const families = await tableOf((await people({ records: 800, sample: 1 })).files);
const whole = link(families);

test('names of another stage change nothing', () => {
  const { probabilities } = link(families, without('duplicate-free', 'copied-errors', 'redundancy'));
  expect(probabilities).toEqual(whole.probabilities);
});

test('rarity: the same as no term frequency', () => {
  const linkage = link(families, without('rarity'));
  expect(linkage.rarity).toBeUndefined();
  expect(linkage.probabilities).toEqual(link(families, { termFrequency: false }).probabilities);
});

test('dependence: no columns are dependent', () => {
  expect(whole.estimation.dependence.length).toBeGreaterThan(0);
  expect(link(families, without('dependence')).estimation.dependence).toEqual([]);
});

test('related and changed: pairs of households are in no class of their own', () => {
  expect(whole.estimation.related).toBeDefined();
  expect(link(families, without('related', 'changed')).estimation.related).toBeUndefined();
});

test('rare-words: rules only', async () => {
  const { files } = await generated(kindFiles('books', { records: 3000, seed: 1 }));
  const table = await tableOf(files);
  expect(planFor(table, {}).words.length).toBeGreaterThan(0);
  const plan = planFor(table, without('rare-words'));
  expect(plan.words).toEqual([]);
  expect(plan.rules.length).toBeGreaterThan(0);
});

test('duplicate-free: no file is taken to hold no duplicates', async () => {
  const table = await catalogue({ works: 300, kind: 'once' });
  expect(resolve(table).unique.size).toBeGreaterThan(0);
  expect(resolve(table, without('duplicate-free')).unique.size).toBe(0);
});

test('copied-errors: errors are new each time', async () => {
  const { table } = await citations(1);
  const [found, plain] = [resolve(table), resolve(table, without('copied-errors'))];
  expect(plain.linkage.probabilities).toEqual(found.linkage.probabilities);
  expect(plain.entities).toBeGreaterThan(found.entities);
});

describe('the list', () => {
  test.each(Object.entries(MECHANISMS))('says in one line what %s is', (_, about) => {
    expect(about).toMatch(/^[a-z][^.\n]+$/);
  });
});
