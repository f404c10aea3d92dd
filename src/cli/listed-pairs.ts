/** Reads a file of pairs of records, with match probabilities or without. */
import type { PlainRows } from '../csv/plain-rows.ts';
import type { CsvSummary, RowSink } from '../csv/read.ts';
import { ErError } from '../errors.ts';
import type { Links } from '../evaluate/links.ts';
import { columnKey } from '../records/column-key.ts';
import { Int32List } from '../records/int32-list.ts';
import { type JoinedLabels, spoken, UNKNOWN, UNLABELLED } from './joined-labels.ts';
import { RECORD_ID_COLUMNS, SOURCE_COLUMNS } from './known-columns.ts';
import { Probabilities } from './probabilities.ts';

const PROBABILITY_COLUMN = 'match_probability';

/** The pairs of one file whose records are scored; as a sink it is filled while the file is read. */
export class ListedPairs implements RowSink {
  /** How errors name the file. */
  readonly file: string;
  input: CsvSummary | undefined;
  /** Pairs left out: a record is not in the truth, or in neither file, or the pair was not compared. */
  readonly leftOut = { unlabelled: 0, unknown: 0, uncompared: 0 };
  firstUnknown = 0;

  private readonly labels: JoinedLabels;
  private readonly leftList = new Int32List();
  private readonly rightList = new Int32List();
  private readonly lineList = new Int32List();
  private readonly probabilities: Probabilities;
  private places = { id: [-1, -1], source: [-1, -1], probability: -1 };
  private find: (source: number, id: number) => number = () => UNKNOWN;

  constructor(path: string, labels: JoinedLabels) {
    this.file = path === '-' ? 'stdin' : path;
    this.labels = labels;
    this.probabilities = new Probabilities(PROBABILITY_COLUMN, this.file);
  }

  get hasProbability(): boolean {
    return this.places.probability >= 0;
  }

  /** The pairs as links between the records that are scored. */
  links(): Links & { probability: Float64Array | undefined } {
    return {
      ...{ left: this.leftList.view(), right: this.rightList.view() },
      probability: this.hasProbability ? this.probabilities.view() : undefined,
    };
  }

  header(header: string[]): void {
    const keys = header.map(columnKey);
    const { resolved, truthFile } = this.labels;
    const id = sidesOf(keys, [resolved.columns.id, truthFile.columns.id, ...RECORD_ID_COLUMNS]);
    if (id === undefined)
      throw new ErError(
        `has no columns of the ids of a pair, such as id_l and id_r; it has ${header.join(', ')}`,
        { file: this.file, line: 1 },
      );
    const { source: own } = resolved.columns;
    const source = this.labels.bySource
      ? sidesOf(keys, [...(own === undefined ? [] : [own]), ...SOURCE_COLUMNS])
      : undefined;
    this.places = { id, source: source ?? [-1, -1], probability: keys.indexOf(PROBABILITY_COLUMN) };
    this.find = this.labels.finder(source !== undefined);
  }

  row(cells: string[], line: number): void {
    const { names } = this.labels.resolved;
    const { id, source } = this.places;
    const [left, right] = [0, 1].map((side) =>
      this.find(
        source[side]! < 0 ? 0 : names.sources.code(cells[source[side]!]!),
        names.ids.code(cells[id[side]!]!),
      ),
    ) as [number, number];
    const probability = this.hasProbability
      ? this.probabilities.value(cells[this.places.probability]!, line)
      : 0;
    this.add(left, right, probability, line);
  }

  plain(rows: PlainRows): void {
    const { ids, sources } = this.labels.resolved.names;
    const { id, source, probability } = this.places;
    const idCodes = id.map((place) => ids.codes(rows, place));
    const sourceCodes = source.map((place) => (place < 0 ? undefined : sources.codes(rows, place)));
    for (let row = 0; row < rows.length; row++) {
      const left = this.find(sourceCodes[0]?.[row] ?? 0, idCodes[0]![row]!);
      const right = this.find(sourceCodes[1]?.[row] ?? 0, idCodes[1]![row]!);
      const p = probability < 0 ? 0 : this.probabilities.valueAt(rows, row, probability);
      this.add(left, right, p, rows.lines[row]!);
    }
  }

  /** @throws ErError where a pair is listed twice, and where no pair is of records that are known */
  check(): void {
    const rows = this.input?.rows ?? 0;
    if (rows > 0 && this.leftOut.unknown === rows)
      throw new ErError(
        `no pair is of records of ${this.labels.resolved.file}; give the pairs of the run that wrote that file`,
        { file: this.file, line: this.firstUnknown },
      );
    this.requireDistinct();
  }

  private add(left: number, right: number, probability: number, line: number): void {
    if (left === UNKNOWN || right === UNKNOWN) {
      if (this.leftOut.unknown++ === 0) this.firstUnknown = line;
    } else if (left === UNLABELLED || right === UNLABELLED) this.leftOut.unlabelled++;
    else if (Number.isNaN(probability)) this.leftOut.uncompared++;
    else if (left === right)
      throw new ErError(
        `pairs "${spoken(this.labels.name(left))}" with itself; leave the row out, or say the sources of both if they differ`,
        { file: this.file, line },
      );
    else {
      this.leftList.push(left);
      this.rightList.push(right);
      this.lineList.push(line);
      if (this.hasProbability) this.probabilities.add(probability);
    }
  }

  /** Goes through the pairs by the lower of their records, so that repeats of one pair come close together. */
  private requireDistinct(): void {
    const [left, right] = [this.leftList.view(), this.rightList.view()];
    const { size } = this.labels;
    const next = new Int32Array(size + 1);
    for (let i = 0; i < left.length; i++) next[Math.min(left[i]!, right[i]!) + 1]!++;
    for (let record = 0; record < size; record++) next[record + 1]! += next[record]!;
    const order = new Int32Array(left.length);
    for (let i = 0; i < left.length; i++) order[next[Math.min(left[i]!, right[i]!)]!++] = i;
    const owner = new Int32Array(size).fill(-1);
    const lastPair = new Int32Array(size);
    for (const i of order) {
      const [lower, upper] = [Math.min(left[i]!, right[i]!), Math.max(left[i]!, right[i]!)];
      if (owner[upper] === lower) throw this.repeated(lastPair[upper]!, i);
      owner[upper] = lower;
      lastPair[upper] = i;
    }
  }

  private repeated(earlier: number, later: number): ErError {
    const lines = this.lineList.view();
    const [one, other] = [this.leftList.at(later), this.rightList.at(later)];
    return new ErError(
      `the pair of "${spoken(this.labels.name(one))}" and "${spoken(this.labels.name(other))}" stands on line ${lines[earlier]} and on line ${lines[later]}; leave one of the rows out`,
      { file: this.file, line: lines[later]! },
    );
  }
}

/** The places of the columns of both sides, such as id_l and id_r. */
function sidesOf(keys: readonly string[], names: readonly string[]): [number, number] | undefined {
  const name = names
    .map(columnKey)
    .find((known) => keys.includes(`${known}_l`) && keys.includes(`${known}_r`));
  return name === undefined ? undefined : [keys.indexOf(`${name}_l`), keys.indexOf(`${name}_r`)];
}
