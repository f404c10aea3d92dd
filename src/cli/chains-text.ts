/** The draws of a run: whether its chains have met, and what they say of numbers, for people and for the summary. */
import { SizeTally } from '../entities/size-posterior.ts';
import { intervalOfDraws, type Resolution } from '../pipeline/resolution.ts';
import type { Table } from '../records/table.ts';
import { bulkEffectiveSize, rankNormalisedRhat } from '../smered/convergence.ts';
import { alignedTable, counted, count as digits } from './terminal.ts';

/** Vehtari et al. (2021): chains have met when R̂ is below this and there are so many effective draws a chain. */
const MOST_RHAT = 1.05;
const FEWEST_EFFECTIVE = 50;

interface Convergence {
  r_hat: number;
  effective_draws: number;
}

function convergence(chains: readonly (readonly number[])[]): Convergence {
  const arrays = chains.map((chain) => Float64Array.from(chain));
  return { r_hat: rankNormalisedRhat(arrays), effective_draws: bulkEffectiveSize(arrays) };
}

function convergenceOf({
  chains,
}: Resolution): { entities: Convergence; log_posterior: Convergence } | undefined {
  if (chains === undefined) return undefined;
  return {
    entities: convergence(chains.map((chain) => chain.individuals)),
    log_posterior: convergence(chains.map((chain) => chain.logPosterior)),
  };
}

/** Whether the chains have met, for people; undefined without chains. */
export function chainsText(resolution: Resolution): string | undefined {
  const { chains } = resolution;
  const found = convergenceOf(resolution);
  if (chains === undefined || found === undefined) return undefined;
  const { entities, log_posterior } = found;
  const text = ({ r_hat, effective_draws }: Convergence): string =>
    `R-hat ${shown(r_hat, 2)}, ${Number.isNaN(effective_draws) ? '–' : digits(Math.round(effective_draws))} effective draws`;
  return [
    `${counted(chains.length, 'chain')} of ${counted(chains[0]!.individuals.length, 'draw')}:`,
    `  number of entities: ${text(entities)}`,
    `  log posterior: ${text(log_posterior)}`,
  ].join('\n');
}

/** The shares of distorted values by column, for people; undefined where the model has none. */
export function distortionText(table: Table, resolution: Resolution): string | undefined {
  const found = distortionOf(table, resolution);
  if (found.length === 0) return undefined;
  return alignedTable([
    ['column', 'distorted values', '95 % interval'],
    ...found.map(({ column, mean, low, high }) => [
      column,
      percent(mean),
      `${percent(low)} to ${percent(high)}`,
    ]),
  ]);
}

function percent(share: number): string {
  return `${(100 * share).toFixed(2)} %`;
}

/** The posterior of β by column. */
function distortionOf(table: Table, { chains = [] }: Resolution) {
  const draws = chains.flatMap(({ beta }) => beta);
  if (draws[0] === undefined || draws[0].length === 0) return [];
  return table.columns.map(({ name }, f) => ({
    column: name,
    ...intervalOfDraws(draws.map((beta) => beta[f]!)),
  }));
}

/** What to say where the chains have not met. */
export function chainsWarnings(resolution: Resolution): string[] {
  const found = convergenceOf(resolution);
  if (found === undefined || resolution.entityOf.length < 2) return [];
  const { entities, log_posterior } = found;
  const rhat = Math.max(entities.r_hat, log_posterior.r_hat);
  const effective = Math.min(entities.effective_draws, log_posterior.effective_draws);
  if (Number.isNaN(rhat)) return ['too few draws to tell whether the chains have met; raise --samples'];
  if (rhat > MOST_RHAT)
    return [
      `the chains have not met (R-hat ${shown(rhat, 2)}, above ${MOST_RHAT}); raise --burn-in and --samples`,
    ];
  const draws = resolution.chains!.reduce((sum, { individuals }) => sum + individuals.length, 0);
  const isFew = effective < FEWEST_EFFECTIVE * resolution.chains!.length;
  if (isFew && effective > draws / 2)
    return [`${counted(draws, 'draw')} say little of the interval; raise --samples for a steadier one`];
  if (isFew)
    return [
      `the draws depend on each other (${Math.floor(effective)} effective ones); raise --thinning or --samples for a steadier interval`,
    ];
  return [];
}

function shown(value: number, places: number): string {
  return Number.isNaN(value) ? '–' : value.toFixed(places);
}

/** The posterior of numbers and the chains, for the summary; empty without draws. */
export function describeDraws(table: Table, resolution: Resolution) {
  const { draws, chains, entityOf } = resolution;
  if (draws.length === 0) return {};
  const distortion = distortionOf(table, resolution);
  const tally = new SizeTally(entityOf.length);
  for (const draw of draws) tally.add(draw);
  const { entities, bySize } = tally.posterior();
  return {
    posterior: {
      draws: draws.length,
      entities: { ...entities, values: [...entities.values], shares: [...entities.shares] },
      sizes: Array.from(bySize.mean, (mean, i) => ({
        ...{ size: i + 1, mean, low: bySize.low[i]!, high: bySize.high[i]! },
      })).filter(({ mean }) => mean > 0),
    },
    ...(chains === undefined
      ? {}
      : {
          ...(distortion.length === 0 ? {} : { distortion }),
          convergence: convergenceOf(resolution),
          chains: chains.map(({ individuals, logPosterior, K }) => ({
            ...{ entities: individuals, log_posterior: logPosterior, K },
          })),
        }),
  };
}
