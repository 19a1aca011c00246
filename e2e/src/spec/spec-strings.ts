import { stringsOf } from './spec-places.ts'
import { SIGNED_IN } from './spec-strings-signed-in.ts'
import { SIGNED_OUT } from './spec-strings-signed-out.ts'

/**
 * Every text that the specification fixes: labels, titles, buttons, messages, columns and options, by the
 * place and state that show them. `journeys/spec-strings.spec.ts` looks for each at its route, at both sizes;
 * `spec-strings.test.ts` fails when no journey checks a place of this table.
 */
export const SPEC_STRINGS = { ...SIGNED_OUT, ...SIGNED_IN }

export type PlaceName = keyof typeof SPEC_STRINGS

/** Returns how many strings the table holds. */
export function countStrings(): number {
  return Object.values(SPEC_STRINGS).reduce((sum, place) => sum + stringsOf(place).length, 0)
}
