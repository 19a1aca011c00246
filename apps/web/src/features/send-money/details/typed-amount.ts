import { ERRORS } from '@sesa/contract'
import { parseAmount, type Money } from '@sesa/money'

/** Returns the error in an amount being typed, or undefined. An empty amount is an error only on submit. */
export function typingProblem(text: string, currency: Money['currency']): string | undefined {
  const amount = readAmount(text, currency, '')
  return amount.ok || amount.message === '' ? undefined : amount.message
}

export type ReadAmount = { ok: true; money: Money } | { ok: false; message: string }

/** Parses an amount, or returns the error. */
export function readAmount(text: string, currency: Money['currency'], whenEmpty: string): ReadAmount {
  const parsed = parseAmount(text, currency)
  if (parsed.ok) return parsed
  switch (parsed.reason) {
    case 'empty':
      return { ok: false, message: whenEmpty }
    case 'not_a_number':
      return { ok: false, message: ERRORS.amount_not_a_number.message }
    case 'too_many_decimals':
      return { ok: false, message: ERRORS.amount_too_many_decimals.message }
    case 'negative':
      return { ok: false, message: ERRORS.amount_negative.message }
    case 'too_large':
      return { ok: false, message: ERRORS.amount_above_limit.message }
  }
}
