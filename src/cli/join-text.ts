/** What the user should know of how records and pairs were brought together. */
import type { JoinedLabels, SomeRecords } from './joined-labels.ts';
import type { ListedPairs } from './listed-pairs.ts';
import { count, counted } from './terminal.ts';

export interface JoinNotice {
  text: string;
  /** Whether it changes a score against the result. */
  isWarning: boolean;
}

export function joinNotices(labels: JoinedLabels, pairs: readonly (ListedPairs | undefined)[]): JoinNotice[] {
  const { resolved, truthFile, unlabelled, absent, withoutEntity } = labels;
  const notices: JoinNotice[] = [];
  const tell = (number: number, text: string, isWarning = false) => {
    if (number > 0) notices.push({ text, isWarning });
  };
  for (const text of [...resolved.notices, ...truthFile.notices]) tell(1, text);
  tell(unlabelled.number, `${some(unlabelled)} not in ${truthFile.file} and left out of the scores`);
  tell(absent.number, `${some(absent)} not in ${resolved.file} and count as records on their own`, true);
  for (const [file, number] of [
    [resolved, withoutEntity.resolved],
    [truthFile, withoutEntity.truth],
  ] as const)
    tell(
      number,
      `${counted(number, 'record')} of ${file.file} without an entity: each counts as one on its own`,
    );
  for (const listed of pairs) {
    if (listed === undefined) continue;
    const { unlabelled, unknown, uncompared } = listed.leftOut;
    const { file } = listed;
    tell(
      unlabelled,
      `${file}: ${counted(unlabelled, 'pair')} left out, of records that are not in the truth`,
    );
    tell(uncompared, `${file}: ${counted(uncompared, 'pair')} left out, which have no match_probability`);
    const strangers = `${counted(unknown, 'pair')} of records that neither file has, left out (the first on line ${listed.firstUnknown})`;
    tell(unknown, `${file}: ${strangers}; is it of the same run?`, true);
  }
  return notices;
}

/** `3 records (a, b, c) are`. */
function some({ number, first }: SomeRecords): string {
  const names = `${first.join(', ')}${number > first.length ? `, … and ${count(number - first.length)} more` : ''}`;
  return `${counted(number, 'record')} (${names}) ${number === 1 ? 'is' : 'are'}`;
}
