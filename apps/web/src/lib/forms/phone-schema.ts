import type { PhoneProblem } from '@sesa/contract/phone'
import * as v from 'valibot'
import * as i18n from '@sesa/contract/i18n'
import { PHONE_WORDS } from './phone-words.ts'
import { parsePhone } from './phone.ts'

/** The spec's sentence, word for word (sections 5 and 8). */
const INVALID_PHONE = i18n.t('Error: Your phone number is not valid')

/** Returns the message for a refused number, by the contract's code. */
export function phoneMessage(code: PhoneProblem): string {
  return code === 'phone_invalid' ? INVALID_PHONE : PHONE_WORDS[code]
}

/** Converts a number in any international form to E.164. `loadPhones` must have resolved. */
export const phoneSchema = v.object({
  phone: v.pipe(
    v.string(),
    v.rawTransform(({ dataset, addIssue, NEVER }) => {
      const parsed = parsePhone(dataset.value)
      if (parsed.ok) return parsed.phone.e164
      addIssue({ message: phoneMessage(parsed.reason) })
      return NEVER
    }),
  ),
})
