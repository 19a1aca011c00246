import { toMajorString, type Money } from '@sesa/money'
import type { ProviderFetch } from '../../lib/provider-fetch.ts'
import type { Collector, CollectionSent } from '../../domains/transfers/mobile-money/ports.ts'
import type { PayoutSent, ProviderAnswer } from '../../domains/transfers/ports.ts'
import { readFound, readInitiation, type Found } from './answers.ts'
import { findCarrier } from './carriers.ts'
import { createPawapayClient, type PawapaySettings } from './client.ts'
import { createDepositTerms } from './deposit-terms.ts'

/** pawaPay's words for an operation that has not ended; a deposit is never enqueued. */
const OPEN = new Set(['ACCEPTED', 'SUBMITTED', 'ENQUEUED', 'PROCESSING', 'IN_RECONCILIATION'])

const PATHS = { depositId: '/deposits', refundId: '/refunds', payoutId: '/payouts' } as const

/** Formats an amount for any network: some accept no decimals. */
const amountOf = (amount: Money): string => toMajorString(amount).replace(/\.00$/, '')

/** Returns the reference in a form that the payer's message accepts: letters, digits and spaces, 4 to 22 of them. */
const messageOf = (transferReference: string): string =>
  `Sesa ${transferReference.replace(/[^0-9A-Za-z]/g, '')}`.slice(0, 22)

/** `ACCEPTED` means only that pawaPay has the request. */
function toSent(sent: PayoutSent): CollectionSent {
  if (sent.outcome === 'accepted') return { ...sent, providerId: null, code: null, endsAt: null }
  if (sent.outcome === 'unknown') return sent
  return { ...sent, next: sent.next === 'final' ? 'final' : 'retry' }
}

function toRefund(sent: PayoutSent): ProviderAnswer<{ readonly providerId: null }> {
  if (sent.outcome === 'accepted') return { ok: true, value: { providerId: null } }
  if (sent.outcome === 'unknown') return { ok: false, reason: 'unknown', code: 'no_answer' }
  return { ok: false, reason: 'refused', code: sent.code }
}

const stateOf = ({ status }: Found): 'completed' | 'failed' | 'open' | 'unknown' => {
  if (status === 'COMPLETED') return 'completed'
  if (status === 'FAILED') return 'failed'
  return OPEN.has(status) ? 'open' : 'unknown'
}

/**
 * Creates the collector over pawaPay v2's deposits, which one wallet per country receives and pays out from. A deposit cannot be
 * taken back. Every outcome that pawaPay does not clearly report is `unknown`.
 */
export function createPawapayCollector(settings: PawapaySettings, fetchFunction: ProviderFetch): Collector {
  const call = createPawapayClient(settings, fetchFunction)
  const post = async (path: string, body: object): Promise<PayoutSent> =>
    readInitiation(await call(path, { method: 'POST', body: JSON.stringify(body) }))
  const find = async (field: keyof typeof PATHS, id: string) =>
    readFound(await call(`${PATHS[field]}/${id}`, { method: 'GET' }), field, id)

  return {
    name: 'pawapay',
    clearing: 'payout_float',
    terms: createDepositTerms(settings, fetchFunction),
    async start({ id, transferReference, amount, country, network, phone }) {
      const provider = findCarrier(country, network)
      if (provider === undefined) return { outcome: 'rejected', code: 'INVALID_PROVIDER', next: 'final' }
      const sent = await post('/deposits', {
        depositId: id,
        amount: amountOf(amount),
        currency: amount.currency,
        payer: { type: 'MMO', accountDetails: { phoneNumber: phone.slice(1), provider } },
        clientReferenceId: transferReference,
        customerMessage: messageOf(transferReference),
      })
      return toSent(sent)
    },
    async status({ id }) {
      const found = await find('depositId', id)
      if (typeof found === 'string') return { status: found }
      const status = stateOf(found)
      if (status === 'completed') return { status, amount: found.amount ?? null }
      return status === 'failed' ? { status, ...found.failure } : { status }
    },
    stop: null,
    async refund({ id, collection, elsewhere, amount, transferReference }) {
      const shared = {
        ...{ amount: amountOf(amount), currency: amount.currency },
        clientReferenceId: transferReference,
      }
      // A refund reaches only the wallet that paid.
      if (elsewhere === null)
        return toRefund(await post('/refunds', { refundId: id, depositId: collection.id, ...shared }))
      const provider = findCarrier(collection.country, elsewhere.network)
      if (provider === undefined) return { ok: false, reason: 'refused', code: 'INVALID_PROVIDER' }
      const sent = await post('/payouts', {
        ...{ payoutId: id, ...shared, customerMessage: messageOf(transferReference) },
        recipient: { type: 'MMO', accountDetails: { phoneNumber: elsewhere.phone.slice(1), provider } },
      })
      return toRefund(sent)
    },
    async refundStatus({ id, elsewhere }) {
      const found = await find(elsewhere === null ? 'refundId' : 'payoutId', id)
      if (typeof found === 'string') return { status: found }
      const status = stateOf(found)
      if (status === 'failed') return { status, ...found.failure }
      return { status: status === 'completed' ? 'succeeded' : status === 'open' ? 'pending' : 'unknown' }
    },
  }
}
