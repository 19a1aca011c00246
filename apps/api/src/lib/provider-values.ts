import { fromMajorString, isCurrencyCode, type Money } from '@sesa/money'
import * as v from 'valibot'

/** Reads the amount a provider reports, in major units; undefined when it is missing or in an unknown form. */
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
