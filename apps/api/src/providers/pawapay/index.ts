import { toMajorString } from '@sesa/money'
import type { PayoutRail } from '../../domains/transfers/ports.ts'
import { readInitiation, readStatus } from './answers.ts'
import { createPawapayClient, type PawapayClient, type PawapaySettings } from './client.ts'
import { findCarrier } from './carriers.ts'
import type { ProviderFetch } from '../../lib/provider-fetch.ts'

type PayoutRequest = Parameters<PayoutRail['send']>[0]

/** Returns the fields that payouts and remittances share. `provider` is pawaPay's code of the carrier. */
export function payoutBody({ amount, phone, transferReference }: PayoutRequest, provider: string) {
  return {
    amount: toMajorString(amount),
    currency: amount.currency,
    recipient: { type: 'MMO', accountDetails: { phoneNumber: phone.slice(1), provider } },
    customerMessage: `Sesa ${transferReference.replace(/[^0-9A-Za-z]/g, '')}`,
  }
}

/** Sends a request once under its id. pawaPay has no expiry: it may carry out a late request. */
export async function sendPayout(
  call: PawapayClient,
  path: '/payouts' | '/remittances',
  body: object,
): ReturnType<PayoutRail['send']> {
  return readInitiation(await call(path, { method: 'POST', body: JSON.stringify(body) }))
}

/** Creates a rail over pawaPay v2's payouts. Every failure that pawaPay does not clearly report is `unknown`. */
export function createPawapay(settings: PawapaySettings, fetchFunction: ProviderFetch): PayoutRail {
  const call = createPawapayClient(settings, fetchFunction)

  return {
    async send(request) {
      const provider = findCarrier(request.country, request.network)
      if (provider === undefined) return { outcome: 'rejected', code: 'INVALID_PROVIDER', next: 'final' }
      const { reference, transferReference } = request
      return sendPayout(call, '/payouts', {
        payoutId: reference,
        ...payoutBody(request, provider),
        clientReferenceId: transferReference,
      })
    },
    async status(reference) {
      return readStatus(await call(`/payouts/${reference}`, { method: 'GET' }), 'payoutId', reference)
    },
  }
}
