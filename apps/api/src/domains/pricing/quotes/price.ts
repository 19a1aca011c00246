import {
  add,
  convert,
  convertBack,
  isNegative,
  money,
  subtract,
  withMargin,
  type Money,
  type Rate,
} from '@sesa/money'
import { feeOf, wholeUnitsUp, type PriceBand } from '../prices/index.ts'
import type { Charge, FixedSide, Price } from './types.ts'

/** Inputs of a price. `mid` and `chargeRate` start at the sender's currency. */
export interface PriceTerms {
  readonly fix: FixedSide
  /** In the sender's currency with `fix: send`, in the recipient's with `fix: receive`. */
  readonly amount: Money
  readonly mid: Rate
  readonly band: Omit<PriceBand, 'from'>
  /** Sender's currency → charge currency; 1 when they are the same. */
  readonly chargeRate: Rate
  /** True for a network that takes whole units of the sender's currency only. */
  readonly wholeUnits?: boolean | undefined
}

export type PricedAmounts = Omit<Price, 'from' | 'to' | 'midAt' | 'snapshotId' | 'priceVersion'>

/**
 * Computes every price. Roundings, all to the minor unit:
 *
 * - `fix: send`: the received amount is send × customer's rate, half-even.
 * - `fix: receive`: the sent amount is receive ÷ customer's rate, up, so that the rate is never better than promised.
 * - The margin is the sent amount less the received amount at the mid rate (half-even). On tiny amounts
 *   the rounding can exceed the margin; the margin is then zero, never negative.
 * - The fee's percentage of the sent amount is rounded down.
 * - With `wholeUnits` the total is rounded up to whole units, and the difference is part of the fee.
 * - The charge is the total × charge rate, up; its fee and margin are rounded down, and the remainder is
 *   the principal, so that the parts add up to the total exactly.
 */
export function price({ fix, amount, mid, band, chargeRate, wholeUnits = false }: PriceTerms): PricedAmounts {
  const rate = withMargin(mid, band.marginBps)
  const send = fix === 'send' ? amount : convertBack(amount, rate, 'up')
  const receive = fix === 'send' ? convert(amount, rate, 'half-even') : amount
  const kept = subtract(send, convertBack(receive, mid, 'half-even'))
  const margin = isNegative(kept) ? money(0, kept.currency) : kept
  const exact = add(send, feeOf(band, send))
  const total = wholeUnits ? wholeUnitsUp(exact) : exact
  const fee = subtract(total, send)
  return {
    fix,
    send,
    fee,
    total,
    receive,
    rate,
    mid,
    margin,
    charge: chargeOf(total, fee, margin, chargeRate),
  }
}

function chargeOf(total: Money, fee: Money, margin: Money, rate: Rate): Charge {
  const charged = convert(total, rate, 'up')
  const parts = { fee: convert(fee, rate, 'down'), margin: convert(margin, rate, 'down') }
  return {
    total: charged,
    ...parts,
    principal: subtract(subtract(charged, parts.fee), parts.margin),
    rate,
  }
}
