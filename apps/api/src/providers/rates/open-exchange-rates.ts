import * as v from 'valibot'
import { RatesFailure, type ProviderRates, type RatesProvider } from '../../modules/rates/ports.ts'

export interface OpenExchangeRatesSettings {
  /** The whole address of `latest.json`, application id included where one is needed. */
  readonly url: string
  /** The name that prices give as the source of their rate. */
  readonly source: string
  readonly timeoutMs: number
}

const decimal = v.pipe(v.string(), v.regex(/^\d{1,12}(\.\d{1,20})?(e[+-]?\d{1,2})?$/i))

/** SLE only: a body that still gives Sierra Leone's old leone (SLL, a thousandth) instead is malformed. */
const latest = v.object({
  timestamp: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(99_999_999_999)),
  base: v.literal('USD'),
  rates: v.object({ LRD: decimal, GHS: decimal, SLE: decimal }),
})

/**
 * Rates from Open Exchange Rates, or from a service that speaks its `latest.json`: `{ timestamp (s), base: "USD",
 * rates }`. Rates are taken from the JSON text digit by digit, never through a float.
 */
export function createOpenExchangeRates(
  fetchFn: typeof fetch,
  { url, source, timeoutMs }: OpenExchangeRatesSettings,
): RatesProvider {
  return {
    async latest() {
      const text = await get(fetchFn, url, timeoutMs)
      const result = v.safeParse(latest, parseExactly(text))
      if (!result.success) throw new RatesFailure('malformed', result.issues[0].message)
      const { timestamp, rates } = result.output
      return { asOf: new Date(timestamp * 1000), source, usd: rates } satisfies ProviderRates
    },
  }
}

async function get(fetchFn: typeof fetch, url: string, timeoutMs: number): Promise<string> {
  try {
    const response = await fetchFn(url, { signal: AbortSignal.timeout(timeoutMs), redirect: 'error' })
    const text = await response.text()
    if (response.ok) return text
    throw new RatesFailure('refused', `status ${response.status}`)
  } catch (error) {
    if (error instanceof RatesFailure) throw error
    // The cause may quote the address, which can hold the application id: only its kind is told.
    throw new RatesFailure('unreachable', error instanceof Error ? error.name : 'no answer')
  }
}

/** JSON with every number but the timestamp as the text it was written in. */
function parseExactly(text: string): unknown {
  try {
    return JSON.parse(text, (key, value: unknown, context?: { source?: string }) =>
      typeof value === 'number' && key !== 'timestamp' ? context?.source : value,
    )
  } catch {
    throw new RatesFailure('malformed', 'not JSON')
  }
}
