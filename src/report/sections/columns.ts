/** The profile of the data: what each column holds, and whether it is compared. */
import { bar } from '../bars.ts';
import { html, shortened, value } from '../html.ts';
import { count, counted, percent } from '../numbers.ts';
import { rowsThatFit } from '../rows.ts';
import { type Section, section } from '../section.ts';
import type { Column, Summary } from '../summary.ts';

const HEADS = ['column', 'type', 'compared', 'filled', 'distinct', 'most frequent value', 'missing tokens'];

export function columnSection({ columns = [], records }: Summary): Section | undefined {
  if (columns.length === 0) return undefined;
  const shown = rowsThatFit(columns, (column) => row(column, records));
  return section(
    'columns',
    'Columns',
    'What each column holds, read from its values, and whether it is compared. The bar is the part of the cells that is filled.',
    html`<div class="scroll" tabindex="0" role="region" aria-label="Columns"><table class="columns">
<thead><tr>${HEADS.map((head) => html`<th scope="col">${head}</th>`)}</tr></thead>
<tbody>
${shown.html}</tbody></table></div>${shown.note}`,
  );
}

function row(column: Column, records: number | undefined) {
  const {
    type,
    used,
    reason,
    missing,
    distinct,
    top_value,
    top_share,
    missing_tokens = [],
    unreadable,
  } = column;
  const filled = missing === undefined || !records ? undefined : 1 - missing / records;
  return html`<tr${used === false ? html` class="aside"` : undefined}><th scope="row">${value(column.column)}</th>
<td>${type}</td>
<td class="why"><span class="yes">${used === undefined ? '–' : used ? 'yes' : 'no'}</span> <small>${reason === undefined ? undefined : shortened(reason)}</small></td>
<td class="filled">${filled === undefined ? undefined : bar(filled, 'match')}<small>${missing === undefined ? undefined : missing === 0 ? 'all' : `${count(missing)} missing`}</small></td>
<td class="number">${distinct === undefined ? '–' : count(distinct)}</td>
<td class="top">${top_value === undefined ? '–' : value(top_value)} <small>${top_share === undefined ? undefined : percent(top_share)}</small></td>
<td class="tokens">${missing_tokens.length === 0 ? (unreadable ? undefined : '–') : missing_tokens.slice(0, 12).map(([token, times], i) => [i === 0 ? '' : ', ', value(token), ` × ${count(times)}`])}${unreadable ? html` <small>${counted(unreadable, 'cell')} not of the type</small>` : undefined}</td></tr>
`;
}
