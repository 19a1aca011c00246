import { compare, convert, divide, money, subtract, add, type CurrencyCode, type Money } from '@sesa/money'
import type { PayMethod } from '../../../db/schema/collections.ts'
import { chargedIn, type Corridor } from '../corridors/index.ts'
import { bandOf, methodsIn, type PriceList, type ProviderCosts } from '../prices/index.ts'
import { midRate, type RateSnapshot } from '../rates/index.ts'
import { price, type PricedAmounts } from './price.ts'

const BASIS_POINTS = 10_000n

/** Income and costs of one transfer, all in the currency of the charge. */
export interface TransferResult {
  readonly fee: Money
  readonly margin: Money
  /** Of the card payment, the collection from a wallet, or the bank debit. */
  readonly chargeCost: Money
  readonly payoutCost: Money
  readonly exchangeCost: Money
  /** Fee and margin less all costs; negative for a loss. */
  readonly result: Money
}

const part = (whole: Money, bps: bigint): Money =>
  money(divide(whole.amount * bps, BASIS_POINTS, 'up'), whole.currency)

/** How a transfer is paid for. A wallet or a bank account is never foreign. */
export type Paid =
  | { readonly payWith: 'card'; readonly isForeignCard: boolean }
  | { readonly payWith: 'momo' | 'bank_debit'; readonly isForeignCard: false }

/**
 * Returns the result of a transfer at this price. Rounds each cost up to the minor unit, so that no cost looks smaller than
 * it is. Excludes refunds, disputes and fraud.
 */
export function resultOf(
  { charge, receive }: PricedAmounts,
  costs: ProviderCosts,
  { recipient }: Pick<Corridor, 'recipient'>,
  { snapshot, ...paid }: { readonly snapshot: Pick<RateSnapshot, 'usd'> } & Paid,
): TransferResult {
  const { currency } = charge.total
  const here = (amount: Money): Money => convert(amount, midRate(snapshot, amount.currency, currency), 'up')
  const { exchangeBps } = costs
  const payout = costs.payout.get(recipient)
  if (payout === undefined) throw new Error(`No cost of pay-outs to ${recipient}`)
  const parts = {
    fee: charge.fee,
    margin: charge.margin,
    chargeCost: chargeCostOf(charge.total, costs, paid, here),
    payoutCost: here(add(part(receive, payout.bps), payout.fixed)),
    exchangeCost: receive.currency === currency ? money(0, currency) : part(charge.principal, exchangeBps),
  }
  const cost = add(add(parts.chargeCost, parts.payoutCost), parts.exchangeCost)
  return { ...parts, result: subtract(add(parts.fee, parts.margin), cost) }
}

function chargeCostOf(
  total: Money,
  { card, mobileMoneyBps, bankDebit }: ProviderCosts,
  paid: Paid,
  here: (amount: Money) => Money,
): Money {
  if (paid.payWith === 'momo') return part(total, mobileMoneyBps)
  if (paid.payWith === 'bank_debit') {
    const [exact, most] = [part(total, bankDebit.bps), here(bankDebit.most)]
    return compare(exact, most) < 0 ? exact : most
  }
  const bps =
    card.bps +
    (paid.isForeignCard ? card.foreignBps : 0n) +
    (card.settlesIn.includes(total.currency) ? 0n : card.conversionBps)
  return add(part(total, bps), here(card.fixed))
}

/** The simulated transfer of an amount through a corridor. */
export interface SimulatedTransfer extends TransferResult, Pick<Corridor, 'sender' | 'recipient'> {
  readonly corridor: string
  readonly send: Money
  /** The price that a quote of this amount would have. */
  readonly price: PricedAmounts
  readonly payWith: PayMethod
  readonly isForeignCard: boolean
}

/**
 * Simulates transfers of these amounts, given in US dollars, through each corridor under a price list: with a card of the
 * sender's country, for senders in our account's country also with a foreign one, and in the other way of the country.
 */
export function simulate(
  { bands, costs }: PriceList,
  corridors: readonly Corridor[],
  {
    snapshot,
    amounts,
  }: { readonly snapshot: Pick<RateSnapshot, 'usd'>; readonly amounts: readonly Money<'USD'>[] },
): SimulatedTransfer[] {
  return corridors.flatMap((corridor) => {
    const name = `${corridor.sender}/${corridor.recipient}`
    const { sender, recipient } = corridor
    const ways: readonly Paid[] = [
      ...(sender === costs.card.country ? [{ payWith: 'card', isForeignCard: false } as const] : []),
      { payWith: 'card', isForeignCard: true },
      ...methodsIn(sender).flatMap((payWith) =>
        payWith === 'card' ? [] : [{ payWith, isForeignCard: false } as const],
      ),
    ]
    return amounts.flatMap((dollars) => {
      const rate = midRate(snapshot, 'USD', corridor.sendCurrency)
      const amount = convert(dollars, rate, 'half-even')
      return ways.map((paid) => {
        const priced = priceOf(corridor, bands, snapshot, { amount, way: paid.payWith })
        const result = resultOf(priced, costs, corridor, { snapshot, ...paid })
        return { corridor: name, sender, recipient, price: priced, send: priced.send, ...paid, ...result }
      })
    })
  })
}

/** Returns the price of an amount to send under a list, at the rates of a snapshot. */
export function priceOf(
  corridor: Corridor,
  bands: PriceList['bands'],
  snapshot: Pick<RateSnapshot, 'usd'>,
  { amount, way }: { readonly amount: Money; readonly way: PayMethod },
): PricedAmounts {
  const { sender, recipient, sendCurrency, receiveCurrency } = corridor
  const rateTo = (to: CurrencyCode) => midRate(snapshot, sendCurrency, to)
  return price({
    fix: 'send',
    amount,
    mid: rateTo(receiveCurrency),
    band: bandOf(bands.get(`${sender}/${recipient}`)?.[way] ?? [], amount),
    chargeRate: rateTo(chargedIn(corridor, way)),
  })
}
