import type { AnswerOf, calls, CountryCode, NetworkValue, Quote } from '@sesa/contract'
import * as i18n from '@sesa/contract/i18n'
import { serverNow } from '@sesa/ui/api/http.ts'
import { formatBy } from '@sesa/ui/format-day.ts'
import { formatMinor } from '@sesa/ui/format.ts'
import { remembered } from '../../../lib/pay-with.ts'
import { guessedNetwork, networksOf, type PayMethod } from '../../../lib/ways-to-pay.ts'
import { PROMPT_MS } from '../../../lib/phone-payment.ts'

type Opened = AnswerOf<typeof calls.createPaymentIntent>
/** The price of the transfer by one way to pay. */
export type WayPrice = Opened['ways'][number]
/** What a payment by mobile money will ask the payer's network for. */
export type Collection = NonNullable<Opened['collection']>

/** The chosen way to pay. */
export interface Way {
  readonly method: PayMethod['method']
  /** With mobile money: the network of the payer's wallet. */
  readonly network?: NetworkValue
  /** With mobile money: a confirmed number, E.164; absent for the one that the customer signs in with. */
  readonly phone?: string
  /** True if the network is only the first one: the payer must choose theirs before they pay. */
  readonly isUnsure?: boolean
}

/** Returns the way to begin with: the last one chosen on this device, or else the cheapest open one. */
export function firstWay(methods: readonly PayMethod[], sender: CountryCode, phone: string): Way {
  const open = methods.filter((entry) => entry.open)
  const [last] = remembered()
  const { method } = open.find((entry) => entry.method === last) ?? open[0] ?? { method: 'card' }
  return wayBy(method, methods, sender, phone)
}

/** Returns a way to pay. With mobile money: by the network last chosen on this device, or else guessed from the number. */
export function wayBy(
  method: Way['method'],
  methods: readonly PayMethod[],
  sender: CountryCode,
  phone: string,
): Way {
  const networks = networksOf(methods).filter(({ open }) => open)
  if (method !== 'momo') return { method }
  const wanted = [remembered()[1], guessedNetwork(sender, phone)]
  const known = wanted.map((value) => networks.find(({ network }) => network === value)).find(Boolean)
  if (known) return { method, network: known.network }
  return { method, ...(networks[0] && { network: networks[0].network }), isUnsure: true }
}

/** Returns mobile money from another confirmed number, by the network guessed from it. `own`: the number to sign in with. */
export function wayFrom(
  phone: string,
  way: Way,
  methods: readonly PayMethod[],
  { sender, own }: { sender: CountryCode; own: string },
): Way {
  const guessed = guessedNetwork(sender, phone)
  const known = networksOf(methods).find(({ open, network }) => open && network === guessed)
  const network = known?.network ?? way.network
  return {
    method: 'momo',
    ...(network && { network }),
    ...(phone !== own && { phone }),
    ...(!known && { isUnsure: true }),
  }
}

interface Priced {
  readonly quote: Quote
  readonly ways: readonly WayPrice[]
}

/** Returns every known price: that of the open payment, and of the same transfer by the other ways. */
export function pricesOf({ method }: Way, { quote, ways }: Priced): WayPrice[] {
  const { amount, fee, total, receiveAmount, rate, deliveryEstimate } = quote
  return [{ method, amount, fee, total, receiveAmount, rate, deliveryEstimate }, ...ways]
}

const DAY_MS = 86_400_000

/** Says what another way to pay or another wallet has changed; empty if another wallet has changed nothing. */
export function changeText(before: Quote, now: Quote, isOtherWay: boolean): string {
  const feeOf = ({ fee, currency }: Quote) => formatMinor(fee, currency)
  const receiveOf = (quote: Quote) => formatMinor(quote.receiveAmount, quote.receiveCurrency)
  const isSameFee = now.fee === before.fee
  const chargeOf = ({ charge }: Quote) => formatMinor(charge.amount, charge.currency)
  const isOtherCharge =
    (isSameFee && now.charge.amount !== before.charge.amount) ||
    now.charge.currency !== before.charge.currency
  const days = Math.abs(Date.parse(now.deliveryEstimate) - Date.parse(before.deliveryEstimate)) / DAY_MS
  const changes = [
    !isSameFee &&
      i18n.t('The fee is now {fee} instead of {before}.', { fee: feeOf(now), before: feeOf(before) }),
    now.receiveAmount !== before.receiveAmount &&
      i18n.t('They receive {amount} instead of {before}.', {
        amount: receiveOf(now),
        before: receiveOf(before),
      }),
    isOtherCharge &&
      i18n.t('You pay {charge} instead of {before}.', { charge: chargeOf(now), before: chargeOf(before) }),
  ].filter((text) => text !== false)
  return [
    ...(changes.length === 0 && isOtherWay ? [i18n.t('The price is the same.')] : changes),
    ...(days < 1
      ? []
      : [i18n.t('The money arrives by {time}.', { time: formatBy(now.deliveryEstimate, serverNow()) })]),
  ].join(' ')
}

/** Returns until when a payment by this way can be started at its price. */
export function payableUntil({ expiresAt }: Quote, collection: Collection | undefined): string {
  return collection ? new Date(Date.parse(expiresAt) - PROMPT_MS).toISOString() : expiresAt
}

/** Returns why the network cannot take this payment at once; null if it can. */
export function limitProblem({
  amount,
  currency,
  minimum,
  maximum,
  networkLabel,
}: Collection): string | null {
  const network = networkLabel
  if (amount > maximum)
    return i18n.t('{network} takes at most {amount} at once. Send less, or choose another way to pay.', {
      network,
      amount: formatMinor(maximum, currency),
    })
  if (amount < minimum)
    return i18n.t('{network} takes at least {amount}. Send more, or choose another way to pay.', {
      network,
      amount: formatMinor(minimum, currency),
    })
  return null
}
