/** The tools that are run beside `er`, and what each is given that `er` is not. */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export interface Peer {
  /** Name of its package, and of its script. */
  name: string;
  pins: readonly string[];
  /** Whether the truth is handed to it, to draw labels from. */
  isLabelled: boolean;
  /** Whether its script can give a partition for each of many thresholds. */
  hasSweep: boolean;
  /** Most records it is run on. */
  most: number;
  given: string;
}

const COMPARISONS = 'blocking rules, comparisons';

export const PEERS: readonly Peer[] = [
  {
    ...{ name: 'splink', pins: ['splink==5.0.0', 'pyarrow'] },
    ...{ isLabelled: false, hasSweep: true, most: Number.POSITIVE_INFINITY },
    given: `${COMPARISONS}, a recall, a threshold`,
  },
  {
    ...{ name: 'goldenmatch', pins: ['goldenmatch'] },
    ...{ isLabelled: false, hasSweep: false, most: 100_000 },
    given: 'nothing',
  },
  {
    // dedupe 3 calls what later versions of BTrees no longer have.
    ...{ name: 'dedupe', pins: ['dedupe', 'BTrees==6.1'] },
    ...{ isLabelled: true, hasSweep: true, most: 10_000 },
    given: '**labels** of 100 entities, types of columns',
  },
  {
    ...{ name: 'recordlinkage', pins: ['recordlinkage'] },
    ...{ isLabelled: false, hasSweep: true, most: 100_000 },
    given: COMPARISONS,
  },
];

export const INSTALL = `python3 -m venv peers && peers/bin/pip install ${PEERS.flatMap(({ pins }) =>
  pins.map((pin) => `'${pin}'`),
).join(' ')}`;

export const script = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

/** The version of a peer, or nothing where this Python cannot import it. */
export function installedVersion(python: string, { name }: Peer): string | undefined {
  const program = `import ${name}, importlib.metadata as m; print(m.version('${name}'))`;
  const { status, stdout } = spawnSync(python, ['-c', program], { encoding: 'utf8' });
  return status === 0 ? stdout.trim() : undefined;
}
