/** The built command as a whole process: wall seconds, its stages, and the most memory it ever held. */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const ER = fileURLToPath(new URL('../../../bin/er.js', import.meta.url));
/** What the process says on standard error when it ends, in KiB; threads are part of it. */
const TELLS_PEAK =
  'data:text/javascript,process.on("exit",()=>process._rawDebug("peak "+process.resourceUsage().maxRSS))';

interface StageCost {
  stage: string;
  seconds: number;
  peak_memory_mib: number;
}

interface Summary {
  stages: StageCost[];
  blocking: { pairs?: number };
}

export interface Run {
  seconds: number;
  mebibytes: number;
  stages: StageCost[];
  /** Candidates compared. */
  pairs: number;
}

export interface RunOptions {
  output: string;
  summary: string;
  threads: string | undefined;
}

/** Runs `er COMMAND FILES` to its end. */
export async function run(command: string, files: readonly string[], options: RunOptions): Promise<Run> {
  const { output, summary, threads } = options;
  const words = [command, ...files, '--id', 'id', '--quiet', '-o', output, '--summary', summary];
  const start = performance.now();
  const child = spawn(
    process.execPath,
    ['--import', TELLS_PEAK, ER, ...words, ...(threads === undefined ? [] : ['--threads', threads])],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  let told = '';
  child.stderr.on('data', (text) => {
    told += text;
  });
  const status = await new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', resolve);
  });
  const seconds = (performance.now() - start) / 1000;
  if (status !== 0) throw new Error(`er ${words.join(' ')}: status ${status}\n${told}`);
  const peaks = [...told.matchAll(/^peak (\d+)$/gm)].map(([, kibibytes]) => Number(kibibytes));
  const { stages, blocking }: Summary = JSON.parse(readFileSync(summary, 'utf8'));
  const mebibytes = Math.max(...peaks) / 1024;
  return { seconds, mebibytes, stages: merged(stages), pairs: blocking.pairs ?? 0 };
}

/** Stages by name: some are gone through twice where files turn out to be free of duplicates. */
function merged(stages: readonly StageCost[]): StageCost[] {
  const byName = new Map<string, StageCost>();
  for (const { stage, seconds, peak_memory_mib } of stages) {
    const before = byName.get(stage)?.seconds ?? 0;
    byName.set(stage, { stage, seconds: before + seconds, peak_memory_mib });
  }
  return [...byName.values()];
}

/** The run of the median time, with the median of each stage's seconds. */
export function median(runs: readonly Run[]): Run {
  const middle = (values: number[]): number => values.sort((a, b) => a - b)[values.length >> 1]!;
  return {
    seconds: middle(runs.map((it) => it.seconds)),
    mebibytes: middle(runs.map((it) => it.mebibytes)),
    pairs: runs[0]!.pairs,
    stages: runs[0]!.stages.map(({ stage }, s) => ({
      stage,
      seconds: middle(runs.map((it) => it.stages[s]!.seconds)),
      peak_memory_mib: middle(runs.map((it) => it.stages[s]!.peak_memory_mib)),
    })),
  };
}
