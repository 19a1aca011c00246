import type { DestinationCode } from '@sesa/contract'
import type { CurrencyCode, Money } from '@sesa/money'
import * as v from 'valibot'
import type { FloatSource } from '../../domains/payouts/float/ports.ts'
import type { TermsSource } from '../../domains/payouts/rails/ports.ts'
import { parseProviderAmount } from '../../lib/provider-values.ts'
import { createMomoClient, type MomoClientSettings } from './client.ts'
import type { ProviderFetch } from '../../lib/provider-fetch.ts'

const balance = v.object({ availableBalance: v.string(), currency: v.optional(v.string(), '') })

/** Returns the function that reads our balance with one MTN product in one market; undefined when MTN gives none. */
export function createBalanceReader(settings: MomoClientSettings, fetchFunction: ProviderFetch) {
  const client = createMomoClient(settings, fetchFunction)
  return async (): Promise<v.InferOutput<typeof balance> | undefined> => {
    const answer = await client.call('GET', `/${settings.product}/v1_0/account/balance`)
    const parsed = v.safeParse(balance, answer?.body)
    return answer?.status === 200 && parsed.success ? parsed.output : undefined
  }
}

export interface MomoFloatSettings extends MomoClientSettings {
  readonly country: DestinationCode
  /** The market's only currency. */
  readonly currency: CurrencyCode
}

/** Reads the float of one MTN market. A balance in another currency, as MTN's own sandbox gives, is unknown. */
export function createMomoFloat(settings: MomoFloatSettings, fetchFunction: ProviderFetch): FloatSource {
  const read = createBalanceReader(settings, fetchFunction)
  const { country, currency } = settings
  return async () => {
    const given = await read()
    const amount = given && parseProviderAmount(given.availableBalance, given.currency)
    return amount?.currency === currency ? [{ country, balance: amount }] : null
  }
}

export interface MomoTermsSettings extends MomoClientSettings {
  readonly country: DestinationCode
  /** MTN publishes no bounds: these are our own. */
  readonly minimum: Money
  readonly maximum: Money
}

/** Reads the terms of one MTN market: open while MTN gives our balance. */
export function createMomoTerms(settings: MomoTermsSettings, fetchFunction: ProviderFetch): TermsSource {
  const read = createBalanceReader(settings, fetchFunction)
  const { country, minimum, maximum } = settings
  return async () =>
    (await read()) === undefined ? null : [{ country, network: 'mtn', open: true, minimum, maximum }]
}
