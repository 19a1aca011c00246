import { toMajorString, type CurrencyCode, type Money } from '@sesa/money'
import { splitName } from '../../lib/person-name.ts'
import type { PayoutRail, PayoutSender } from '../../domains/transfers/ports.ts'
import { readSent, readStatus } from './answers.ts'
import { createMomoClient, type MomoClientSettings } from './client.ts'
import type { ProviderFetch } from '../../lib/provider-fetch.ts'

export interface MomoSettings extends MomoClientSettings {
  readonly product: keyof typeof PATHS
  /** The market's only currency; another is refused before anything is sent. */
  readonly currency: CurrencyCode
  /**
   * MTN's callback address for a payout: https, on the host registered with the API user. Without it, only status
   * requests report the outcome.
   */
  readonly callbackUrl?: (reference: string) => string
}

const PATHS = {
  disbursement: '/disbursement/v1_0/transfer',
  remittance: '/remittance/v2_0/cashtransfer',
} as const

/** Returns the sender fields of a cash transfer; the disbursement product has none. */
function senderFields(request: {
  readonly sender: PayoutSender | null
  readonly senderCountry: string
  readonly sent: Money
}): Record<string, string> {
  const { sender, senderCountry, sent } = request
  // MTN rejects requests that contain a typewriter apostrophe.
  const names = sender && splitName(sender.name.replaceAll("'", '’'))
  return {
    // MTN's spelling.
    orginatingCountry: senderCountry,
    originalAmount: toMajorString(sent),
    originalCurrency: sent.currency,
    ...(sender !== null &&
      names !== null && { payerFirstName: names.first, payerMsisdn: sender.phone.slice(1) }),
    ...(names?.last && { payerSurName: names.last }),
  }
}

/**
 * Creates a payout rail over MTN MoMo's Open API for one market. Our reference is its `X-Reference-Id`, so a repeat is
 * refused and never paid twice; it is also the `externalId`, so that a callback names it. MTN requests have no expiry.
 * Every failure that MTN does not clearly report is `unknown`.
 */
export function createMtnMomo(settings: MomoSettings, fetchFunction: ProviderFetch): PayoutRail {
  const client = createMomoClient(settings, fetchFunction)
  const path = PATHS[settings.product]

  return {
    async send({ reference, transferReference, amount, phone, isFresh, ...from }) {
      if (amount.currency !== settings.currency) {
        return { outcome: 'rejected', code: 'INVALID_CURRENCY', next: 'final' }
      }
      const answer = await client.call('POST', path, {
        headers: {
          'x-reference-id': reference,
          ...(settings.callbackUrl && { 'x-callback-url': settings.callbackUrl(reference) }),
        },
        body: {
          amount: toMajorString(amount),
          currency: amount.currency,
          externalId: reference,
          payee: { partyIdType: 'MSISDN', partyId: phone.slice(1) },
          payerMessage: `Sesa ${transferReference}`,
          payeeNote: `Sesa ${transferReference}`,
          ...(settings.product === 'remittance' && senderFields(from)),
        },
        isFresh,
      })
      return answer === null ? { outcome: 'unknown' } : readSent(answer)
    },
    async status(reference) {
      const answer = await client.call('GET', `${path}/${reference}`)
      return answer === null ? { status: 'unknown' } : readStatus(answer, reference)
    },
  }
}
