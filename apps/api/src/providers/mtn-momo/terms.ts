import type { DestinationCode } from '@sesa/contract'
import type { Money } from '@sesa/money'
import * as v from 'valibot'
import type { TermsSource } from '../../domains/payouts/rails/ports.ts'
import { createMomoClient, type MomoClientSettings } from './client.ts'

export interface MomoTermsSettings extends MomoClientSettings {
  readonly country: DestinationCode
  /** MTN publishes no limits: these are ours. */
  readonly minimum: Money
  readonly maximum: Money
}

const balance = v.object({ availableBalance: v.string() })

/** Reads the terms of one MTN market: open while MTN returns our balance. */
export function createMomoTerms(settings: MomoTermsSettings, fetchFunction: typeof fetch): TermsSource {
  const client = createMomoClient(settings, fetchFunction)
  const { country, minimum, maximum, product } = settings
  return async () => {
    const answer = await client.call('GET', `/${product}/v1_0/account/balance`)
    return answer?.status === 200 && v.is(balance, answer.body)
      ? [{ country, network: 'mtn', open: true, minimum, maximum }]
      : null
  }
}
