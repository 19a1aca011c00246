import {
  findCountry,
  rateAlertText,
  type BodyOf,
  type calls,
  type CorridorRate,
  type CountryCode,
  type RateAlert,
  type RateAlertKind,
} from '@sesa/contract'
import {
  formatAmount,
  isZero,
  money,
  parseAmount,
  rate,
  rateToString,
  usualRate,
  usualReceived,
  type Money,
  type Rate,
} from '@sesa/money'
import * as v from 'valibot'
import * as i18n from '@sesa/contract/i18n'

export interface AlertValues extends Record<string, string> {
  /** The corridor's `from` and `to`, as `corridorKey` joins them. */
  corridor: string
  kind: RateAlertKind
  /** The amount that the usual amount must buy, as typed. */
  threshold: string
}

export const corridorKey = ({ from, to }: { from: CountryCode; to: CountryCode }): string => `${from}-${to}`

/** Returns today's rate of a corridor; null while we have none. */
export function rateOf({ rate: text, fromCurrency, toCurrency }: CorridorRate): Rate | null {
  return text === null ? null : rate(text, fromCurrency, toCurrency)
}

/** Says when an alert is sent: "LRD 1,000 gives at least GHS 67.63". */
export function whenText({ kind, threshold, from, to }: RateAlert): string {
  const [send, receive] = [findCountry(from)?.currency, findCountry(to)?.currency]
  if (kind === 'daily' || threshold === null || !send || !receive) return i18n.t('Every day')
  return rateAlertText(kind, rate(threshold, send, receive))
}

/** Names the two countries: "Liberia to Ghana". */
export function corridorText({ from, to }: { from: CountryCode; to: CountryCode }): string {
  return i18n.t('{from} to {to}', {
    from: findCountry(from)?.name ?? from,
    to: findCountry(to)?.name ?? to,
  })
}

/** Returns the amount that is 1% better than today's, rounded up; or 1% worse, rounded down, for an alert on a fall. */
export function suggestion(corridor: CorridorRate | undefined, kind: RateAlertKind): string {
  const today = corridor && rateOf(corridor)
  if (!today || kind === 'daily') return ''
  const [percent, rounding] = kind === 'at_or_above' ? ([101n, 'up'] as const) : ([99n, 'down'] as const)
  return formatAmount(
    usualReceived({ ...today, value: today.value * percent, scale: today.scale + 2 }, rounding),
  )
}

/** Returns what the best rate of 30 days gave, rounded down; null unless that is more than today. */
export function bestAmount(corridor: CorridorRate): string | null {
  const today = rateOf(corridor)
  // A server of the last release does not answer with it.
  if (today === null || !corridor.best) return null
  const best = usualReceived(rate(corridor.best, corridor.fromCurrency, corridor.toCurrency), 'down')
  return best.amount > usualReceived(today, 'up').amount ? formatAmount(best) : null
}

/** Returns the amount one step up or down: a power of ten of about a thousandth, such as 0.10 for 66.96. */
export function stepped(text: string, { toCurrency }: CorridorRate, by: 1n | -1n): string {
  const parsed = parseAmount(text, toCurrency)
  if (!parsed.ok) return text
  const { amount } = parsed.money
  const step = 10n ** BigInt(Math.max(0, (amount / 500n).toString().length - 1))
  const next = amount + by * step
  return next > 0n ? formatAmount(money(next, toCurrency)) : text
}

type Wanted = BodyOf<typeof calls.createRateAlert>

/** Reads the amount; returns the problem in words if there is none. */
function readAmount(text: string, { toCurrency }: CorridorRate): Money | string {
  const parsed = parseAmount(text, toCurrency)
  if (!parsed.ok && parsed.reason === 'empty') return i18n.t('Enter an amount.')
  return parsed.ok && !isZero(parsed.money) ? parsed.money : i18n.t('Enter an amount above zero, like 67.63.')
}

/** Checks all fields; the server checks again, against its newest rate. */
export function alertSchema(rates: readonly CorridorRate[], zone: string) {
  return v.pipe(
    v.custom<AlertValues>(() => true),
    v.rawTransform(({ dataset, addIssue, NEVER }): Wanted => {
      const { corridor: key, kind, threshold } = dataset.value
      const refuse = (path: keyof AlertValues & string, message: string) => {
        const input = dataset.value
        addIssue({
          message,
          path: [{ type: 'object', origin: 'value', input, key: path, value: input[path] }],
        })
        return NEVER
      }
      const corridor = rates.find((each) => corridorKey(each) === key)
      if (!corridor) return refuse('corridor', i18n.t('Choose the countries.'))
      const wanted = { from: corridor.from, to: corridor.to, kind, zone }
      if (kind === 'daily') return wanted
      const amount = readAmount(threshold, corridor)
      if (typeof amount === 'string') return refuse('threshold', amount)
      return { ...wanted, threshold: rateToString(usualRate(amount, corridor.fromCurrency)) }
    }),
  )
}
