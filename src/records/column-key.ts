/** When columns of different files are the same. */

/**
 * Columns are the same when their names are, without regard to case and surrounding space.
 *
 * @example columnKey(' Last Name ') // => 'last name'
 */
export function columnKey(name: string): string {
  return name.trim().toLowerCase();
}
