import type { AnswerOf, calls, Config, Corridor } from '@sesa/contract'
import {
  compare,
  convertBack,
  formatMoney,
  money,
  parseAmount,
  roundedDown,
  type Money,
  type Rate,
} from '@sesa/money'
import * as i18n from '@sesa/contract/i18n'
import { currencyOf } from '../draft/values.ts'

/** The customer's remaining limits, as the server counts them. */
export type Allowance = AnswerOf<typeof calls.getLimits>['limits']

type Network = Config['networks'][number]

/** How much the customer can send now. */
export interface Bounds {
  /** In the sender's currency. */
  readonly minimum: Money
  /** The maximum per transfer, in the sender's currency; null while no rate is known. */
  readonly maximum: Money | null
  /** The smaller remainder of the 24-hour and 30-day limits; null while unknown. */
  readonly left: { readonly money: Money; readonly window: '24-hour' | '30-day' } | null
  /** The chosen network's limits, in the currency that arrives; null without one. */
  readonly network: {
    readonly label: string
    readonly minimum: Money | null
    readonly maximum: Money | null
  } | null
}

export function boundsOf(corridor: Corridor, allowance: Allowance | null, network?: Network): Bounds {
  const currency = currencyOf(corridor.from)
  const arriving = (minor: number | null) => (minor === null ? null : money(minor, currencyOf(corridor.to)))
  return {
    minimum: money(corridor.minimum, currency),
    maximum: corridor.maximum === null ? null : money(corridor.maximum, currency),
    left: allowance?.currency === currency ? leftOf(allowance) : null,
    network: network
      ? { label: network.label, minimum: arriving(network.minimum), maximum: arriving(network.maximum) }
      : null,
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

/** Limits are shown rounded down to a sensible figure, and apply exactly. */
const shownLimit = (limit: Money): string => formatMoney(roundedDown(limit))

/** Describes the limits before the customer reaches them. `rate` converts the network's maximum to the amount to send. */
export function boundsText(bounds: Bounds, rate: Rate | null): string {
  const { minimum, maximum } = bounds
  const left = tightLeft(bounds)
  if (left && compare(left.money, minimum) < 0) return usedUp(left)
  if (left) {
    return i18n.t('From {minimum} to {money} (the rest of your {window} limit).', {
      minimum: formatMoney(minimum),
      money: shownLimit(left.money),
      window: left.window,
    })
  }
  const least = i18n.t('Minimum {minimum}.', { minimum: formatMoney(minimum) })
  const most = carrierMaximum(bounds, rate)
  if (most)
    return i18n.t('{least} {label} accepts up to {exact} per transfer (about {about}).', {
      least,
      label: most.label,
      exact: most.exact,
      about: most.about,
    })
  return maximum
    ? i18n.t('{least} Maximum {maximum} per transfer.', { least, maximum: shownLimit(maximum) })
    : least
}

/**
 * Returns the limits only where they matter, or undefined: nothing is left to send, or the amount is near the most that
 * can be sent, from four fifths of it.
 */
export function nearBounds(sendAmount: string, bounds: Bounds, rate: Rate | null): string | undefined {
  const left = tightLeft(bounds)?.money
  if (left && compare(left, bounds.minimum) < 0) return boundsText(bounds, rate)
  const send = parseAmount(sendAmount, bounds.minimum.currency)
  const ends = [left, bounds.maximum, worthOfMaximum(bounds.network, rate)]
  const isNear = ends.some((end) => end && send.ok && send.money.amount * 5n >= end.amount * 4n)
  return isNear ? boundsText(bounds, rate) : undefined
}

function usedUp({ window }: NonNullable<Bounds['left']>): string {
  return i18n.t('You’ve reached your {window} limit. Try again later.', { window })
}

/** The network's maximum, in the currency that arrives and approximately in the sender's. */
interface CarrierMaximum {
  readonly label: string
  readonly exact: string
  readonly about: string
}

/** Returns the network's maximum if it is below our limit; null otherwise, and while no rate is known. */
function carrierMaximum({ network, maximum }: Bounds, rate: Rate | null): CarrierMaximum | null {
  const worth = worthOfMaximum(network, rate)
  if (!network?.maximum || !worth || (maximum && compare(worth, slightlyMore(maximum)) > 0)) return null
  const about = formatMoney({ ...worth, amount: worth.amount - (worth.amount % 100n) }).replace(/\.00$/, '')
  return { label: network.label, exact: formatMoney(network.maximum), about }
}

/** Returns the amount to send for the network's maximum. */
function worthOfMaximum(network: Bounds['network'], rate: Rate | null): Money | null {
  if (!network?.maximum || rate?.to !== network.maximum.currency) return null
  return convertBack(network.maximum, rate, 'down')
}

/**
 * Returns a slightly higher amount. The rate may have moved since the configuration was loaded, so the same limit may
 * differ a little.
 */
function slightlyMore({ amount, currency }: Money): Money {
  return money(amount + amount / 100n, currency)
}

/** The typed amounts, and the side that was typed last. */
export interface TypedAmounts {
  readonly fix: 'send' | 'receive'
  readonly sendAmount: string
  readonly receiveAmount: string
}

/**
 * Returns why the amount being typed cannot be sent, or undefined. Ignores text that is not an amount yet, and the
 * other side until it has been converted (`busy`).
 */
export function typedOutOfBounds(
  { fix, sendAmount, receiveAmount }: TypedAmounts,
  bounds: Bounds,
  rate: Rate | null,
  busy: boolean,
): string | undefined {
  const send = parseAmount(sendAmount, bounds.minimum.currency)
  const arriving = bounds.network?.maximum?.currency ?? bounds.network?.minimum?.currency
  const receive = arriving ? parseAmount(receiveAmount, arriving) : null
  const isSendKnown = send.ok && (fix === 'send' || !busy)
  if (isSendKnown && compare(send.money, bounds.minimum) < 0) return boundsProblem(send.money, bounds)
  if (fix === 'send') {
    // The rate gives at once the result that the conversion confirms a moment later.
    const worth = worthOfMaximum(bounds.network, rate)
    const most = carrierMaximum(bounds, rate)
    if (send.ok && worth && most && compare(send.money, worth) > 0)
      return i18n.t('{label} accepts up to {exact} (about {about}). Enter less.', {
        label: most.label,
        exact: most.exact,
        about: most.about,
      })
  }
  if (receive?.ok && (fix === 'receive' || !busy)) {
    const problem = networkProblem(receive.money, bounds)
    if (problem !== undefined) return problem
  }
  return isSendKnown ? boundsProblem(send.money, bounds) : undefined
}

/** Returns why the chosen network does not accept this amount, or undefined. */
export function networkProblem(receive: Money, { network }: Bounds): string | undefined {
  if (network?.minimum && compare(receive, network.minimum) < 0) {
    return i18n.t('{label} accepts {minimum} or more per transfer. Enter more.', {
      label: network.label,
      minimum: formatMoney(network.minimum),
    })
  }
  if (network?.maximum && compare(receive, network.maximum) > 0) {
    return i18n.t('{label} accepts up to {maximum} per transfer. Enter less.', {
      label: network.label,
      maximum: formatMoney(network.maximum),
    })
  }
  return undefined
}

/** Returns why this amount cannot be sent, or undefined. */
export function boundsProblem(send: Money, bounds: Bounds): string | undefined {
  const { minimum, maximum } = bounds
  if (compare(send, minimum) < 0)
    return i18n.t('Minimum {minimum}. Enter more.', { minimum: formatMoney(minimum) })
  if (maximum && compare(send, maximum) > 0)
    return i18n.t('Maximum {maximum} per transfer. Enter less.', { maximum: shownLimit(maximum) })
  const left = tightLeft(bounds)
  if (left && compare(send, left.money) > 0) {
    if (compare(left.money, minimum) < 0) return usedUp(left)
    return i18n.t('This is over your {window} limit. You can still send up to {money}.', {
      window: left.window,
      money: shownLimit(left.money),
    })
  }
  return undefined
}
