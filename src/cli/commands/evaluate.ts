/** `er evaluate`: how right a resolved file is, where the truth is known. */
import { Command } from 'commander';
import { ErError } from '../../errors.ts';
import { type Calibration, calibration } from '../../evaluate/calibration.ts';
import { contingency } from '../../evaluate/contingency.ts';
import type { Links } from '../../evaluate/links.ts';
import { type LinkKind, losses } from '../../evaluate/losses.ts';
import { scoresOf } from '../../evaluate/partition-scores.ts';
import { recordsInPlace } from '../../evaluate/records-in-place.ts';
import { oneTurn } from '../../pipeline/steps.ts';
import { joinNotices } from '../join-text.ts';
import type { JoinedLabels } from '../joined-labels.ts';
import {
  describeInputs,
  type LabelOptions,
  readLabels,
  readPairs,
  requireOneStdin,
} from '../labelled-inputs.ts';
import type { ListedPairs } from '../listed-pairs.ts';
import { withRunOptions } from '../options.ts';
import { withOutputs, writeJson } from '../outputs.ts';
import {
  calibrationMetrics,
  describeCalibration,
  lossMetrics,
  type Metric,
  metricText,
  partitionMetrics,
} from '../score-metrics.ts';
import { calibrationText, lossText, scoresText, wrongText } from '../scores-text.ts';
import { type Io, withManners } from '../terminal.ts';
import { version } from '../version.ts';
import { ERROR_COLUMNS, errorRow, wrongEntities } from '../wrong-entities.ts';

export interface Options extends LabelOptions {
  matches?: string;
  pairs?: string;
  errors?: string;
}

const HELP = `
RESOLVED is what "er resolve" or any other tool wrote: a column of entities
(entity_id, cluster_id, "Cluster ID", entity, cluster, …), one of ids (id,
rec_id, record_id, unique_id, uid, …) and one of sources if there are several
files (source, source_dataset, …). TRUTH has the same: [source,]id,entity.
Records are known by source and id if both files have sources, else by the id.
Those that are not in TRUTH are left out of the scores; those that are not in
RESOLVED count as records on their own, and so do those whose cell is empty.

Out comes "metric,value", where a value is empty if it is 0/0 (precision where
no pair is joined, say):
  records, entities, true_entities, entity_count_error (the difference)
  pairwise_precision, pairwise_recall, pairwise_f1, and the pairs behind them:
  true_positives, false_positives, false_negatives
  b_cubed_precision, b_cubed_recall, b_cubed_f1   averaged over records
  exact_entities    entities that are a true one, no record more or less;
  exact_precision, exact_recall   their share of all and of the true ones
  adjusted_rand_index   1 for the truth, 0 expected for chance
  variation_of_information   in nats, the sum of vi_merged = H(true | entity)
  and vi_split = H(entity | true)
With the probabilities of "er resolve", and those of --matches, else --pairs:
  record_…, pair_…  predictions (how many), brier_score, log_loss (nats; 0 and
  1 count as 5e-11 away), calibration_error (over ten bins of equal width)
A record's probability came true if its entity and its true one share more than
half of the records of both together; a pair's if it is one true entity. Pairs
are those listed: "er resolve" lists joined ones and those from .1 on, so that
its pairs below .1 come true too often; "er link --threshold 0" lists all.
With --pairs, else with --matches, true pairs missed and wrong pairs joined by
the step to blame:
  missed_by_blocking     no candidate
  missed_by_scoring      a candidate below .5
  missed_by_clustering   a candidate from .5 on, left apart
  joined_by_scoring      a candidate from .5 on
  joined_by_clustering   joined through others
  won_by_clustering      true pairs joined though no candidate from .5 on
Steps that cannot be told apart share a number: missed_by_blocking_or_scoring
with --matches alone; missed_by_… and joined_by_scoring_or_clustering if --pairs
has no match_probability. The worst entities stand on standard error, with the
most probable link that holds them together wrongly, or was not taken, or else a
record of their smallest part. --delimiter and --encoding are those of RESOLVED.

Examples:
  er resolve a.csv b.csv -o resolved.csv --matches matches.csv
  er evaluate resolved.csv --truth truth.csv --matches matches.csv
  er link a.csv b.csv --threshold 0 -o pairs.csv
  er evaluate resolved.csv --truth truth.csv --pairs pairs.csv
`;

/** The command for commander; `io` is asked for when it runs. */
export function evaluateCommand(io: () => Io): Command {
  const command = new Command('evaluate')
    .summary('score resolved records against the truth')
    .description('Say how right a resolved file is, and which entities are most wrong.')
    .argument('<resolved>', 'CSV file of records with their entities, .gz too, or - for standard input')
    .requiredOption('--truth <file>', 'CSV file of the true entities, .gz too, or -')
    .option('--entity <column>', 'column of entities (default: detected)')
    .option('--id <column>', 'column of ids (default: detected)')
    .option('--source <column>', 'column of the file that a record is from (default: detected)')
    .option('--no-source', 'know records by their ids alone')
    .option('--truth-entity <column>', 'the same of the truth (default: detected)')
    .option('--truth-id <column>')
    .option('--truth-source <column>')
    .option('--matches <file>', 'match probabilities, by "er resolve --matches" or "er link"')
    .option('--pairs <file>', 'all candidates, by "er link --threshold 0" or "er pairs"')
    .option('--errors <file>', 'write all wrong entities here, the worst first')
    .addHelpText('after', HELP)
    .action((path: string, options: Options) => run(path, options, io()));
  return withRunOptions(command);
}

