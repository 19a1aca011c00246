import {
  guessNetwork,
  PAY_METHODS,
  type CountryCode,
  type PayMethodName,
  type WayPrice,
} from '@sesa/contract'
import { parsePhone } from '@sesa/contract/phone'
import { rateToString, toMinorNumber, type Money } from '@sesa/money'
import { randomBytes } from 'node:crypto'
import type { Current } from '../../../db/configuration.ts'
import type { PayMethod } from '../../../db/schema/collections.ts'
import { Refused } from '../../../lib/refused.ts'
import type { Quotes } from '../../pricing/index.ts'
import type { CollectionTerms, Collectors } from '../mobile-money/ports.ts'
import { readPayerNetwork, readPayerNumber, requireTaken } from '../mobile-money/wallets.ts'
import type { IntentBody, SendRequest } from '../create/input.ts'

/** How a customer pays for a transfer: by card, from a bank account, or from a wallet of their own on these terms. */
export type Way =
  | { readonly method: 'card' | 'bank_debit'; readonly terms: null }
  | { readonly method: 'momo'; readonly terms: CollectionTerms; readonly phone: string }

/** Whether customers of a country may pay in this way now; the reason is shown to them. */
export type PayMethodOf = (
  current: Current,
  country: CountryCode,
  method: PayMethodName,
) => { readonly open: boolean; readonly reason: string | null }

export interface WayDeps {
  readonly payMethodOf: PayMethodOf
  readonly collectors: Pick<Collectors, 'termsOf'>
}

/** Throws Refused `pay_method_unavailable` unless customers of a country may pay in this way now. */
export function requireWayOpen(
  { payMethodOf }: Pick<WayDeps, 'payMethodOf'>,
  current: Current,
  from: CountryCode,
  method: PayMethodName,
  field: string,
): void {
  const { open, reason } = payMethodOf(current, from, method)
  if (!open)
    throw new Refused('pay_method_unavailable', { field, ...(reason !== null && { message: reason }) })
}

/**
 * Reads how a customer wants to pay. `confirmed`: the numbers that they have confirmed. Throws Refused
 * `pay_method_unavailable`, `mobile_money_unavailable` for a network that takes no payments now, or with a problem of the payer.
 */
export async function readWay(
  deps: WayDeps,
  { payWith = 'card', payer }: IntentBody,
  from: CountryCode,
  confirmed: readonly string[],
  current: Current,
): Promise<Way> {
  requireWayOpen(deps, current, from, payWith, 'payWith')
  if (payWith !== 'momo') return { method: payWith, terms: null }
  const network = readPayerNetwork(payer?.network ?? '', from, 'payer.network')
  const phone = readPayerNumber(payer?.phone, from, confirmed, 'payer.phone')
  const terms = await deps.collectors.termsOf(from, network)
  if (terms === null)
    throw new Refused('mobile_money_unavailable', { field: 'payer.network', retryAfter: 60 })
  return { method: 'momo', terms, phone }
}

/** What the price of a transfer depends on in its way to pay. */
export const pricedBy = ({ method, terms }: Way) => ({
  payWith: method,
  wholeUnits: terms?.wholeUnits ?? false,
})

/** Refuses a total that the payer's network does not take at once. Throws Refused as `requireTaken`. */
export function requireTakenBy({ terms }: Way, total: Money): void {
  if (terms !== null) requireTaken(terms, total, 'payer.network')
}

/** Returns a new id for a payment that is not at a card provider. */
export const newPaymentId = (): string => `mm_${randomBytes(15).toString('hex')}`

/** Returns the prices of the same transfer by the other open ways to pay, cheapest first. */
export async function otherWays(
  { payMethodOf, collectors, quotes }: WayDeps & { readonly quotes: Quotes },
  { from, to, fix, send, receive }: SendRequest,
  current: Current,
  payer: { readonly chosen: PayMethod; readonly phone: string | null },
): Promise<WayPrice[]> {
  const others = PAY_METHODS.filter(
    (method) => method !== payer.chosen && payMethodOf(current, from, method).open,
  )
  const prices: WayPrice[] = []
  for (const method of others) {
    const wholeUnits = method === 'momo' && (await guessWholeUnits(collectors, from, payer.phone))
    const amount = fix === 'send' ? send : receive
    const price = priceOrNone(
      quotes,
      { ...{ from, to, fix, amount }, ...{ payWith: method, wholeUnits } },
      current,
    )
    if (price === null) continue
    prices.push({
      method,
      amount: toMinorNumber(price.send),
      fee: toMinorNumber(price.fee),
      total: toMinorNumber(price.total),
      receiveAmount: toMinorNumber(price.receive),
      rate: rateToString(price.rate),
      deliveryEstimate: quotes.preview(price, current).deliveryEstimate,
    })
  }
  return prices.toSorted((a, b) => a.total - b.total)
}

async function guessWholeUnits(
  collectors: WayDeps['collectors'],
  from: CountryCode,
  phone: string | null,
): Promise<boolean> {
  const own = phone === null ? null : parsePhone(phone, from)
  const guessed = own?.ok ? guessNetwork(from, own.phone.national) : undefined
  return guessed !== undefined && ((await collectors.termsOf(from, guessed.value))?.wholeUnits ?? false)
}

/** Returns a price; null for an amount that this way does not take, or without a rate. */
function priceOrNone(quotes: Quotes, request: Parameters<Quotes['price']>[0], current: Current) {
  try {
    return quotes.price(request, current)
  } catch (error) {
    if (error instanceof Refused) return null
    throw error
  }
}
