import { COUNTRIES, findCountry, type CountryCode } from '@sesa/contract'
import {
  compare,
  convert,
  formatMoney,
  money,
  roundedDown,
  type CurrencyCode,
  type Money,
  type Rate,
} from '@sesa/money'
import type { Configuration, Moment } from '../../../db/configuration.ts'
import type { PayMethod } from '../../../db/schema/collections.ts'
import { addBankingDays } from '../../../lib/banking-days.ts'
import { Refused } from '../../../lib/refused.ts'
import { boundsOf, chargedIn, type Bounds, type Corridor, type CorridorsModule } from '../corridors/index.ts'
import { bandOf, bandOfReceived, type PriceBand } from '../prices/index.ts'
import { midRate, sourceOf, timeOf, type RateSnapshot, type RatesService } from '../rates/index.ts'
import { presentPrice } from './present.ts'
import { price, type PricedAmounts } from './price.ts'
import { findQuote, insertingQuote, isExpired, type QuoteTimes } from './store.ts'
import type { FixedSide, Price, PriceRequest, Quotes } from './types.ts'

export interface QuotesSettings extends QuoteTimes {
  /** The limit per transfer. */
  readonly perTransfer: Money<'USD'>
  /** The converter's margin between two currencies without a corridor. */
  readonly defaultMarginBps: bigint
}

export interface QuotesDeps {
  readonly configuration: Configuration
  readonly rates: RatesService
  readonly corridors: CorridorsModule
  readonly settings: QuotesSettings
}

/** A conversion for the public converter, with the source of its rate. */
export interface Conversion extends PricedAmounts {
  readonly payWith: PayMethod
  readonly asOf: Date
  readonly source: string
}

/**
 * Converts between any two currencies, as the call entered, on the terms of their corridor: in the given way to pay, else in the
 * first open one. Throws Refused `rate_unavailable`.
 */
export async function convertPublicly(
  { configuration, rates, corridors, settings }: QuotesDeps,
  request: {
    from: CurrencyCode
    to: CurrencyCode
    fix: FixedSide
    amount: Money
    payWith?: PayMethod | undefined
  },
  entered: Moment | null,
): Promise<Conversion> {
  const { from, to, fix, amount } = request
  const current = await configuration.asOf(entered)
  const snapshot = rates.fresh(current, [from, to])
  const corridor = corridors.find(current, countryOf(from), countryOf(to))
  const payWith = request.payWith ?? corridor?.usualWay ?? 'card'
  const mid = midRate(snapshot, from, to)
  const margin = corridor
    ? bandFor(corridor.bands[payWith], { fix, amount, mid }).marginBps
    : settings.defaultMarginBps
  const priced = price({
    fix,
    amount,
    mid,
    band: { marginBps: from === to ? 0n : margin, fee: money(0, from), feeBps: 0n },
    chargeRate: midRate(snapshot, from, from),
  })
  return { ...priced, payWith, asOf: timeOf(snapshot, [from, to]), source: sourceOf(snapshot, [from, to]) }
}

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
/** US banking days in which a bank normally pays a debit. Its price is kept for as long. */
export const DEBIT_BANKING_DAYS = 5

const calendarDays = (from: Date, bankingDays: number): number =>
  Math.round((addBankingDays(from, bankingDays).getTime() - from.getTime()) / DAY_MS)

/** Creates prices, quotes and limit amounts for the transfers module. */
export function createQuotes({ rates, corridors, settings }: QuotesDeps): Quotes {
  return {
    price(request, current) {
      const corridor = openCorridor(corridors.find(current, request.from, request.to), request)
      const { sendCurrency, receiveCurrency } = corridor
      const way = request.payWith ?? 'card'
      const snapshot = rates.fresh(current, [sendCurrency, receiveCurrency, chargedIn(corridor, way)])
      const priced = priceIn(corridor, snapshot, { ...request, way })
      refuseOutOfBounds(priced, boundsOf(corridor, snapshot, settings.perTransfer, way))
      return {
        ...priced,
        usd: inDollars(priced.total, snapshot),
        payWith: way,
        paidAfterDays: way === 'bank_debit' ? calendarDays(current.now, DEBIT_BANKING_DAYS) : 0,
        configurationVersion: current.snapshot.version,
      }
    },
    storing: (userId, priced) => insertingQuote(userId, priced, settings),
    get: (tx, id) => findQuote(tx, id),
    expired: (tx, id) => isExpired(tx, id),
    preview(quoted, { now }) {
      const after = (minutes: number): Date => new Date(now.getTime() + minutes * MINUTE_MS)
      const { lockMinutes, deliveryMinutes } = settings
      const paidAfter = (quoted.paidAfterDays * DAY_MS) / MINUTE_MS
      return presentPrice(quoted, after(lockMinutes), after(lockMinutes + deliveryMinutes + paidAfter))
    },
    fromUsd(dollars, currency, current) {
      return convert(dollars, midRate(rates.fresh(current, [currency]), 'USD', currency), 'down')
    },
  }
}

const inDollars = (amount: Money, snapshot: RateSnapshot): Money<'USD'> =>
  convert(amount, midRate(snapshot, amount.currency, 'USD'), 'half-even')

/** Returns the corridor of a request. Throws Refused `corridor_unavailable` for none, or a closed one. */
function openCorridor(corridor: Corridor | undefined, { from, to }: PriceRequest): Corridor {
  if (corridor && corridor.closedReason === null) return corridor
  const nameOf = (code: string) => findCountry(code)?.name ?? code
  const message = corridor?.closedReason ?? `We don’t send money from ${nameOf(from)} to ${nameOf(to)} yet.`
  throw new Refused('corridor_unavailable', { field: 'country', message })
}

function priceIn(
  corridor: Corridor,
  snapshot: RateSnapshot,
  { fix, amount, way, wholeUnits }: PriceRequest & { readonly way: PayMethod },
): Price {
  const { sendCurrency, receiveCurrency, priceVersion } = corridor
  const mid = midRate(snapshot, sendCurrency, receiveCurrency)
  const priced = price({
    fix,
    amount,
    mid,
    band: bandFor(corridor.bands[way], { fix, amount, mid }),
    chargeRate: midRate(snapshot, sendCurrency, chargedIn(corridor, way)),
    wholeUnits,
  })
  const midAt = timeOf(snapshot, [sendCurrency, receiveCurrency])
  return {
    ...priced,
    from: corridor.sender,
    to: corridor.recipient,
    midAt,
    snapshotId: snapshot.id,
    priceVersion,
  }
}

function bandFor(
  bands: readonly PriceBand[],
  { fix, amount, mid }: { fix: FixedSide; amount: Money; mid: Rate },
): PriceBand {
  return fix === 'send' ? bandOf(bands, amount) : bandOfReceived(bands, amount, mid)
}

function refuseOutOfBounds({ fix, send }: Price, { minimum, maximum }: Bounds): void {
  const field = fix === 'send' ? 'amount' : 'receiveAmount'
  if (compare(send, minimum) < 0) {
    const message = `Minimum ${formatMoney(minimum)}. Enter more.`
    throw new Refused('amount_below_minimum', { field, message })
  }
  if (compare(send, maximum) > 0) {
    const message = `Maximum ${formatMoney(roundedDown(maximum))} per transfer. Enter less.`
    throw new Refused('amount_above_limit', { field, message })
  }
}

function countryOf(currency: CurrencyCode): CountryCode {
  const country = COUNTRIES.find((entry) => entry.currency === currency)
  if (!country) throw new Error(`No country for ${currency}`)
  return country.code
}
