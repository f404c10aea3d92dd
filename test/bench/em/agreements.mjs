// Writes a file of binary agreements of six fields, one match in a hundred pairs, the same every time.
// node test/bench/em/agreements.mjs ROWS OUT.csv [ids]     "ids" adds the columns id_l and id_r in front
import { closeSync, openSync, writeSync } from 'node:fs';

const [rows, to, ids] = process.argv.slice(2);
const m = [0.95, 0.9, 0.85, 0.97, 0.8, 0.99];
const u = [0.01, 0.02, 0.1, 0.5, 0.005, 0.05];
let state = 1;
function uniform() {
  state = (Math.imul(state, 1664525) + 1013904223) | 0;
  return (state >>> 0) / 4294967296;
}

const file = openSync(to, 'w');
let text = `${ids ? 'id_l,id_r,' : ''}surname,forename,street,sex,phone,town\n`;
for (let row = 0; row < Number(rows); row++) {
  const p = uniform() < 0.01 ? m : u;
  if (ids)
    text += `a${Math.floor(uniform() * Number(rows) * 0.1)},b${Math.floor(uniform() * Number(rows) * 0.1)},`;
  text += `${p.map((agree) => (uniform() < agree ? 1 : 0)).join(',')}\n`;
  if (text.length > 65536) {
    writeSync(file, text);
    text = '';
  }
}
writeSync(file, text);
closeSync(file);
