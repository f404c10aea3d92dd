/** What a page says: its text and numbers, and whether it is well-formed. */
import { type DefaultTreeAdapterMap, parse } from 'parse5';

type Node = DefaultTreeAdapterMap['node'];
type Element = DefaultTreeAdapterMap['element'];

/** Codes of everything that is wrong with the markup of a page; empty if nothing is. */
export function markupErrors(page: string): string[] {
  const errors: string[] = [];
  parse(page, {
    onParseError: ({ code, startLine, startCol }) => errors.push(`${startLine}:${startCol} ${code}`),
  });
  return errors;
}

/** All elements of a page, in order. */
export function elements(page: string): Element[] {
  const found: Element[] = [];
  walk(parse(page), (node) => {
    if ('tagName' in node) found.push(node);
    return true;
  });
  return found;
}

export function attribute(element: Element, name: string): string | undefined {
  return element.attrs.find((it) => it.name === name)?.value;
}

function walk(node: Node, enter: (node: Node) => boolean): void {
  if (!enter(node) || !('childNodes' in node)) return;
  for (const child of node.childNodes) walk(child, enter);
}

/** The text of a node, all of it. */
export function textOf(node: Node): string {
  let text = '';
  walk(node, (it) => {
    if ('value' in it && it.nodeName === '#text') text += it.value;
    return true;
  });
  return text;
}

/** The pieces of text of a page, without script and style, and without the numbers that are the page's own. */
export function pieces(page: string): string[] {
  const found: string[] = [];
  walk(parse(page), (node) => {
    if (node.nodeName === '#text' && 'value' in node) found.push(node.value);
    if (!('tagName' in node)) return true;
    if (['script', 'style'].includes(node.tagName)) return false;
    if (attribute(node, 'class')?.split(' ').includes('tick')) return false;
    if (node.tagName !== 'bdi') return true;
    found.push(textOf(node));
    return false;
  });
  return found;
}

/** Numbers as pages write them: a sign, digits in groups, decimals, an exponent, and whether it is a percentage. */
const NUMBER = /(?<![\d.])(−)?(\d{1,3}(?:,\d{3})+|\d+)(\.\d+)?(e[−+-]?\d+)?( %)?/g;

/** Numbers of a page that are no number of the document, rounded, as a percentage or inside a text. */
export function inventedNumbers(page: string, json: unknown): string[] {
  const numbers: number[] = [];
  const quoted = new Set<string>();
  const collect = (item: unknown) => {
    if (typeof item === 'number') numbers.push(item);
    if (typeof item === 'string') for (const [, , digits] of item.matchAll(NUMBER)) quoted.add(digits!);
    if (typeof item === 'string') for (const [token] of item.matchAll(/\d+/g)) quoted.add(token);
    if (typeof item !== 'object' || item === null) return;
    for (const [key, child] of Object.entries(item)) {
      if (!Array.isArray(item)) collect(key);
      collect(child);
    }
  };
  collect(json);
  const isKnown = ([token, minus, digits, decimals = '', exponent = '', percent]: string[]) => {
    const power = Number(exponent.replace('−', '-').slice(1));
    const written = Number(`${minus ? '-' : ''}${digits!.replaceAll(',', '')}${decimals}e${power}`);
    const half = 0.5 * 10 ** (power - Math.max(0, decimals.length - 1));
    const factor = percent === undefined ? 1 : 100;
    if (numbers.some((x) => Math.abs(factor * x - written) <= half * (1 + 1e-9))) return true;
    return `${digits}${decimals}`.split('.').every((part) => quoted.has(part)) && token !== '';
  };
  return pieces(page).flatMap((piece) =>
    [...piece.matchAll(NUMBER)]
      .filter((match) => !isKnown(match))
      .map(([token]) => `${token} in “${piece.trim()}”`),
  );
}
