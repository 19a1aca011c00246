import { fromMajorString, isCurrencyCode, type Money } from '@sesa/money'

/** What a provider says that it paid, in major units; undefined where it does not say so, or not in a way that we know. */
export function parseProviderAmount(amount: unknown, currency: unknown): Money | undefined {
  if (typeof amount !== 'string' || typeof currency !== 'string' || !isCurrencyCode(currency))
    return undefined
  try {
    return fromMajorString(amount, currency)
  } catch {
    return undefined
  }
}
