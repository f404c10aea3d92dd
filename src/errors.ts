/** Where in the user's input something is wrong. Lines count from 1, the header being line 1. */
export interface Place {
  file?: string | undefined;
  line?: number | undefined;
}

/**
 * Wrong usage or bad input: something the user can mend. The command line prints it as the one line
 * `er: FILE:LINE: what is wrong and what to do` and exits with status 2; every other error is status 1.
 *
 * @example new ErError('no column named "zpi"; did you mean "zip"?', { file: 'a.csv', line: 1 }).located
 * // => 'a.csv:1: no column named "zpi"; did you mean "zip"?'
 */
export class ErError extends Error {
  readonly place: Place;

  constructor(message: string, place: Place = {}) {
    super(message);
    this.name = 'ErError';
    this.place = place;
  }

  /** The message with its place in front. */
  get located(): string {
    const { file, line } = this.place;
    if (file === undefined) return this.message;
    return line === undefined ? `${file}: ${this.message}` : `${file}:${line}: ${this.message}`;
  }
}

/**
 * A name in an option or a file that does not exist. Whoever prints it adds the nearest of the `known`
 * names as a suggestion.
 */
export class UnknownName extends ErError {
  readonly wanted: string;
  readonly known: readonly string[];

  /** @param message what is wrong, without the suggestion */
  constructor(message: string, wanted: string, known: readonly string[], place: Place = {}) {
    super(message, place);
    this.wanted = wanted;
    this.known = known;
  }
}
