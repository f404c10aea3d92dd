/**
 * Nicknames: two given names are related when people of one name are called by both, as "bob" and "robert", or "bob"
 * and "rob". Names in full that share only a short form ("alexander", "alexandra") are not.
 */
import type { Column } from '../records/table.ts';
import { FAMILIES } from './given-names.ts';
import type { TokenColumn } from './tokens.ts';

/** Families of each name, by their place in the list. */
const familiesOf = new Map<string, number[]>();
FAMILIES.trim()
  .split(/,\s+/)
  .forEach((names, family) => {
    for (const name of new Set(names.split(/\s+/))) {
      const known = familiesOf.get(name);
      if (known === undefined) familiesOf.set(name, [family]);
      else known.push(family);
    }
  });

/** Share of the records that hold a name of the list from which a column is one of given names. */
const GIVEN = 0.25;
const WORD = /[\p{L}\p{M}]+/gu;

/**
 * Whether two different names belong to one family.
 *
 * @example areNicknames('bob', 'robert') // => true
 */
export function areNicknames(x: string, y: string): boolean {
  if (x === y) return false;
  return haveCommon(familiesOf.get(x), familiesOf.get(y));
}

/** Whether a column holds given names of the list, alone or in full names, in enough of its records. */
export function holdsGivenNames({ values, counts }: Pick<Column, 'values' | 'counts'>): boolean {
  let known = 0;
  let all = 0;
  values.forEach((value, v) => {
    all += counts[v]!;
    if (value.match(WORD)?.some((word) => familiesOf.has(word))) known += counts[v]!;
  });
  return known > 0 && known >= GIVEN * all;
}

/**
 * A test whether two values, by their codes, have the same words but for one of each, and those two are of one family.
 */
export function nicknamesAmong({
  tokens,
  offsets,
  vocabulary,
}: Pick<TokenColumn, 'tokens' | 'offsets' | 'vocabulary'>): (a: number, b: number) => boolean {
  const families = vocabulary.map((word) => familiesOf.get(word));
  const hasKnown = Uint8Array.from({ length: offsets.length - 1 }, (_, value) =>
    tokens.subarray(offsets[value]!, offsets[value + 1]!).some((token) => families[token] !== undefined)
      ? 1
      : 0,
  );
  return (a, b) => {
    if (hasKnown[a] === 0 || hasKnown[b] === 0) return false;
    let i = offsets[a]!;
    let j = offsets[b]!;
    const [endA, endB] = [offsets[a + 1]!, offsets[b + 1]!];
    if (endA - i !== endB - j) return false;
    let [ownA, ownB] = [-1, -1];
    while (i < endA || j < endB) {
      const order = i === endA ? 1 : j === endB ? -1 : tokens[i]! - tokens[j]!;
      if (order === 0) {
        i++;
        j++;
      } else if (order < 0) {
        if (ownA >= 0) return false;
        ownA = tokens[i++]!;
      } else {
        if (ownB >= 0) return false;
        ownB = tokens[j++]!;
      }
    }
    return ownA >= 0 && haveCommon(families[ownA], families[ownB]);
  };
}

function haveCommon(some: readonly number[] | undefined, others: readonly number[] | undefined): boolean {
  if (some === undefined || others === undefined) return false;
  return some.some((family) => others.includes(family));
}
