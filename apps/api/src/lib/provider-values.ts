import { fromMajorString, isCurrencyCode, type Money } from '@sesa/money'
import * as v from 'valibot'

/** Parses an amount that a provider reports, in major units; undefined when it is missing or in an unknown form. */
export function parseProviderAmount(amount: unknown, currency: unknown): Money | undefined {
  if (typeof amount !== 'string' || typeof currency !== 'string' || !isCurrencyCode(currency))
    return undefined
  try {
    return fromMajorString(amount, currency)
  } catch {
    return undefined
  }
}

/** Accepts a provider's code or id: short and printable, so that it can be stored, logged and shown. */
export const providerText = v.pipe(v.string(), v.regex(/^[\x20-\x7e]{1,500}$/))

const MOST_WORDS = 300
/** Long enough to be a phone number or an account. */
const NUMBER = /\d[\d -]{4,}\d/g

/**
 * Returns a provider's message about a failure as `{ words }`, for staff, with phone and account numbers removed;
 * nothing without a message.
 */
export function wordsOf(value: unknown): { readonly words?: string } {
  if (typeof value !== 'string') return {}
  const words = value
    .replaceAll(/[^\x20-\x7e]+/g, ' ')
    .replaceAll(NUMBER, '…')
    .trim()
    .slice(0, MOST_WORDS)
  return words === '' ? {} : { words }
}
