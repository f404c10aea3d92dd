/**
 * Bits of the number of slots of a cache: about so many slots, a power of two within bounds.
 *
 * @param fewest, most the bounds, in bits
 * @example slotBits(3000, 10, 19) // => 12
 */
export function slotBits(slots: number, fewest: number, most: number): number {
  return Math.max(fewest, Math.min(most, Math.ceil(Math.log2(Math.max(1, slots)))));
}
