import { beforeAll, describe, expect, it } from 'vitest';
import { EarlierRules } from '../../src/blocking/earlier-rules.ts';
import { type BlockingPlan, planBlocking } from '../../src/blocking/plan.ts';
import { Comparison } from '../../src/compare/comparison.ts';
import { crossProductLevels } from '../../src/compare/cross-product.ts';
import { Rarity } from '../../src/compare/rarity.ts';
import { estimateFromEvidence } from '../../src/pipeline/estimation.ts';
import { gatherEvidence } from '../../src/pipeline/evidence.ts';
import { type Linkage, link } from '../../src/pipeline/link.ts';
import { sampleOthers } from '../../src/pipeline/others.ts';
import { type Pilot, type PilotLimits, piloted } from '../../src/pipeline/pilot.ts';
import { finish } from '../../src/pipeline/steps.ts';
import { joinedSurvey, sharedSurvey, surveyFields } from '../../src/pipeline/survey.ts';
import type { Table } from '../../src/records/table.ts';
import { people, tableOf } from './tables.ts';

const THRESHOLD = 0.001;
const KEEP_ABOVE = Math.log(THRESHOLD) - 3;

let table: Table;
let plan: BlockingPlan;
let full: Linkage;
beforeAll(async () => {
  table = await tableOf((await people({ records: 5000, missing: 0.05 })).files);
  plan = planBlocking(table);
  full = link(table, { plan, threshold: 0 });
});

const options = (earlier: EarlierRules) => ({
  ...{ crossProduct: full.crossProduct, rarity: full.rarity, keepAbove: KEEP_ABOVE, earlier },
});

function pilot(limits: PilotLimits, earlier = EarlierRules.of(table, plan)): Pilot {
  const material = {
    ...{ names: table.columns.map(({ name }) => name), crossProduct: full.crossProduct },
    totalPairs: plan.totalPairs,
  };
  return finish(piloted(table, plan, full.comparison, options(earlier), material, 1, limits));
}

describe('piloted', () => {
  it('finds m, u and the prior from some of the candidates', () => {
    const { parameters } = pilot({ many: 1, lookedAt: plan.mostPairs / 4, enough: 50 });
    expect(parameters!.prior / full.parameters.prior).toBeGreaterThan(0.8);
    expect(parameters!.prior / full.parameters.prior).toBeLessThan(1.25);
    parameters!.m.forEach((m, i) => {
      expect(Math.abs(m - full.parameters.m[i]!)).toBeLessThan(0.06);
    });
  });

  it('keeps all that can be matches with them and counts the rest, without the classes of its rarity', () => {
    const earlier = EarlierRules.of(table, plan);
    const found = pilot({ many: 1, lookedAt: plan.mostPairs / 4, enough: 50 }, earlier);
    const evidence = finish(gatherEvidence(table, plan, full.comparison, { ...options(earlier), ...found }));
    const kept = new Set(Array.from(evidence.left, (left, i) => `${left} ${evidence.right[i]}`));
    full.evidence.pattern.forEach((g, i) => {
      if (full.probabilities[g]! < THRESHOLD) return;
      expect(kept).toContain(`${full.evidence.left[i]} ${full.evidence.right[i]}`);
    });
    expect(evidence.compared).toBe(full.evidence.compared);
    expect(evidence.patterns.counts.reduce((a, b) => a + b)).toBe(evidence.compared);
    expect(kept.size).toBeLessThan(0.5 * evidence.compared);
    expect(evidence.patterns.size).toBeLessThan(full.evidence.patterns.size);
  });

  it('lets EM over all candidates begin where it ended, and come to the same', () => {
    const { beginning } = pilot({ many: 1, lookedAt: plan.mostPairs / 4, enough: 50 });
    const earlier = EarlierRules.of(table, plan);
    const evidence = finish(gatherEvidence(table, plan, full.comparison, options(earlier)));
    const material = {
      ...{ names: table.columns.map(({ name }) => name), crossProduct: full.crossProduct, evidence },
      ...{ others: sampleOthers(table, { plan, earlier }, full.comparison, evidence.compared, 1) },
      totalPairs: plan.totalPairs,
    };
    const usual = finish(estimateFromEvidence(material));
    const begun = finish(estimateFromEvidence(material, {}, beginning));
    expect(begun.dependence.map(({ fields }) => fields)).toEqual(
      usual.dependence.map(({ fields }) => fields),
    );
    expect(begun.estimates.best.matches / usual.estimates.best.matches).toBeCloseTo(1, 3);
    expect(begun.estimates.best.logPosterior).toBeCloseTo(usual.estimates.best.logPosterior, 2);
  });

  it('is left out where there are few candidates, and not believed where it finds few matches', () => {
    expect(pilot({ many: plan.mostPairs + 1, lookedAt: 1, enough: 1 })).toEqual({
      ...{ parameters: undefined, beginning: undefined, others: undefined, parts: undefined },
    });
    const few = pilot({ many: 1, lookedAt: plan.mostPairs / 4, enough: 1e6 });
    expect(few.parameters).toBeUndefined();
    expect(few.parts).toHaveLength(plan.rules.length + plan.words.length);
  });
});

it('a survey of the fields one by one is that of the table', () => {
  const comparison = new Comparison(table);
  const fields = [...surveyFields(table, comparison, sharedSurvey({ seed: 1, rarity: true }))];
  const { everyPair, logMeans } = joinedSurvey(fields.toReversed(), comparison.levelCounts);
  expect(everyPair).toEqual(crossProductLevels(table, comparison, 1));
  expect(logMeans).toEqual(new Rarity(table, comparison, 1).logMeans);
});
