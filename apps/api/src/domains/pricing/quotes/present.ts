import type { Quote } from '@sesa/contract'
import { rateToString, toMinorNumber } from '@sesa/money'
import type { Price, StoredQuote } from './types.ts'

/** Returns a quote in the contract's form. */
export function presentQuote(quote: StoredQuote): Quote {
  return presentPrice(quote, quote.expiresAt, quote.deliverBy)
}

/** Returns a price with the timestamps of a quote. */
export function presentPrice(price: Price, expiresAt: Date, deliverBy: Date): Quote {
  return {
    amount: toMinorNumber(price.send),
    currency: price.send.currency,
    rate: rateToString(price.rate),
    fee: toMinorNumber(price.fee),
    total: toMinorNumber(price.total),
    receiveAmount: toMinorNumber(price.receive),
    receiveCurrency: price.receive.currency,
    expiresAt: expiresAt.toISOString(),
    deliveryEstimate: deliverBy.toISOString(),
    charge: {
      amount: toMinorNumber(price.charge.total),
      currency: price.charge.total.currency,
      rate: rateToString(price.charge.rate),
    },
    midRate: rateToString(price.mid),
    midRateAt: price.midAt.toISOString(),
    margin: toMinorNumber(price.margin),
  }
}
