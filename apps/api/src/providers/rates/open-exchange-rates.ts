import * as v from 'valibot'
import { RatesFailure, type RatesProvider } from '../../modules/rates/ports.ts'
import { decimal, getExactly, seconds } from './exactly.ts'

export interface OpenExchangeRatesSettings {
  /** The full address of `latest.json`, without the application id. */
  readonly url: string
  /** The application id, if required. */
  readonly appId?: string
  /** The source's name, as shown with prices. */
  readonly source: string
  readonly timeoutMs: number
}

/** SLE only: a body with Sierra Leone's old leone (SLL, a thousandth) instead is malformed. */
const latest = v.object({
  timestamp: seconds,
  base: v.literal('USD'),
  rates: v.object({ LRD: decimal, GHS: decimal, SLE: decimal }),
})

/**
 * Rates from Open Exchange Rates, or from a service with the same `latest.json`: `{ timestamp (s), base: "USD", rates
 * }`. Rates are read from the JSON text digit by digit, never through a float.
 */
export function createOpenExchangeRates(
  fetchFn: typeof fetch,
  { url, appId, source, timeoutMs }: OpenExchangeRatesSettings,
): RatesProvider {
  const headers = appId === undefined ? {} : { authorization: `Token ${appId}` }
  return {
    source,
    async latest() {
      const result = v.safeParse(
        latest,
        await getExactly(fetchFn, { url, timeoutMs, headers }, ['timestamp']),
      )
      if (!result.success) throw new RatesFailure('malformed', result.issues[0].message)
      const { timestamp, rates } = result.output
      return { asOf: new Date(timestamp * 1000), source, usd: rates }
    },
  }
}
