/** Which stretches of a CSV text hold no quote, so that it can be split where delimiters and line ends stand. */

const QUOTE = 34;
const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;

/** Follows the quotes of a text that comes in pieces. */
export class QuoteState {
  /**
   * Whether a quoted cell is open. A doubled quote closes and opens. Where a quote does neither, csv-parse has an
   * error to report before anything after it matters.
   */
  #open = false;
  readonly #least: number;

  /** @param least bytes without a quote that are worth a stretch of their own; 4 or more, as csv-parse looks ahead */
  constructor(least: number) {
    this.#least = Math.max(4, least);
  }

  /** The end of the first row, or blank line, after which such a stretch comes; −1 if there is none so far. */
  end(text: Buffer, from: number): number {
    for (let at = from; ; ) {
      const quote = text.indexOf(QUOTE, at);
      const limit = quote < 0 ? text.length : quote;
      if (!this.#open && limit - at > this.#least) {
        const end = afterLine(text, at, limit);
        if (limit - end >= this.#least) return end;
      }
      if (quote < 0) return -1;
      this.#open = !this.#open;
      at = quote + 1;
    }
  }
}

/**
 * The end of the last complete line before the first quote, `from` if there is none. A CR at the end of the text is
 * not yet a line end, as an LF may follow.
 *
 * @param from the beginning of a row
 */
export function plainEnd(text: Buffer, from: number): number {
  const quote = text.indexOf(QUOTE, from);
  let at = quote < 0 ? text.length : quote;
  if (at === text.length && text[at - 1] === CARRIAGE_RETURN) at--;
  while (at > from && text[at - 1] !== LINE_FEED && text[at - 1] !== CARRIAGE_RETURN) at--;
  return at;
}

/** The end of the line at `at` with its line end, or `limit` if that comes first. */
export function afterLine(text: Buffer, at: number, limit: number): number {
  const end = lineEnd(text, at, limit);
  if (end === limit) return limit;
  return text[end] === CARRIAGE_RETURN && text[end + 1] === LINE_FEED ? end + 2 : end + 1;
}

/** Where the line at `at` ends, without its line end. */
export function lineEnd(text: Buffer, at: number, limit: number): number {
  let end = at;
  while (end < limit && text[end] !== LINE_FEED && text[end] !== CARRIAGE_RETURN) end++;
  return end;
}
