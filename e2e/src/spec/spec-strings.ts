import { stringsOf } from './spec-places.ts'
import { SIGNED_IN } from './spec-strings-signed-in.ts'
import { SIGNED_OUT } from './spec-strings-signed-out.ts'

/**
 * Every text that the specification fixes: labels, titles, buttons, messages, columns and options, by the place and
 * state that show them. Journeys check each at its route, and at both sizes if it is there from the start;
 * `spec-strings.test.ts` fails if no journey names a place in this table.
 */
export const SPEC_STRINGS = { ...SIGNED_OUT, ...SIGNED_IN }

export type PlaceName = keyof typeof SPEC_STRINGS

export function countStrings(): number {
  return Object.values(SPEC_STRINGS).reduce((sum, place) => sum + stringsOf(place).length, 0)
}
