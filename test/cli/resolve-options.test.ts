/** Options of `er resolve` that contradict each other, and numbers that are none. */
import { describe, expect, test } from 'vitest';
import {
  checkResolveOptions,
  concentration,
  distortionPrior,
  individuals,
  type ResolveCommandOptions,
  temperature,
} from '../../src/cli/resolve-options.ts';
import { ErError } from '../../src/errors.ts';

const refusal = (options: ResolveCommandOptions): string | undefined => {
  try {
    checkResolveOptions(options);
    return undefined;
  } catch (error) {
    expect(error).toBeInstanceOf(ErError);
    return (error as Error).message;
  }
};

describe('options that go together', () => {
  test.each<ResolveCommandOptions>([
    {},
    { K: 'auto', engine: 'em' },
    { K: 5, samples: 9, samplesOutput: 'x.csv', uniqueWithin: ['all'] },
    { uniqueWithin: ['none'], engine: 'em' },
    { engine: 'smered', samplesOutput: 'x.csv', chains: 3, burnIn: 0, thinning: 1, checkpoint: 'c' },
    { engine: 'smered', model: 'noisy', K: 9, uniqueWithin: ['a.csv'] },
    { engine: 'smered', model: 'categorical', distortionPrior: { mu: 1, a: 5, b: 100 } },
    { entities: 'e.csv', prefer: ['longest'], provenance: true },
    { model: 'categorical', A: 0.1, base: 'uniform' },
    { model: 'categorical', inference: 'cavi', K: 9, restarts: 2, annealing: 3 },
  ])('%j', (options) => {
    expect(refusal(options)).toBeUndefined();
  });
});

describe('options that do not', () => {
  test.each<[ResolveCommandOptions, string]>([
    [{ engine: 'em', K: 5 }, '--K is about --engine vb and smered'],
    [{ engine: 'em', samples: 5 }, '--samples is about --engine vb and smered'],
    [{ engine: 'em', uniqueWithin: ['all'] }, '--unique-within is about'],
    [{ engine: 'smered', inference: 'collapsed' }, '--inference is about --engine vb'],
    [{ engine: 'smered', A: 1 }, '--A is about --engine vb --model categorical'],
    [{ base: 'uniform' }, '--base is about'],
    [{ chains: 2 }, '--chains is about --engine smered'],
    [{ burnIn: 0 }, '--burn-in is about --engine smered'],
    [{ engine: 'em', checkpoint: 'c' }, '--checkpoint is about --engine smered'],
    [
      { engine: 'smered', model: 'noisy', distortionPrior: { mu: 1, a: 1, b: 1 } },
      '--distortion-prior is about --model categorical',
    ],
    [{ restarts: 2 }, '--restarts is about --inference cavi'],
    [
      { inference: 'cavi', model: 'categorical', K: 3, samples: 2 },
      '--samples is about --inference collapsed',
    ],
    [{ inference: 'cavi', K: 3 }, '--inference cavi is for --model categorical'],
    [{ inference: 'cavi', model: 'categorical' }, '--inference cavi needs a fixed number'],
    [{ engine: 'smered', checkpoint: '-' }, '--checkpoint needs the name'],
    [{ prefer: ['longest'] }, '--prefer is about golden records; add --entities FILE'],
    [{ provenance: true }, '--provenance is about golden records; add --entities FILE'],
    [{ samplesOutput: 'x.csv' }, '--samples-output needs to know how many'],
  ])('%j', (options, message) => {
    expect(refusal(options)).toContain(message);
  });
});

describe('numbers', () => {
  test('are read', () => {
    expect(individuals(' AUTO ')).toBe('auto');
    expect(individuals('12')).toBe(12);
    expect(concentration('0.5')).toBe(0.5);
    expect(temperature('1')).toBe(1);
    expect(distortionPrior('1.5, 20')).toEqual({ mu: 1, a: 1.5, b: 20 });
  });

  test.each([
    [individuals, 'many', '--K'],
    [individuals, '0', '--K'],
    [individuals, '99999999999999999999', '--K'],
    [concentration, '', '--A'],
    [concentration, '1e7', '--A'],
    [temperature, '0.5', '--annealing'],
    [distortionPrior, '5', '--distortion-prior'],
    [distortionPrior, '5,', '--distortion-prior'],
    [distortionPrior, '5,0', '--distortion-prior'],
    [distortionPrior, '1,2,3', '--distortion-prior'],
    [distortionPrior, 'a,b', '--distortion-prior'],
    [distortionPrior, '1,Infinity', '--distortion-prior'],
  ])('%o refuses %j', (read, text, option) => {
    expect(() => read(text)).toThrow(option);
  });
});
