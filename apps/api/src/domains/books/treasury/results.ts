import { CURRENCY_CODES, convert, isCurrencyCode, money, type CurrencyCode, type Money } from '@sesa/money'
import type { Db } from '../../../db/index.ts'
import { balances } from '../../record/index.ts'
import { midRate, type RateSnapshot } from '../../pricing/index.ts'

/** The result of a period in one currency: income is positive, costs are negative. */
export interface Result {
  readonly currency: CurrencyCode
  readonly fees: Money
  readonly margin: Money
  /** Change of the open position: an exchange shows in the other currency too, with the opposite sign. */
  readonly exchange: Money
  readonly providerFees: Money
  readonly losses: Money
}

/** The open position of a currency: positive when we hold it in place of another one. */
export interface Exposure {
  readonly currency: CurrencyCode
  readonly open: Money
  /** At the mid-market rate, rounded down; null without a rate. */
  readonly inDollars: Money<'USD'> | null
}

const PARTS = {
  fee: 'fees',
  margin: 'margin',
  fx: 'exchange',
  provider_fees: 'providerFees',
  losses: 'losses',
} as const
type Part = (typeof PARTS)[keyof typeof PARTS]
const isPart = (name: string): name is keyof typeof PARTS => Object.hasOwn(PARTS, name)

/** Money into an account minus money out of it, in minor units. */
export interface Sum {
  /** Account name without its currency. */
  readonly name: string
  readonly currency: string
  readonly sum: bigint
}

/** Returns the result of each currency from the sums of the accounts; ignores accounts that are not result accounts. */
export function resultsOf(all: readonly Sum[]): readonly Result[] {
  const sums = new Map<string, bigint>()
  for (const { name, currency, sum } of all) {
    if (isPart(name) && isCurrencyCode(currency)) sums.set(`${PARTS[name]} ${currency}`, sum)
  }
  return CURRENCY_CODES.map((currency) => {
    const of = (part: Part): Money => money(sums.get(`${part} ${currency}`) ?? 0n, currency)
    return {
      currency,
      fees: of('fees'),
      margin: of('margin'),
      exchange: of('exchange'),
      providerFees: of('providerFees'),
      losses: of('losses'),
    }
  })
}

/** Converts to US dollars at the mid-market rate, rounded down. */
export function inDollars(snapshot: RateSnapshot, amount: Money): Money<'USD'> {
  return convert(amount, midRate(snapshot, amount.currency, 'USD'), 'down')
}

/** Sums a result in US dollars at the mid-market rates: fees, margin and exchange, less provider fees and losses. */
export function totalInDollars(snapshot: RateSnapshot, results: readonly Result[]): Money<'USD'> {
  const parts = results.flatMap((one) => [one.fees, one.margin, one.exchange, one.providerFees, one.losses])
  return money(
    parts.reduce((sum, part) => sum + inDollars(snapshot, part).amount, 0n),
    'USD',
  )
}

/** Returns the open position of each currency: the amount received in it and not exchanged for another one. */
export async function readExposure(db: Db, snapshot: RateSnapshot | null): Promise<readonly Exposure[]> {
  const exposures: Exposure[] = []
  const balanceOf = await balances(
    db,
    CURRENCY_CODES.map((currency) => `fx:${currency}` as const),
  )
  for (const currency of CURRENCY_CODES) {
    const open = money(balanceOf(`fx:${currency}`), currency)
    exposures.push({ currency, open, inDollars: snapshot && inDollars(snapshot, open) })
  }
  return exposures
}
