/** The summary of a run: what a page can be made of. Everything but the command may be missing. */
import { ErError } from '../errors.ts';
import {
  amount,
  anything,
  type Decoded,
  either,
  fields,
  flag,
  list,
  number,
  orNull,
  provided,
  share,
  table,
  text,
  whole,
} from './decode.ts';
import { entitySample } from './entity-sample.ts';

const input = provided(
  fields(
    { rows: amount },
    {
      ...{ path: text, source: text, name: text, bytes: amount, sha256: text },
      ...{ delimiter: text, encoding: text, padded_rows: amount, paddedRows: amount, id_column: text },
    },
  ),
  ({ path, source, name }) => (source ?? name ?? path) !== undefined,
);

const column = fields(
  { column: text },
  {
    ...{ type: text, used: flag, reason: text, missing: amount, distinct: amount },
    ...{ top_value: text, top_share: share, missing_tokens: table(amount), unreadable: amount },
  },
);

const rule = fields(
  { rule: text, pairs: amount },
  { largest_block: amount, complete: flag, new_pairs: amount },
);

const blocking = fields(
  {},
  {
    ...{ every_pair: flag, total_pairs: amount, rules: list(rule), pairs_at_most: amount },
    ...{ pairs: amount, pairs_expected: amount, estimated_missed: share },
  },
);

const level = fields({ level: whole, m: share, u: share, weight: number }, { name: text });
const field = provided(fields({ name: text, levels: list(level) }, {}), ({ levels }) =>
  levels.every(({ level }, i) => level === i),
);
const parameters = fields({ fields: list(field) }, { prior: share, prior_weight: number });

const matchWeights = provided(
  fields({ from: number, width: number, pairs: list(amount) }, { matches: list(amount), threshold: number }),
  ({ width, pairs, matches = pairs }) => width > 0 && pairs.length > 0 && matches.length === pairs.length,
);

const interval = fields({ low: amount, high: amount }, { mean: amount });
const size = fields({ size: whole, entities: amount }, {});
const numbersOfEntities = provided(
  fields({ values: list(whole), shares: list(share) }, { mean: amount, low: amount, high: amount }),
  ({ values, shares }) => values.length > 0 && shares.length === values.length,
);
const meanSize = fields({ size: whole, mean: amount, low: amount, high: amount }, {});
const posterior = fields({}, { draws: amount, entities: numbersOfEntities, sizes: list(meanSize) });

const optimum = fields(
  { log_posterior: number },
  { expected_matches: amount, prior: share, starts: list(whole) },
);
const met = fields({}, { r_hat: number, effective_draws: number });
const convergence = fields({}, { entities: met, log_posterior: met });
const chain = fields({ entities: list(amount) }, { log_posterior: list(number) });
const distortion = fields({ column: text, mean: share, low: share, high: share }, {});
const dependence = provided(
  fields({ columns: list(text) }, { ratio_at_equality: number, mutual_information: number }),
  ({ columns }) => columns.length === 2,
);
const doubtful = fields({ source: text, id: text, probability: share }, { entity_id: text });
const stage = fields({ stage: text, seconds: amount }, { peak_memory_mib: amount });
const forecast = fields({ seconds: amount }, { peak_memory_mib: amount, stages: list(stage) });
const warning = either(text, fields({ message: text }, {}));

const summary = fields(
  { command: text },
  {
    ...{ version: text, seed: number, options: table(anything), records: amount },
    ...{ inputs: list(input), columns: list(column), blocking, parameters },
    exchanged: list(fields({ columns: list(text), records: amount }, {})),
    ...{ match_weights: matchWeights, dependence: list(dependence), coherence: share },
    ...{ related: fields({ pairs: amount }, {}), patterns: amount, expected_matches: amount },
    ...{ iterations: amount, converged: flag, log_posterior: number, log_likelihood: number },
    ...{ trace: list(number), objective_trace: list(number), elbo_trace: list(number) },
    ...{ optima: list(optimum), warnings: list(warning), K: number, objective: number },
    expected: fields({}, { precision: orNull(share), recall: orNull(share) }),
    ...{ entities: amount, interval, duplicates: amount, sizes: list(size) },
    ...{ unique_within: list(text), posterior, distortion: list(distortion), convergence },
    ...{ chains: list(chain), doubtful: list(doubtful), entity_sample: entitySample },
    ...{ pairs: amount, total_pairs: amount, threshold: share, reported_pairs: amount },
    levels: list(fields({ column: text, levels: list(text) }, {})),
    forecast: fields({}, { threads: amount, link: forecast, resolve: forecast }),
    stages: list(stage),
  },
);

export type Summary = Decoded<typeof summary>;
export type Input = Decoded<typeof input>;
export type Column = Decoded<typeof column>;
export type Field = Decoded<typeof field>;
export type Stage = Decoded<typeof stage>;

/** Commands whose summaries have something to show. */
const COMMANDS = ['resolve', 'link', 'em', 'pairs', 'profile'];

const REMEDY = 'give the file that er resolve, link, em, pairs or profile wrote with --summary';

/**
 * The summary in a JSON document. What is missing in it, or is not what it should be, is left out.
 *
 * @param file how errors name it
 * @throws ErError where it is no JSON, or no summary of a run
 * @example parseSummary('{"command":"em","pairs":3,"records":"many"}', 'run.json') // => { command: 'em', pairs: 3 }
 */
export function parseSummary(document: string, file: string): Summary {
  return readSummary(parse(document, file), file);
}

/** The same of a document that is parsed already. */
export function readSummary(json: unknown, file?: string): Summary {
  const found = summary(json);
  if (found === undefined) throw new ErError(`is no summary of a run; ${REMEDY}`, { file });
  if (!COMMANDS.includes(found.command))
    throw new ErError(`is no summary of a run, its command is "${found.command.slice(0, 40)}"; ${REMEDY}`, {
      file,
    });
  return found;
}

function parse(document: string, file: string): unknown {
  const text = document.replace(/^\ufeff/, '');
  if (text.trim() === '') throw new ErError(`is empty; ${REMEDY}`, { file });
  try {
    return JSON.parse(text);
  } catch (error) {
    const at = /position (\d+)/.exec(String(error))?.[1];
    const line = at === undefined ? undefined : text.slice(0, Number(at)).split('\n').length;
    throw new ErError(`is no JSON; ${REMEDY}`, { file, line });
  }
}

/** How a page names an input. */
export function inputName({ source, name, path }: Input): string {
  return source ?? name ?? path ?? '';
}

/** What the run warned of. */
export function warningsOf({ warnings = [] }: Summary): string[] {
  return warnings.map((warning) => (typeof warning === 'string' ? warning : warning.message));
}
