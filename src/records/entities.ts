/**
 * HTML entities left in the cells of data taken from web pages: `Smith &amp; Sons`, `M&uuml;ller`, `&#8212;`.
 */

/** Named entities that stand for a sign, as the plain sign. */
const SIGNS: Readonly<Record<string, string>> = {
  ...{ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ', ensp: ' ', emsp: ' ', thinsp: ' ' },
  ...{ ndash: '-', mdash: '-', minus: '-', shy: '', lsquo: "'", rsquo: "'", sbquo: "'", ldquo: '"' },
  ...{ rdquo: '"', bdquo: '"', laquo: '"', raquo: '"', hellip: '...', middot: '·', bull: '•' },
  ...{ szlig: 'ss', aelig: 'ae', oelig: 'oe', eth: 'd', thorn: 'th', pound: '£', euro: '€', yen: '¥' },
  ...{ copy: '©', reg: '®', trade: '™', deg: '°', times: '×' },
};

/** A Latin letter with a mark: the letter is what normalisation keeps. */
const MARKED_LETTER = /^([a-z])(?:acute|grave|circ|uml|tilde|ring|cedil|caron|slash)$/;
const ENTITY = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,8}));/g;

/**
 * Lower-case text with its entities replaced by the signs they stand for; unknown ones stay.
 *
 * @example decodeEntities('smith &amp; s&oslash;n &#8212; &nosuch;') // => 'smith & son — &nosuch;'
 */
export function decodeEntities(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(ENTITY, (entity, decimal, hexadecimal, name) => {
    if (name !== undefined) return SIGNS[name] ?? MARKED_LETTER.exec(name)?.[1] ?? entity;
    const point = decimal === undefined ? Number.parseInt(hexadecimal, 16) : Number(decimal);
    const isCharacter = point > 31 && point <= 0x10ffff && !(point >= 0xd800 && point < 0xe000);
    return isCharacter ? String.fromCodePoint(point) : entity;
  });
}
