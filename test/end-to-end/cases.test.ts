/**
 * The golden cases in fixtures/cases, run with the built command as a user runs it.
 * `UPDATE=1 npx vitest run test/end-to-end` records what the command does now; read it in `git diff` before committing.
 */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { compared, expectedOf, record, runCase } from './golden.ts';
import { NO_SHELL, REPOSITORY, shim } from './shim.ts';

const CASES = join(REPOSITORY, 'fixtures/cases');
const UPDATE = process.env.UPDATE === '1';
const names = existsSync(CASES) ? readdirSync(CASES).sort() : [];

describe.skipIf(NO_SHELL)('er', () => {
  const { env, remove } = shim();
  afterAll(remove);

  it('has cases', () => {
    expect(names).not.toHaveLength(0);
  });

  it.each(names)('does what the case %s expects', (name) => {
    const folder = join(CASES, name);
    const outcome = runCase(folder, env);
    if (UPDATE) record(folder, outcome);
    const expected = expectedOf(folder);
    expect(Object.fromEntries(compared(outcome, expected))).toEqual(Object.fromEntries(expected));
  });
});
