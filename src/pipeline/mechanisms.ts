/** The parts of the pipeline that can be left out, so that it can be seen what each of them brings. */

/** What linking can do without, and what each is. */
export const LINK_MECHANISMS = {
  redundancy: 'columns that repeat others are not compared',
  'rare-words': 'records that share a rare word are candidates',
  rarity: 'equal rare values count for more than equal common ones',
  dependence: 'columns that agree together by nature count less together',
  'error-repulsion': 'how seldom several columns of a match differ is learned',
  related: 'pairs that are only related (one household) are a class apart',
  changed: 'matches with several columns changed (moved) are a class too',
} as const;

/** What resolving can do without, and what each is. */
export const MECHANISMS = {
  ...LINK_MECHANISMS,
  'duplicate-free': 'files that hold no duplicates are found out',
  'copied-errors': 'a value counts twice at most where errors are copied',
} as const;

export type Mechanism = keyof typeof MECHANISMS;

/** Parts to leave out; none by default. */
export type Without = ReadonlySet<Mechanism> | undefined;
