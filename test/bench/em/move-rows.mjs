// The yardstick: csv-parse and csv-stringify as streams, moving the rows of one file to another and nothing else.
// node test/bench/em/move-rows.mjs IN.csv OUT.csv
import { createReadStream, createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { parse } from 'csv-parse';
import { stringify } from 'csv-stringify';

const [from, to] = process.argv.slice(2);
await pipeline(createReadStream(from), parse(), stringify(), createWriteStream(to));
