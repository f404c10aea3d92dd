/** The library: the pipeline as plain functions. */
export { type LinkOptions, type Linkage, link, matchedPairs } from './pipeline/link.ts';
