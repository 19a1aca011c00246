import { convert, divide, money, subtract, add, type CurrencyCode, type Money } from '@sesa/money'
import type { Corridor } from '../corridors/index.ts'
import { bandOf, type PriceList, type ProviderCosts } from '../prices/index.ts'
import { midRate, type RateSnapshot } from '../rates/index.ts'
import { price, type PricedAmounts } from './price.ts'

const BASIS_POINTS = 10_000n

/** Income and costs of one transfer, all in the currency of the card charge. */
export interface TransferResult {
  readonly fee: Money
  readonly margin: Money
  readonly cardCost: Money
  readonly payoutCost: Money
  readonly exchangeCost: Money
  /** Fee and margin less all costs; negative for a loss. */
  readonly result: Money
}

const part = (whole: Money, bps: bigint): Money =>
  money(divide(whole.amount * bps, BASIS_POINTS, 'up'), whole.currency)

/**
 * Returns the result of a transfer at this price. Rounds each cost up to the minor unit, so that no cost looks smaller than
 * it is. Excludes refunds, disputes and fraud.
 */
export function resultOf(
  { charge, receive }: PricedAmounts,
  costs: ProviderCosts,
  { recipient }: Pick<Corridor, 'recipient'>,
  {
    snapshot,
    isForeignCard,
  }: { readonly snapshot: Pick<RateSnapshot, 'usd'>; readonly isForeignCard: boolean },
): TransferResult {
  const { currency } = charge.total
  const here = (amount: Money): Money => convert(amount, midRate(snapshot, amount.currency, currency), 'up')
  const { card, exchangeBps } = costs
  const payout = costs.payout.get(recipient)
  if (payout === undefined) throw new Error(`No cost of pay-outs to ${recipient}`)
  const cardBps =
    card.bps +
    (isForeignCard ? card.foreignBps : 0n) +
    (card.settlesIn.includes(currency) ? 0n : card.conversionBps)
  const parts = {
    fee: charge.fee,
    margin: charge.margin,
    cardCost: add(part(charge.total, cardBps), here(card.fixed)),
    payoutCost: here(add(part(receive, payout.bps), payout.fixed)),
    exchangeCost: receive.currency === currency ? money(0, currency) : part(charge.principal, exchangeBps),
  }
  const cost = add(add(parts.cardCost, parts.payoutCost), parts.exchangeCost)
  return { ...parts, result: subtract(add(parts.fee, parts.margin), cost) }
}

/** The simulated transfer of an amount through a corridor. */
export interface SimulatedTransfer extends TransferResult {
  readonly corridor: string
  readonly sender: Corridor['sender']
  readonly recipient: Corridor['recipient']
  readonly send: Money
  /** The price that a quote of this amount would have. */
  readonly price: PricedAmounts
  readonly isForeignCard: boolean
}

/**
 * Simulates transfers of these amounts, given in US dollars, through each corridor under a price list: with a card of the
 * sender's country, and for senders in our account's country also with a foreign one.
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
    const isAtHome = corridor.sender === costs.card.country
    return amounts.flatMap((dollars) => {
      const rate = midRate(snapshot, 'USD', corridor.sendCurrency)
      const priced = priceOf(corridor, bands, snapshot, convert(dollars, rate, 'half-even'))
      return (isAtHome ? [false, true] : [true]).map((isForeignCard) => ({
        corridor: name,
        ...{ sender: corridor.sender, recipient: corridor.recipient, price: priced },
        send: priced.send,
        isForeignCard,
        ...resultOf(priced, costs, corridor, { snapshot, isForeignCard }),
      }))
    })
  })
}

/** Returns the price of an amount to send under a list, at the rates of a snapshot. */
export function priceOf(
  { sender, recipient, sendCurrency, receiveCurrency, chargeCurrency }: Corridor,
  bands: PriceList['bands'],
  snapshot: Pick<RateSnapshot, 'usd'>,
  amount: Money,
): PricedAmounts {
  const rateTo = (to: CurrencyCode) => midRate(snapshot, sendCurrency, to)
  return price({
    fix: 'send',
    amount,
    mid: rateTo(receiveCurrency),
    band: bandOf(bands.get(`${sender}/${recipient}`) ?? [], amount),
    chargeRate: rateTo(chargeCurrency),
  })
}
