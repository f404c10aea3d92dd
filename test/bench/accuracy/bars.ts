/** Pairwise F1 that `er resolve FILES --id id` is held to on public sets, by name of the set. */
export const BARS: Readonly<Record<string, number>> = {
  rldata500: 0.985,
  rldata10000: 0.98,
  febrl1: 0.999,
  febrl3: 0.999,
  febrl4: 0.999,
  fake1000: 0.95,
  historical50k: 0.97,
  restaurants: 0.95,
  cora: 0.85,
  threefiles: 0.99,
  settlements: 0.945,
  dblp_acm: 0.975,
  abt_buy: 0.8,
  sadinle1: 0.999,
};

/** Most that renamed columns may change F1 by. */
export const MOST_CHANGE = 0.005;
