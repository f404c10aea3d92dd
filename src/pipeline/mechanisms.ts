/** The parts of the pipeline that can be left out, so that it can be seen what each of them brings. */

/** What linking can do without, and what each is. */
export const LINK_MECHANISMS = {
  redundancy: 'columns that repeat others are not compared',
  codes: 'model numbers inside wording are compared by themselves',
  exchanged: "values in each other's column are put right",
  nicknames: 'given names of one family have a level',
  'rare-words': 'records that share a rare word are candidates',
  'ample-candidates': 'cheap rules for matches that agree on little',
  rarity: 'equal rare values count for more than equal common ones',
  dependence: 'columns that agree together by nature count less together',
  'error-repulsion': 'how seldom several columns of a match differ is learned',
  related: 'pairs that are only related (a household) are a class',
  changed: 'matches with several columns changed (moved) are one too',
  'between-files': 'in doubt, matches are learned between the files',
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
