import { fromMajorString, isCurrencyCode, type Money } from '@sesa/money'

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
