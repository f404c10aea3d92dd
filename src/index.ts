/** The library: the pipeline as plain functions. */
export { type Linkage, type LinkOptions, link, matchedPairs } from './pipeline/link.ts';
export { MECHANISMS, type Mechanism } from './pipeline/mechanisms.ts';
export type { Resolution, ResolveOptions } from './pipeline/resolution.ts';
export { resolve } from './pipeline/resolve.ts';
