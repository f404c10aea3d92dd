/** The summary of a run of three records, written by hand: everything a page can show is in it. */
export const RUN = {
  command: 'resolve',
  version: '0.1.0',
  options: { samples: 4, type: { name: 'person' }, output: 'merged.csv' },
  seed: 7,
  records: 3,
  inputs: [
    {
      ...{ path: 'data/a.csv', source: 'a.csv', bytes: 812, sha256: '6ce727b7dfab', rows: 2 },
      ...{ delimiter: ',', encoding: 'utf-8', padded_rows: 1, id_column: 'id' },
    },
    {
      path: 'b.csv',
      source: 'b.csv',
      bytes: 406,
      sha256: '94f6efef06a3',
      rows: 1,
      delimiter: '\t',
      id_column: null,
    },
  ],
  columns: [
    {
      ...{ column: 'id', type: 'code', used: false, reason: 'the id: it names the records', missing: 0 },
      ...{ distinct: 3, top_value: '1', top_share: 0.3333, missing_tokens: {}, unreadable: 0 },
    },
    {
      ...{ column: 'name', type: 'person', used: true, reason: 'short names of 1.0 words on average' },
      ...{ missing: 0, distinct: 2, top_value: 'Anna', top_share: 0.6667, missing_tokens: {}, unreadable: 0 },
    },
    {
      ...{ column: 'born', type: 'date', used: true, reason: '100 % are dates', missing: 1, distinct: 2 },
      ...{ top_value: '1930-12-17', top_share: 0.5, missing_tokens: { '?': 1 }, unreadable: 2 },
    },
  ],
  exchanged: [{ columns: ['name', 'born'], records: 1 }],
  blocking: {
    ...{ every_pair: false, total_pairs: 3, pairs_at_most: 5, pairs: 2, estimated_missed: 0.0123 },
    rules: [
      { rule: 'name & born: year', pairs: 4, largest_block: 3, complete: true, new_pairs: 2 },
      { rule: 'born', pairs: 1, largest_block: 2, complete: false, new_pairs: 0 },
    ],
  },
  parameters: {
    prior: 0.125,
    prior_weight: -2.807,
    fields: [
      {
        name: 'name',
        levels: [
          { level: 0, name: 'different', m: 0.05, u: 0.96, weight: -4.26 },
          { level: 1, name: 'close', m: 0.15, u: 0.000031, weight: 12.24 },
          { level: 2, name: 'equal', m: 0.8, u: 0.04, weight: 4.32 },
        ],
      },
      {
        name: 'born',
        levels: [
          { level: 0, name: 'different', m: 0.1, u: 0.9, weight: -3.17 },
          { level: 1, name: 'equal', m: 0.9, u: 0.1, weight: 3.17 },
        ],
      },
    ],
  },
  match_weights: {
    ...{
      from: -4,
      width: 2,
      pairs: [0, 1, 0, 0, 0, 1, 0],
      matches: [0, 0.1, 0, 0, 0, 0.95, 0],
      threshold: 2.807,
    },
  },
  dependence: [{ columns: ['name', 'born'], ratio_at_equality: 19.27, mutual_information: 0.0031 }],
  related: { pairs: 6 },
  coherence: 0.912,
  patterns: 2,
  expected_matches: 1.05,
  iterations: 3,
  converged: true,
  log_posterior: -12.5,
  trace: [-40, -13, -12.5],
  objective_trace: [-30, -21.25],
  elbo_trace: [-50, -30, -22],
  optima: [
    { log_posterior: -12.5, expected_matches: 1.05, prior: 0.125 },
    { log_posterior: -12.75, expected_matches: 0.5, prior: 0.0625 },
  ],
  warnings: ['few matches: 1 expected', { code: 'x', message: '"born" speaks less than "name" (3.4 bits)' }],
  K: 2.84,
  objective: -21.25,
  entities: 2,
  interval: { mean: 2.25, low: 2, high: 3 },
  duplicates: 1,
  sizes: [
    { size: 1, entities: 1 },
    { size: 2, entities: 1 },
  ],
  unique_within: ['b.csv'],
  posterior: {
    draws: 4,
    entities: { mean: 2.25, low: 2, high: 3, values: [2, 3], shares: [0.75, 0.25] },
    sizes: [{ size: 1, mean: 1.5, low: 1, high: 3 }],
  },
  distortion: [{ column: 'name', mean: 0.05139, low: 0.02443, high: 0.09229 }],
  convergence: { entities: { r_hat: 1.0012, effective_draws: 156.46 }, log_posterior: { r_hat: null } },
  chains: [
    { entities: [2, 3, 2], log_posterior: [-22, -23, -22], K: [3, 3, 3] },
    { entities: [2, 2, 3], log_posterior: [-22, -22, -23], K: [3, 3, 3] },
  ],
  doubtful: [{ source: 'b.csv', id: '3', entity_id: 'e2', probability: 0.77 }],
  reported_pairs: 2,
  stages: [
    { stage: 'read', seconds: 0.084, peak_memory_mib: 70 },
    { stage: 'block', seconds: 1.3, peak_memory_mib: 82 },
  ],
  entity_sample: {
    rule: 'the 100 entities most in doubt, the 20 largest and 40 drawn at random',
    of: 2,
    columns: ['name', 'born', 'note'],
    entities: [
      {
        ...{ entity_id: 'e1', records: 1, why: ['chance'], doubt: 0 },
        members: [{ source: 'a.csv', id: '2', probability: 1, cells: ['Bert', '', ''], alternatives: [] }],
        pairs: [],
      },
      {
        ...{ entity_id: 'e2', records: 2, why: ['doubt', 'size'], doubt: 0.23 },
        members: [
          {
            ...{ source: 'a.csv', id: '1', probability: 0.99, cells: ['Anna', '1930-12-17', '<b>'] },
            alternatives: [{ entity_id: 'e1', probability: 0.01 }],
          },
          {
            ...{
              source: 'b.csv',
              id: '3',
              probability: 0.77,
              cells: ['Ana', '', '<script>alert(1)</script>'],
            },
            alternatives: [
              { entity_id: 'e1', probability: 0.2 },
              { entity_id: null, probability: 0.03 },
            ],
          },
        ],
        pairs: [
          {
            ...{ left: 0, right: 1, levels: [1, null], weights: [13.44, 0], rarity: [1.2, 0] },
            ...{ dependence: -0.8, other: 0.1, weight: 12.74, probability: 0.99897 },
          },
        ],
      },
    ],
  },
};
