import { findCountry, type Direction } from '@sesa/contract'
import { currencyInSentence, type CurrencyCode } from '@sesa/money'
import { rateSlot } from '../../features/chrome/slots.tsx'

/** A direction in words, with the placeholders for its values. */
export interface Described {
  readonly fromName: string
  readonly toName: string
  readonly fromCurrency: CurrencyCode
  readonly toCurrency: CurrencyCode
  /** For example "Liberian dollars". */
  readonly fromMoney: string
  readonly toMoney: string
  /** Returns the name of a region or list of this direction. */
  readonly region: (name: string) => string
  /** Returns the placeholder for a value of this direction. */
  readonly value: (name: string) => string
}

export function describeDirection({ from, to }: Direction): Described {
  const [sender, recipient] = [findCountry(from), findCountry(to)]
  if (!sender || !recipient) throw new RangeError(`Not a direction of ours: ${from} to ${to}`)
  const region = (name: string) => `${from}-${to}.${name}`
  return {
    fromName: sender.name,
    toName: recipient.name,
    fromCurrency: sender.currency,
    toCurrency: recipient.currency,
    fromMoney: currencyInSentence(sender.currency),
    toMoney: currencyInSentence(recipient.currency),
    region,
    value: (name) => rateSlot(region(name)),
  }
}
