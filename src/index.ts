/** The library: the pipeline as plain functions. */
export { type Linkage, type LinkOptions, link, matchedPairs } from './pipeline/link.ts';
export type { Resolution, ResolveOptions } from './pipeline/resolution.ts';
export { resolve } from './pipeline/resolve.ts';
