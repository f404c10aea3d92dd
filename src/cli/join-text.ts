/** What the user should know of how records and pairs were brought together. */
import type { JoinedLabels, SomeRecords } from './joined-labels.ts';
import type { ListedPairs } from './listed-pairs.ts';
import { count, counted } from './terminal.ts';

export interface JoinNotice {
  code: string;
  message: string;
  /** Whether it changes a score against the result. */
  isWarning: boolean;
}

export function joinNotices(labels: JoinedLabels, pairs: readonly (ListedPairs | undefined)[]): JoinNotice[] {
  const { resolved, truthFile, unlabelled, absent, withoutEntity } = labels;
  const notices: JoinNotice[] = [];
  const tell = (code: string, number: number, message: string, isWarning = false) => {
    if (number > 0) notices.push({ code, message, isWarning });
  };
  for (const text of [...resolved.notices, ...truthFile.notices]) tell('other_column', 1, text);
  tell(
    ...(['not_in_truth', unlabelled.number] as const),
    `${some(unlabelled)} not in ${truthFile.file} and left out of the scores`,
  );
  const count = absent.number === 1 ? 'counts as a record of its own' : 'count as records on their own';
  tell('not_resolved', absent.number, `${some(absent)} not in ${resolved.file} and ${count}`, true);
  tell('no_entity', withoutEntity.resolved, aloneText(resolved.file, withoutEntity.resolved));
  tell('no_true_entity', withoutEntity.truth, aloneText(truthFile.file, withoutEntity.truth));
  for (const listed of pairs) {
    if (listed === undefined) continue;
    const { file, leftOut, firstUnknown } = listed;
    const { unlabelled, unknown, uncompared } = leftOut;
    const leftOutText = (number: number) => `${file}: ${counted(number, 'pair')} left out,`;
    tell(
      ...(['pair_not_in_truth', unlabelled] as const),
      `${leftOutText(unlabelled)} of records that are not in the truth`,
    );
    tell(
      ...(['pair_not_compared', uncompared] as const),
      `${leftOutText(uncompared)} without match_probability`,
    );
    tell(
      ...(['pair_unknown', unknown] as const),
      `${leftOutText(unknown)} of records that neither file has (the first on line ${firstUnknown}); is it of the same run?`,
      true,
    );
  }
  return notices;
}

function aloneText(file: string, number: number): string {
  const each = number === 1 ? 'it' : 'each';
  return `${counted(number, 'record')} of ${file} without an entity: ${each} counts as one on its own`;
}

/** `3 records (a, b, c) are`. */
function some({ number, first }: SomeRecords): string {
  const names = `${first.join(', ')}${number > first.length ? `, … and ${count(number - first.length)} more` : ''}`;
  return `${counted(number, 'record')} (${names}) ${number === 1 ? 'is' : 'are'}`;
}
