/** The library: the pipeline as plain functions. */
export { type Linkage, type LinkOptions, link, matchedPairs } from './pipeline/link.ts';
