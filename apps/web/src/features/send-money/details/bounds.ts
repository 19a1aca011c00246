import type { AnswerOf, calls, Corridor } from '@sesa/contract'
import { compare, formatMoney, money, parseAmount, type Money } from '@sesa/money'
import { currencyOf } from '../draft/values.ts'

/** The customer's remaining limits, as the server counts them. */
export type Allowance = AnswerOf<typeof calls.getLimits>['limits']

/** How much the customer can send now, in the sender's currency. */
export interface Bounds {
  readonly minimum: Money
  /** The maximum per transfer; null while no rate is known. */
  readonly maximum: Money | null
  /** The smaller remainder of the 24-hour and 30-day limits; null while unknown. */
  readonly left: { readonly money: Money; readonly window: '24-hour' | '30-day' } | null
}

export function boundsOf(corridor: Corridor, allowance: Allowance | null): Bounds {
  const currency = currencyOf(corridor.from)
  return {
    minimum: money(corridor.minimum, currency),
    maximum: corridor.maximum === null ? null : money(corridor.maximum, currency),
    left: allowance?.currency === currency ? leftOf(allowance) : null,
  }
}

function leftOf({ currency, day, month }: Allowance): Bounds['left'] {
  return day.left <= month.left
    ? { money: money(day.left, currency), window: '24-hour' }
    : { money: money(month.left, currency), window: '30-day' }
}

/** Returns the remaining limit if it is below the maximum per transfer. */
function tightLeft({ left, maximum }: Bounds): Bounds['left'] {
  return left && (!maximum || compare(left.money, maximum) < 0) ? left : null
}

/** Describes the bounds before the customer hits them. */
export function boundsText(bounds: Bounds): string {
  const { minimum, maximum } = bounds
  const left = tightLeft(bounds)
  if (left && compare(left.money, minimum) < 0) return usedUp(left)
  if (left) {
    return `From ${formatMoney(minimum)} to ${formatMoney(left.money)} (the rest of your ${left.window} limit).`
  }
  return maximum
    ? `From ${formatMoney(minimum)} to ${formatMoney(maximum)}.`
    : `At least ${formatMoney(minimum)}.`
}

function usedUp({ window }: NonNullable<Bounds['left']>): string {
  return `You’ve reached your ${window} limit. Try again later.`
}

function minimumProblem(send: Money, { minimum }: Bounds): string | undefined {
  if (compare(send, minimum) >= 0) return undefined
  return `Minimum ${formatMoney(minimum)}. Enter more.`
}

/** Returns the error while a typed amount is below the minimum. Ignores text that is not an amount yet. */
export function typedBelowMinimum(text: string, bounds: Bounds): string | undefined {
  const typed = parseAmount(text, bounds.minimum.currency)
  return typed.ok ? minimumProblem(typed.money, bounds) : undefined
}

/** Returns why this amount cannot be sent, or undefined. */
export function boundsProblem(send: Money, bounds: Bounds): string | undefined {
  const { minimum, maximum } = bounds
  const tooLittle = minimumProblem(send, bounds)
  if (tooLittle !== undefined) return tooLittle
  if (maximum && compare(send, maximum) > 0) {
    return `Maximum ${formatMoney(maximum)} per transfer. Enter less.`
  }
  const left = tightLeft(bounds)
  if (left && compare(send, left.money) > 0) {
    if (compare(left.money, minimum) < 0) return usedUp(left)
    return `This is over your ${left.window} limit. You can still send up to ${formatMoney(left.money)}.`
  }
  return undefined
}
