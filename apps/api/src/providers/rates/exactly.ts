import { byCurrency } from '@sesa/money'
import * as v from 'valibot'
import { FOREIGN, RatesFailure, type LatestRates } from '../../domains/pricing/rates/ports.ts'
import type { ProviderFetch } from '../../lib/provider-fetch.ts'

/** A rate as text: digits, never a float. */
const decimal = v.pipe(v.string(), v.regex(/^\d{1,12}(\.\d{1,20})?(e[+-]?\d{1,2})?$/i))

/** Currencies without a valid rate in the source are absent. */
const rateOrNothing = v.fallback(v.optional(v.pipe(decimal, v.regex(/^[0.]*[1-9]/))), undefined)

/** Our currencies, at least one of them. Only SLE, never the old leone (SLL, a thousandth of it). */
export const someRates = v.pipe(
  v.object(byCurrency(FOREIGN, () => rateOrNothing)),
  v.check((rates) => FOREIGN.some((currency) => rates[currency] !== undefined), 'none of our currencies'),
  v.transform((rates): LatestRates['usd'] =>
    Object.fromEntries(Object.entries(rates).filter(([, rate]) => rate !== undefined)),
  ),
)

/** Seconds since the epoch. */
export const seconds = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(99_999_999_999))

export interface Source {
  readonly url: string
  readonly timeoutMs: number
  readonly headers?: Readonly<Record<string, string>>
  /** The status with which the source reports that it has no such rates. */
  readonly noDataStatus?: number
}

/** Fetches JSON with every number kept as text, except those named `times`. Throws RatesFailure. */
export async function getExactly(
  fetchFn: ProviderFetch,
  source: Source,
  times: readonly string[],
): Promise<unknown> {
  const text = await get(fetchFn, source)
  try {
    return JSON.parse(text, (key, value: unknown, context?: { source?: string }) =>
      typeof value === 'number' && !times.includes(key) ? context?.source : value,
    )
  } catch {
    throw new RatesFailure('malformed', 'not JSON')
  }
}

async function get(
  fetchFn: ProviderFetch,
  { url, timeoutMs, headers = {}, noDataStatus }: Source,
): Promise<string> {
  try {
    const response = await fetchFn(url, {
      headers,
      signal: AbortSignal.timeout(timeoutMs),
    })
    const text = await response.text()
    if (response.status >= 200 && response.status < 300) return text
    const reason = response.status === noDataStatus ? 'no_data' : 'refused'
    throw new RatesFailure(reason, `status ${response.status}`)
  } catch (error) {
    if (error instanceof RatesFailure) throw error
    // The cause may quote the address, which can contain a key, so only its kind is reported.
    throw new RatesFailure('unreachable', error instanceof Error ? error.name : 'no answer')
  }
}
