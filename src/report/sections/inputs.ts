/** The files that were read, so that a run can be told from any other. */
import { type Html, html, own, shortened, value } from '../html.ts';
import { count } from '../numbers.ts';
import { rowsThatFit } from '../rows.ts';
import { type Input, inputName, type Summary } from '../summary.ts';

/** Files named before the table is opened. */
const MOST_NAMED = 6;

/** A line for each file; the whole of what is known behind it. */
export function inputTable({ inputs = [] }: Summary): Html | undefined {
  if (inputs.length === 0) return undefined;
  const shown = inputs.slice(0, MOST_NAMED);
  const rows = rowsThatFit(inputs, row);
  return html`<details class="inputs"><summary>Inputs: ${shown.map((input, i) => [i === 0 ? '' : ', ', value(inputName(input)), ` (${count(input.rows)} rows)`])}${inputs.length > MOST_NAMED ? ', …' : ''}</summary>
<div class="scroll" tabindex="0" role="region" aria-label="Inputs"><table>
<thead><tr><th scope="col">file</th><th scope="col">rows</th><th scope="col">bytes</th><th scope="col">delimiter</th><th scope="col">encoding</th><th scope="col">rows filled up</th><th scope="col">id column</th><th scope="col">SHA-${own('256')}</th></tr></thead>
<tbody>${rows.html}</tbody></table></div>${rows.note}</details>
`;
}

function row(input: Input): Html {
  const { path, rows, bytes, delimiter, encoding, id_column, sha256 } = input;
  const padded = input.padded_rows ?? input.paddedRows;
  const cells = [
    count(rows),
    bytes === undefined ? '–' : count(bytes),
    delimiter === undefined ? '–' : (DELIMITERS[delimiter] ?? value(delimiter)),
    encoding ?? '–',
    padded === undefined ? '–' : count(padded),
    id_column === undefined ? '–' : value(id_column),
  ];
  return html`<tr><th scope="row">${value(path ?? inputName(input))}</th>${cells.map((cell) => html`<td>${cell}</td>`)}<td class="hash">${sha256 === undefined ? '–' : shortened(sha256)}</td></tr>\n`;
}

const DELIMITERS: Readonly<Record<string, string>> = {
  ',': 'comma',
  ';': 'semicolon',
  '\t': 'tab',
  '|': 'pipe',
};
