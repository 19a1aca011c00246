import {
  findCountry,
  type BodyOf,
  type calls,
  type CorridorRate,
  type CountryCode,
  type RateAlertKind,
} from '@sesa/contract'
import { rate, significantRate, type CurrencyCode, type Rate } from '@sesa/money'
import * as v from 'valibot'

export interface AlertValues extends Record<string, string> {
  /** The corridor's `from` and `to`, as `corridorKey` joins them. */
  corridor: string
  kind: RateAlertKind
  threshold: string
}

export const corridorKey = ({ from, to }: { from: CountryCode; to: CountryCode }): string => `${from}-${to}`

/** Returns today's rate of a corridor; null while we have none. */
export function rateOf({ rate: text, fromCurrency, toCurrency }: CorridorRate): Rate | null {
  return text === null ? null : rate(text, fromCurrency, toCurrency)
}

/** Formats a rate in the transfer's direction: "1 LRD = 0.0546621 GHS". */
export function rateText(r: Rate): string {
  return `1 ${r.from} = ${significantRate(r, 'down')} ${r.to}`
}

/** Formats an alert's threshold exactly. */
export function thresholdText(text: string, { from, to }: { from: CountryCode; to: CountryCode }): string {
  const code = (country: CountryCode): CurrencyCode | '' => findCountry(country)?.currency ?? ''
  return `1 ${code(from)} = ${text} ${code(to)}`
}

/** Names the two countries: "Liberia to Ghana". */
export function corridorText({ from, to }: { from: CountryCode; to: CountryCode }): string {
  return `${findCountry(from)?.name ?? from} to ${findCountry(to)?.name ?? to}`
}

/** Returns the suggested threshold: 1% better than today, or 1% worse for an alert on a falling rate. */
export function suggestion(corridor: CorridorRate | undefined, kind: RateAlertKind): string {
  const today = corridor && rateOf(corridor)
  if (!today || kind === 'daily') return ''
  return kind === 'at_or_above' ? significantRate(today, 'up', 100n) : significantRate(today, 'down', -100n)
}

type Wanted = BodyOf<typeof calls.createRateAlert>

/** "1,234" may mean 1.234 or 1234, so it is rejected. */
const DECIMAL = /^(?![1-9]\d{0,2},\d{3}$)\d{1,9}([.,]\d{1,10})?$/

/** Checks all fields; the server checks again, against its newest rate. */
export function alertSchema(rates: readonly CorridorRate[], zone: string) {
  return v.pipe(
    v.custom<AlertValues>(() => true),
    v.rawTransform(({ dataset, addIssue, NEVER }): Wanted => {
      const { corridor: key, kind, threshold: typed } = dataset.value
      const corridor = rates.find((each) => corridorKey(each) === key)
      const threshold = typed.trim()
      const isNumber = DECIMAL.test(threshold) && /[1-9]/.test(threshold)
      const problems: Partial<Record<keyof AlertValues, string>> = {
        ...(!corridor && { corridor: 'Choose the countries.' }),
        ...(kind !== 'daily' &&
          !isNumber && {
            threshold:
              threshold === '' ? 'Enter a rate.' : 'Enter the rate as a number above zero, like 11.25.',
          }),
      }
      for (const [path, message] of Object.entries(problems)) {
        addIssue({
          message,
          path: [
            { type: 'object', origin: 'value', input: dataset.value, key: path, value: dataset.value[path] },
          ],
        })
      }
      if (!corridor || Object.keys(problems).length > 0) return NEVER
      const { from, to } = corridor
      return { from, to, kind, zone, ...(kind !== 'daily' && { threshold: threshold.replace(',', '.') }) }
    }),
  )
}
