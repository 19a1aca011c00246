import type { AnswerOf, calls, Corridor } from '@sesa/contract'
import { compare, formatMoney, money, type Money } from '@sesa/money'
import { currencyOf } from './values.ts'

/** What this person can still send, by the server's count. */
export type Allowance = AnswerOf<typeof calls.getLimits>['limits']

/** How much can be sent now, in the sender's currency. */
export interface Bounds {
  readonly minimum: Money
  /** The most of one transfer; null while no rate is known. */
  readonly maximum: Money | null
  /** What is left of the tighter of the limits of a day and a month; null while it is not known. */
  readonly left: { readonly money: Money; readonly window: '24 hours' | '30 days' } | null
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
    ? { money: money(day.left, currency), window: '24 hours' }
    : { money: money(month.left, currency), window: '30 days' }
}

/** What is left, where that is less than the most of one transfer. */
function tightLeft({ left, maximum }: Bounds): Bounds['left'] {
  return left && (!maximum || compare(left.money, maximum) < 0) ? left : null
}

/** The bounds, told before they bite. */
export function boundsText(bounds: Bounds): string {
  const { minimum, maximum } = bounds
  const left = tightLeft(bounds)
  if (left && compare(left.money, minimum) < 0) {
    return `You have used up your limit for ${left.window}: what you send now would be refused until earlier transfers are older than that.`
  }
  if (left) {
    return `From ${formatMoney(minimum)} to ${formatMoney(left.money)}, which is left of your limit for ${left.window}.`
  }
  return maximum
    ? `From ${formatMoney(minimum)} to ${formatMoney(maximum)}.`
    : `At least ${formatMoney(minimum)}.`
}

/** What is wrong with sending this much, or undefined. */
export function boundsProblem(send: Money, bounds: Bounds): string | undefined {
  const { minimum, maximum } = bounds
  if (compare(send, minimum) < 0) {
    return `The smallest amount you can send is ${formatMoney(minimum)}. Enter more.`
  }
  if (maximum && compare(send, maximum) > 0) {
    return `The largest amount you can send at once is ${formatMoney(maximum)}. Enter less.`
  }
  const left = tightLeft(bounds)
  if (left && compare(send, left.money) > 0) {
    return `This would pass your limit for ${left.window}: ${formatMoney(left.money)} is left of it. Enter less.`
  }
  return undefined
}
