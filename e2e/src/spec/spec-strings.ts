import { stringsOf } from './spec-places.ts'
import { SIGNED_IN } from './spec-strings-signed-in.ts'
import { SIGNED_OUT } from './spec-strings-signed-out.ts'

/**
 * Every word that the specification fixes for a person to see: its labels, titles, buttons, messages, columns and options,
 * by the place and state where they are seen. `journeys/spec-strings.spec.ts` looks for each at its route, at both sizes;
 * `spec-strings.test.ts` fails when a place of this table is looked at nowhere.
 */
export const SPEC_STRINGS = { ...SIGNED_OUT, ...SIGNED_IN }

export type PlaceName = keyof typeof SPEC_STRINGS

/** How many strings the table holds. */
export function countStrings(): number {
  return Object.values(SPEC_STRINGS).reduce((sum, place) => sum + stringsOf(place).length, 0)
}
