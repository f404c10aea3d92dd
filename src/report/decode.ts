/** Reading of other people's JSON: a decoder answers with what it wants, or with undefined where that is not there. */

export type Decoder<T> = (json: unknown) => T | undefined;
export type Decoded<D> = D extends Decoder<infer T> ? T : never;

/** Numbers beyond this are no numbers of a run; differences of others, and a hundred of them, are finite. */
const LARGEST = 1e100;

/** A number. */
export const number: Decoder<number> = (json) =>
  typeof json === 'number' && Math.abs(json) <= LARGEST ? json : undefined;

/** A number of at least 0. */
export const amount: Decoder<number> = (json) => within(json, LARGEST);

/** A number from 0 to 1. */
export const share: Decoder<number> = (json) => within(json, 1);

function within(json: unknown, most: number): number | undefined {
  const x = number(json);
  return x !== undefined && x >= 0 && x <= most ? x : undefined;
}

/** A whole number of at least 0. */
export const whole: Decoder<number> = (json) => (Number.isSafeInteger(json) ? amount(json) : undefined);

export const text: Decoder<string> = (json) => (typeof json === 'string' ? json : undefined);

export const flag: Decoder<boolean> = (json) => (typeof json === 'boolean' ? json : undefined);

/** Null, or something else. */
export function orNull<T>(of: Decoder<T>): Decoder<T | null> {
  return (json) => (json === null ? null : of(json));
}

/** One or the other. */
export function either<A, B>(first: Decoder<A>, second: Decoder<B>): Decoder<A | B> {
  return (json) => first(json) ?? second(json);
}

/** A list, all of whose items must be as wanted. */
export function list<T>(of: Decoder<T>): Decoder<readonly T[]> {
  return (json) => {
    if (!Array.isArray(json)) return undefined;
    const items: T[] = [];
    for (const entry of json) {
      const item = of(entry);
      if (item === undefined) return undefined;
      items.push(item);
    }
    return items;
  };
}

/** An object used as a table from names to things. */
export function table<T>(of: Decoder<T>): Decoder<readonly (readonly [string, T])[]> {
  const entry = (pair: unknown) => {
    const [name, json] = pair as [string, unknown];
    const item = of(json);
    return item === undefined ? undefined : ([name, item] as const);
  };
  return (json) => (isObject(json) ? list(entry)(Object.entries(json)) : undefined);
}

type Decoders = Readonly<Record<string, Decoder<unknown>>>;
type Fields<R extends Decoders, O extends Decoders> = {
  readonly [K in keyof R]: Decoded<R[K]>;
} & { readonly [K in keyof O]?: Decoded<O[K]> | undefined };

/** An object: what is required must be there as wanted; of the rest, what is not as wanted is left out. */
export function fields<R extends Decoders, O extends Decoders>(
  required: R,
  optional: O,
): Decoder<Fields<R, O>> {
  return (json) => {
    if (!isObject(json)) return undefined;
    const found: Record<string, unknown> = {};
    for (const [name, of] of Object.entries(required)) {
      found[name] = of(own(json, name));
      if (found[name] === undefined) return undefined;
    }
    for (const [name, of] of Object.entries(optional)) found[name] = of(own(json, name));
    return found as Fields<R, O>;
  };
}

/** The same, if it holds together. */
export function provided<T>(of: Decoder<T>, holds: (item: T) => boolean): Decoder<T> {
  return (json) => {
    const item = of(json);
    return item !== undefined && holds(item) ? item : undefined;
  };
}

/** Whatever it is. */
export const anything: Decoder<unknown> = (json) => json;

function isObject(json: unknown): json is object {
  return typeof json === 'object' && json !== null && !Array.isArray(json);
}

function own(json: object, name: string): unknown {
  return Object.hasOwn(json, name) ? (json as Record<string, unknown>)[name] : undefined;
}
