/** Where a value differs from another: what both have in the same order, and what only one has. */

/** A stretch of a value: the same as in the other one, or not. Where the other one only has more, a stretch is empty. */
export interface Stretch {
  text: string;
  differs: boolean;
}

/**
 * A value cut into stretches that are or are not in the other one, by a longest common subsequence of characters.
 * Put together they are the value. An empty stretch that differs stands where characters of the other are left out.
 *
 * @example differences('Jon', 'John') // => [{ text: 'Jo', differs: false }, { text: '', differs: true }, { text: 'n', differs: false }]
 */
export function differences(value: string, other: string): Stretch[] {
  const [a, b] = [characters(value), characters(other)];
  let head = 0;
  while (head < a.length && head < b.length && a[head] === b[head]) head++;
  let tail = 0;
  while (tail < Math.min(a.length, b.length) - head && a.at(-1 - tail) === b.at(-1 - tail)) tail++;
  const stretches: Stretch[] = [];
  put(stretches, a.slice(0, head).join(''), false);
  for (const { text, differs } of aligned(a.slice(head, a.length - tail), b.slice(head, b.length - tail)))
    put(stretches, text, differs);
  put(stretches, a.slice(a.length - tail).join(''), false);
  return stretches;
}

/**
 * The same for people: where less than half of the characters are the same, a value is another one, and marks here
 * and there would only be noise.
 */
export function readableDifferences(value: string, other: string): Stretch[] {
  const stretches = differences(value, other);
  const same = stretches.reduce((sum, { text, differs }) => sum + (differs ? 0 : text.length), 0);
  return 2 * same < Math.max(value.length, other.length) ? [{ text: value, differs: true }] : stretches;
}

/** The value that comes most often; of several, the one that comes first. Empty cells do not count. */
export function mostUsual(values: readonly string[]): string | undefined {
  const counts = new Map<string, number>();
  for (const value of values) if (value.trim() !== '') counts.set(value, (counts.get(value) ?? 0) + 1);
  let usual: string | undefined;
  for (const [value, times] of counts) if (times > (counts.get(usual ?? '') ?? 0)) usual = value;
  return usual;
}

/** Code points, each with the marks and joiners that belong to it, so that none is torn from its letter. */
function characters(text: string): string[] {
  return text.match(/.(?:[\p{M}\p{Emoji_Modifier}\u200c]|\u200d.)*/gsu) ?? [];
}

/** Longest common subsequence of two lists by dynamic programming, O(a · b). */
function aligned(a: readonly string[], b: readonly string[]): Stretch[] {
  const columns = b.length + 1;
  const common = new Uint16Array((a.length + 1) * columns);
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--)
      common[i * columns + j] =
        a[i] === b[j]
          ? common[(i + 1) * columns + j + 1]! + 1
          : Math.max(common[(i + 1) * columns + j]!, common[i * columns + j + 1]!);
  const stretches: Stretch[] = [];
  let [i, j] = [0, 0];
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      put(stretches, a[i]!, false);
      i++;
      j++;
    } else if (
      i < a.length &&
      (j === b.length || common[(i + 1) * columns + j]! >= common[i * columns + j + 1]!)
    )
      put(stretches, a[i++]!, true);
    else {
      put(stretches, '', true);
      j++;
    }
  }
  return stretches;
}

/** Adds to the last stretch if it is of the same kind. */
function put(stretches: Stretch[], text: string, differs: boolean): void {
  if (text === '' && !differs) return;
  const last = stretches.at(-1);
  if (last?.differs === differs) last.text += text;
  else stretches.push({ text, differs });
}
