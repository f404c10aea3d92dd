/** What `er resolve` can be asked for besides what every command can: its options, read and checked. */
import { ErError } from '../errors.ts';
import type { Mechanism } from '../pipeline/mechanisms.ts';
import type { HitMissPrior } from '../smered/hit-miss-parameters.ts';
import { type DatabaseOptions, whole } from './options.ts';

export interface ResolveCommandOptions extends DatabaseOptions {
  engine?: 'vb' | 'smered' | 'em';
  K?: number | 'auto';
  model?: 'noisy' | 'categorical';
  inference?: 'collapsed' | 'cavi';
  A?: number;
  base?: 'uniform' | 'empirical';
  restarts?: number;
  annealing?: number;
  uniqueWithin?: string[];
  samples?: number;
  samplesOutput?: string;
  chains?: number;
  burnIn?: number;
  thinning?: number;
  distortionPrior?: HitMissPrior;
  checkpoint?: string;
  termFrequency?: boolean;
  without?: Mechanism[];
  maxIterations?: number;
  tolerance?: number;
  entities?: string;
  prefer?: string[];
  provenance?: boolean;
  summaryEntities?: number;
  matches?: string;
}

/** `auto`, or a whole number of at least 1. */
export function individuals(text: string): number | 'auto' {
  if (text.trim().toLowerCase() === 'auto') return 'auto';
  try {
    return whole('--K', 1)(text);
  } catch (error) {
    throw new ErError(`${(error as Error).message}, or auto`);
  }
}

/** Larger hyperparameters leave nothing to the data, and the digits are lost in the sums. */
const MOST_A = 1e6;

/** Hyperparameters of a Beta prior beyond this leave nothing to the data. */
const MOST_PRIOR = 1e9;

/** A number above 0. */
export function concentration(text: string): number {
  const value = text.trim() === '' ? Number.NaN : Number(text);
  if (value > 0 && value <= MOST_A) return value;
  throw new ErError(`--A is "${text}"; it must be a number above 0 and at most ${MOST_A}`);
}

/** A number of at least 1. */
export function temperature(text: string): number {
  const value = text.trim() === '' ? Number.NaN : Number(text);
  if (value >= 1 && value < Number.POSITIVE_INFINITY) return value;
  throw new ErError(`--annealing is "${text}"; it must be a number of at least 1`);
}

/** Two numbers above 0. */
export function distortionPrior(text: string): HitMissPrior {
  const [a, b, ...others] = text.split(',').map((part) => (part.trim() === '' ? Number.NaN : Number(part)));
  const isRight = (value: number | undefined): value is number =>
    value !== undefined && value > 0 && value <= MOST_PRIOR;
  if (isRight(a) && isRight(b) && others.length === 0) return { mu: 1, a, b };
  throw new ErError(
    `--distortion-prior is "${text}"; it must be two numbers above 0 and at most ${MOST_PRIOR}, such as 5,100`,
  );
}

/** What each option is about: it is refused where something else is asked for. */
function subjects({ model, engine = 'vb', inference, ...options }: ResolveCommandOptions) {
  const isBounded = options.uniqueWithin?.some((name) => name !== 'auto' && name !== 'none');
  const givenK = typeof options.K === 'number' ? options.K : undefined;
  const draws = { '--samples': options.samples };
  const files = { '--unique-within': isBounded ? true : undefined };
  return [
    {
      ...{ isRight: engine !== 'em', given: { '--K': givenK, '--model': model, ...files, ...draws } },
      about: '--engine vb and smered, and --engine em has no latent individuals',
    },
    {
      ...{ isRight: engine === 'vb', given: { '--inference': inference } },
      about: '--engine vb',
    },
    {
      isRight: engine === 'smered',
      given: {
        ...{ '--chains': options.chains, '--burn-in': options.burnIn, '--thinning': options.thinning },
        ...{ '--distortion-prior': options.distortionPrior, '--checkpoint': options.checkpoint },
      },
      about: '--engine smered',
    },
    {
      ...{ isRight: model !== 'noisy', given: { '--distortion-prior': options.distortionPrior } },
      about: '--model categorical, and the noisy model takes it from EM',
    },
    {
      isRight: engine === 'vb' && model === 'categorical',
      given: { '--A': options.A, '--base': options.base },
      about: '--engine vb --model categorical',
    },
    {
      isRight: inference === 'cavi',
      given: { '--restarts': options.restarts, '--annealing': options.annealing },
      about: '--inference cavi',
    },
    {
      ...{ isRight: inference !== 'cavi', given: { ...files, ...draws } },
      about: '--inference collapsed',
    },
  ];
}

/**
 * Options that contradict each other are refused before any work.
 *
 * @throws ErError naming the option and what it is about
 */
export function checkResolveOptions(options: ResolveCommandOptions): void {
  for (const { isRight, given, about } of subjects(options))
    for (const [option, value] of Object.entries(given))
      if (!isRight && value !== undefined) throw new ErError(`${option} is about ${about}; leave it out`);
  const { engine, model, inference, K, samples, samplesOutput } = options;
  if (inference === 'cavi' && model !== 'categorical')
    throw new ErError('--inference cavi is for --model categorical; add that or leave --inference out');
  if (inference === 'cavi' && typeof K !== 'number')
    throw new ErError('--inference cavi needs a fixed number of individuals; add --K N');
  if (options.checkpoint !== undefined && ['', '-'].includes(options.checkpoint.trim()))
    throw new ErError('--checkpoint needs the name of a file');
  for (const [option, value] of [
    ['--prefer', options.prefer],
    ['--provenance', options.provenance],
  ])
    if (value !== undefined && options.entities === undefined)
      throw new ErError(`${option} is about golden records; add --entities FILE`);
  if (engine !== 'smered' && samplesOutput !== undefined && samples === undefined)
    throw new ErError('--samples-output needs to know how many draws to write; add --samples N');
}
