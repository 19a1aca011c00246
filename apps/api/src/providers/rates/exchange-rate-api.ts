import * as v from 'valibot'
import { RatesFailure, type RatesProvider } from '../../domains/pricing/rates/ports.ts'
import { getExactly, seconds, someRates } from './exactly.ts'
import type { ProviderFetch } from '../../lib/provider-fetch.ts'

export interface ExchangeRateApiSettings {
  /** `https://v6.exchangerate-api.com`, without a trailing slash. */
  readonly baseUrl: string
  readonly apiKey: string
  /** The source's name, shown with prices. */
  readonly source: string
  readonly timeoutMs: number
  /** Maximum requests per month in the plan. */
  readonly monthlyRequests?: number | undefined
}

/** Errors come with HTTP 200. */
const latest = v.variant('result', [
  v.object({
    result: v.literal('success'),
    base_code: v.literal('USD'),
    time_last_update_unix: seconds,
    conversion_rates: someRates,
  }),
  v.object({ result: v.literal('error'), 'error-type': v.string() }),
])

/** Rates from ExchangeRate-API's `v6/{key}/latest/USD`. */
export function createExchangeRateApi(
  fetchFn: ProviderFetch,
  { baseUrl, apiKey, source, timeoutMs, monthlyRequests }: ExchangeRateApiSettings,
): RatesProvider {
  const url = `${baseUrl}/v6/${encodeURIComponent(apiKey)}/latest/USD`
  return {
    source,
    monthlyRequests,
    async latest() {
      const body = await getExactly(fetchFn, { url, timeoutMs }, ['time_last_update_unix'])
      const result = v.safeParse(latest, body)
      if (!result.success) throw new RatesFailure('malformed', result.issues[0].message)
      if (result.output.result === 'error') throw new RatesFailure('refused', result.output['error-type'])
      const { time_last_update_unix: updated, conversion_rates: rates } = result.output
      return { asOf: new Date(updated * 1000), source, usd: rates }
    },
  }
}
