import * as v from 'valibot'
import { isVisible } from '@sesa/contract'
import { isZero, parseAmount, toMinorNumber, type CurrencyCode } from '@sesa/money'
import { formatMinor } from '@sesa/ui/format.ts'

/** A reason, as every action of staff takes one. */
export const reasonSchema = v.pipe(
  v.string(),
  v.trim(),
  v.check((text) => isVisible(text, 3), 'Enter at least 3 characters.'),
  v.maxLength(500, 'Shorten it to 500 characters.'),
)

/** A typed amount above zero, and at most `most` minor units, as minor units with the currency. */
export function amountSchema(currency: CurrencyCode, most = Infinity) {
  return v.pipe(
    v.string(),
    v.rawTransform(({ dataset, addIssue, NEVER }) => {
      const parsed = parseAmount(dataset.value, currency)
      if (!parsed.ok || isZero(parsed.money)) {
        addIssue({ message: `Enter an amount above zero, for example ${currency} 250.00.` })
        return NEVER
      }
      const amount = toMinorNumber(parsed.money)
      if (amount > most) {
        addIssue({ message: `Enter at most ${formatMinor(most, currency)}.` })
        return NEVER
      }
      return { amount, currency }
    }),
  )
}

/** The name of a passkey. */
export const passkeySchema = v.object({
  name: v.pipe(
    v.string(),
    v.trim(),
    v.minLength(1, 'Enter a name for the passkey.'),
    v.maxLength(200, 'Enter a shorter name.'),
  ),
})