/** Wrong entities of each kind in a summary. */
const SUMMARISED = 20;

/** Runs the command on one file; see HELP for what it does. */
async function run(path: string, options: Options, terminal: Io): Promise<void> {
  const io = withManners(terminal, options);
  requireOneStdin([path, options.truth, options.matches, options.pairs]);
  await withOutputs(io.stdout, async (outputs) => {
    const output = await outputs.result(options.output);
    const errors = await outputs.further('--errors', options.errors);
    const summary = await outputs.further('--summary', options.summary);
    const labels = await readLabels(path, options, io);
    const matches = await readPairs(options.matches, labels, io);
    const pairs = await readPairs(options.pairs, labels, io);
    requireProbability(matches);
    await oneTurn();

    const table = contingency(labels.found, labels.truth);
    const scores = scoresOf(table);
    const records = recordCalibration(labels, recordsInPlace(table));
    const scored = matches ?? (pairs?.hasProbability === true ? pairs : undefined);
    const ofPairs = scored && pairCalibration(scored.links(), labels.truth);
    const listed = pairs ?? matches;
    const lost = listed && losses(listed.links(), kindOf(listed, pairs), labels.found, labels.truth, scores);
    await oneTurn();
    const wrong = wrongEntities(labels, (pairs?.hasProbability === true ? pairs : matches)?.links());

    const metrics: Metric[] = [
      ...partitionMetrics(scores),
      ...(records === undefined ? [] : calibrationMetrics('record', records)),
      ...(ofPairs === undefined ? [] : calibrationMetrics('pair', ofPairs)),
      ...(lost === undefined ? [] : lossMetrics(lost)),
    ];
    await output.row(['metric', 'value']);
    for (const [name, value] of metrics) await output.row([name, metricText(value)]);
    await output.commit();
    if (errors !== undefined) {
      await errors.row(ERROR_COLUMNS);
      for (const one of wrong) await errors.row(errorRow(one));
      await errors.commit();
    }
    const notices = joinNotices(labels, [matches, pairs]);
    await writeJson(summary, {
      ...{ command: 'evaluate', version: version(), options },
      inputs: describeInputs({ resolved: labels.resolved, truth: labels.truthFile, matches, pairs }),
      columns: { resolved: labels.resolved.columns, truth: labels.truthFile.columns },
      joined_by: labels.bySource ? ['source', 'id'] : ['id'],
      ...{ unlabelled: labels.unlabelled, absent: labels.absent },
      metrics: Object.fromEntries(metrics),
      calibration: { records: describeCalibration(records), pairs: describeCalibration(ofPairs) },
      worst: worst(wrong),
      warnings: notices.map(({ code, message }) => ({ code, message })),
    });
    for (const { message, isWarning } of notices)
      io.notice(isWarning ? io.colour.yellow(`warning: ${message}`) : `notice: ${message}`);
    io.notice(scoresText(scores));
    if (records !== undefined) io.notice(calibrationText('records', records));
    if (ofPairs !== undefined) io.notice(calibrationText('pairs', ofPairs));
    if (lost !== undefined) io.notice(lossText(lost));
    const text = wrongText(wrong);
    if (text !== undefined) io.notice(text);
  });
}

function requireProbability(matches: ListedPairs | undefined): void {
  if (matches === undefined || matches.hasProbability) return;
  throw new ErError('has no column match_probability, which --matches needs; give candidates as --pairs', {
    ...{ file: matches.file, line: 1 },
  });
}

/** Of the records that have a probability in the resolved file. */
function recordCalibration(labels: JoinedLabels, isInPlace: Uint8Array): Calibration | undefined {
  const { resolved, recordOfRow } = labels;
  if (resolved.columns.probability === undefined) return undefined;
  const probabilities = resolved.probabilities!.view();
  const isKnown = (record: number, row: number) => record >= 0 && !Number.isNaN(probabilities[row]!);
  return calibration(
    probabilities.filter((_, row) => isKnown(recordOfRow[row]!, row)),
    recordOfRow.filter(isKnown).map((record) => isInPlace[record]!),
  );
}

function pairCalibration({ left, right, probability }: Links, truth: Int32Array): Calibration {
  return calibration(
    probability!,
    Uint8Array.from(left, (one, i) => (truth[one] === truth[right[i]!] ? 1 : 0)),
  );
}

function kindOf(listed: ListedPairs, pairs: ListedPairs | undefined): LinkKind {
  if (listed !== pairs) return 'matches';
  return listed.hasProbability ? 'scored' : 'candidates';
}

function worst(wrong: ReturnType<typeof wrongEntities>) {
  const of = (kind: string) => wrong.filter(({ error }) => error === kind);
  const [merged, split] = [of('merged'), of('split')];
  return {
    ...{ merged_entities: merged.length, split_entities: split.length },
    ...{ merged: merged.slice(0, SUMMARISED), split: split.slice(0, SUMMARISED) },
  };
}
