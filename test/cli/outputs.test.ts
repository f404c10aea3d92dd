import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { withOutputs, writeJson } from '../../src/cli/outputs.ts';

it('writes the types of --type into the summary', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'er-outputs-'));
  const file = join(folder, 'summary.json');
  try {
    await withOutputs(process.stdout, async (outputs) => {
      const summary = await outputs.further('--summary', file);
      await writeJson(summary, { options: { type: new Map([['born', 'date']]) } });
    });
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ options: { type: { born: 'date' } } });
  } finally {
    rmSync(folder, { recursive: true });
  }
});
