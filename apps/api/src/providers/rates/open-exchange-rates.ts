import { byCurrency } from '@sesa/money'
import * as v from 'valibot'
import {
  FOREIGN,
  RatesFailure,
  type LatestRates,
  type RatesProvider,
} from '../../domains/pricing/rates/ports.ts'
import { getExactly, seconds, someRates } from './exactly.ts'
import type { ProviderFetch } from '../../lib/provider-fetch.ts'

export interface OpenExchangeRatesSettings {
  /** The full address of `latest.json`, without the application id. */
  readonly url: string
  /** The application id, if required. */
  readonly appId?: string
  /** The source's name, shown with prices. */
  readonly source: string
  readonly timeoutMs: number
  /** Maximum requests per month in the plan. */
  readonly monthlyRequests?: number | undefined
}

const answer = v.object({
  timestamp: seconds,
  base: v.literal('USD'),
  rates: someRates,
})

/** For a day without rates, Open Exchange Rates answers 400 `not_available`. */
const NO_DATA = 400

const DAY_MS = 86_400_000

/**
 * Reads rates from Open Exchange Rates, or from a service with the same `latest.json` and `historical/YYYY-MM-DD.json`:
 * `{ timestamp (s), base: "USD", rates }`. Rates are parsed from the JSON text digit by digit, never through a float.
 */
export function createOpenExchangeRates(
  fetchFn: ProviderFetch,
  { url, appId, source, timeoutMs, monthlyRequests }: OpenExchangeRatesSettings,
): RatesProvider {
  const headers = appId === undefined ? {} : { authorization: `Token ${appId}` }
  const ask = async (address: string, noDataStatus?: number): Promise<LatestRates> => {
    const from = { url: address, timeoutMs, headers, ...(noDataStatus !== undefined && { noDataStatus }) }
    const result = v.safeParse(answer, await getExactly(fetchFn, from, ['timestamp']))
    if (!result.success) throw new RatesFailure('malformed', result.issues[0].message)
    const { timestamp, rates } = result.output
    return { asOf: new Date(timestamp * 1000), source, usd: rates }
  }
  return {
    source,
    monthlyRequests,
    latest: () => ask(url),
    async onDay(day) {
      const rates = await ask(url.replace(/\/latest(\.json)?$/, `/historical/${day}.json`), NO_DATA)
      const age = rates.asOf.getTime() - Date.parse(`${day}T00:00:00Z`)
      if (age < 0 || age > DAY_MS) throw new RatesFailure('malformed', 'rates of another day')
      // A chart shows every currency of a day, or a gap.
      const usd = byCurrency(FOREIGN, (currency) => {
        const rate = rates.usd[currency]
        if (rate === undefined) throw new RatesFailure('malformed', 'a currency is missing')
        return rate
      })
      return { ...rates, usd }
    },
  }
}
