/** Puts the built `er` on PATH the way an installation would, for tests that run shell lines as a user types them. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

export const REPOSITORY = join(import.meta.dirname, '../..');

/** Shell lines need a POSIX shell; tests that run them are skipped, visibly, where there is none. */
export const NO_SHELL = process.platform === 'win32';

export interface Shim {
  env: NodeJS.ProcessEnv;
  remove(): void;
}

/** An environment in which `er` is this repository's build, without colour and in the C locale. */
export function shim(): Shim {
  const folder = mkdtempSync(join(tmpdir(), 'er-path-'));
  const program = join(REPOSITORY, 'bin/er.js');
  writeFileSync(join(folder, 'er'), `#!/bin/sh\nexec '${process.execPath}' '${program}' "$@"\n`, {
    mode: 0o755,
  });
  const { FORCE_COLOR, UPDATE, ...rest } = process.env;
  return {
    env: { ...rest, PATH: folder + delimiter + rest.PATH, NO_COLOR: '1', LC_ALL: 'C' },
    remove: () => rmSync(folder, { recursive: true }),
  };
}
