/** The library: the pipeline as plain functions, scores of what comes out, and the page of a run. */
export { type Calibration, calibration } from './evaluate/calibration.ts';
export { entityNumbers, type PartitionScores, scorePartition } from './evaluate/partition-scores.ts';
export { type Linkage, type LinkOptions, link, matchedPairs } from './pipeline/link.ts';
export { MECHANISMS, type Mechanism } from './pipeline/mechanisms.ts';
export type { Resolution, ResolveOptions } from './pipeline/resolution.ts';
export { resolve } from './pipeline/resolve.ts';
export { reportPage } from './report/page.ts';
