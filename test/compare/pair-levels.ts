/** The level of pairs of values, by name, for tests of levels. */
import type { FieldLevels } from '../../src/compare/field-levels.ts';

/** Name of the level of two values that differ, checked to be the same either way round. */
export function levelName(make: (values: string[]) => FieldLevels, x: string, y: string): string {
  const levels = make([x, y, 'wholly other']);
  const level = levels.compare(0, 1);
  if (levels.compare(1, 0) !== level) throw new Error(`${x} and ${y} compare differently the other way`);
  return levels.names[level]!;
}
