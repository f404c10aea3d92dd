/** Text made into HTML: whatever is put into a template is escaped, unless it is HTML already. */

/** Markup. Only the template `html` makes it, so that no text gets into a page unescaped. */
export class Html {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  toString(): string {
    return this.#text;
  }
}

/** What may stand in a template; nothing comes out for undefined. Numbers are written by `numbers.ts` first. */
export type Part = Html | string | undefined | readonly Part[];

/**
 * A template of HTML. Attributes must stand in double quotes.
 *
 * @example String(html`<b title="${'"'}">${'a < b'}</b>`) // => '<b title="&quot;">a &lt; b</b>'
 */
export function html(strings: TemplateStringsArray, ...parts: Part[]): Html {
  let text = strings[0]!;
  for (let i = 0; i < parts.length; i++) text += markup(parts[i]) + strings[i + 1]!;
  return new Html(text);
}

/** Markup that this program wrote itself: the style sheet and the script. */
export function trusted(text: string): Html {
  return new Html(text);
}

function markup(part: Part): string {
  if (part === undefined) return '';
  if (typeof part === 'string') return escapeText(part);
  if (part instanceof Html) return String(part);
  let text = '';
  for (const item of part) text += markup(item);
  return text;
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Characters that mean something in HTML, or that are no text: controls, and what turns the direction of all that follows. */
const UNSAFE = /[&<>"'\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069\p{Noncharacter_Code_Point}]/gu;

/**
 * Text for elements and for attributes in quotes. Control characters become their pictures, and those that turn
 * the direction of what follows a sign of their own.
 *
 * @example escapeText('a\n<b>') // => 'a␊&lt;b&gt;'
 */
export function escapeText(text: string): string {
  return text.replace(UNSAFE, (character) => ENTITIES[character] ?? picture(character.codePointAt(0)!));
}

function picture(code: number): string {
  if (code < 0x20) return String.fromCharCode(0x2400 + code);
  if (code === 0x7f) return '\u2421';
  return code >= 0xd800 && code <= 0xdfff ? '\ufffd' : '\u2426';
}

/** Longest text of a name or a value, in UTF-16 units; what is longer is cut, as a summary may hold anything. */
const LONGEST = 400;

/** Text from the data, kept apart from the direction of the text around it. */
export function value(text: string): Html {
  return html`<bdi>${shortened(text)}</bdi>`;
}

/** Text that is no longer than a page can bear. */
export function shortened(text: string): string {
  if (text.length <= LONGEST) return text;
  const end = LONGEST - (/[\ud800-\udbff]/.test(text[LONGEST - 1]!) ? 1 : 0);
  return `${text.slice(0, end)}…`;
}

/** `a, b and c`. */
export function listed(parts: readonly Part[]): Part {
  return parts.map((part, i) => [i === 0 ? '' : i === parts.length - 1 ? ' and ' : ', ', part]);
}

/** A number that is the page's own and not the run's: a mark of a scale, how much is shown, part of a name. */
export function own(text: string): Html {
  return html`<span class="tick">${text}</span>`;
}
