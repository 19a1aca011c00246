import { toMajorString, type CurrencyCode, type Money } from '@sesa/money'
import type { DestinationCode } from '@sesa/contract'
import type { ProviderFetch } from '../../lib/provider-fetch.ts'
import type { Collector, CollectionSent } from '../../domains/transfers/mobile-money/ports.ts'
import { createBalanceReader } from './account.ts'
import { readSent, readStatus } from './answers.ts'
import { createMomoClient, type MomoClientSettings } from './client.ts'

export interface MomoCollectorSettings {
  readonly country: DestinationCode
  /** The market's only currency; another is refused before anything is sent. */
  readonly currency: CurrencyCode
  /** MTN publishes no bounds: these are our own. */
  readonly minimum: Money
  readonly maximum: Money
  readonly collection: MomoClientSettings & { readonly product: 'collection' }
  /** MTN gives collected money back out of the disbursement product's account. */
  readonly refunds: MomoClientSettings & { readonly product: 'disbursement' }
  /** MTN's callback address for a request; without it, only status requests report the outcome. */
  readonly callbackUrl?: (reference: string, kind: 'collection' | 'refund') => string
}

const REQUEST = '/collection/v1_0/requesttopay'
const REFUND = '/disbursement/v1_0/refund'
/** A refund reaches only the wallet that paid; another one is paid out to. */
const TRANSFER = '/disbursement/v1_0/transfer'

/** How long MTN waits for the payer, by its documentation. */
const PATIENCE_MS = 5 * 60_000

/** MTN answers 500 in production to an empty message or note, and 400 to an apostrophe. */
const notesOf = (transferReference: string) => ({
  payerMessage: `Sesa ${transferReference}`,
  payeeNote: `Sesa ${transferReference}`,
})

/**
 * Creates the collector over MTN MoMo's Open API for one market. Our id is the `X-Reference-Id`, so a repeat is refused, and the
 * `externalId`, so that a callback names it. MTN shows the payer its own text, and a request cannot be taken back. Every outcome
 * that MTN does not clearly report is `unknown`.
 */
export function createMomoCollector(
  settings: MomoCollectorSettings,
  fetchFunction: ProviderFetch,
): Collector {
  const { country, currency, minimum, maximum, callbackUrl } = settings
  const name = `mtn-momo-${country.toLowerCase()}-collection`
  const collection = createMomoClient(settings.collection, fetchFunction)
  const refunds = createMomoClient(settings.refunds, fetchFunction)
  const readBalance = createBalanceReader(settings.collection, fetchFunction)
  const readRefundBalance = createBalanceReader(settings.refunds, fetchFunction)
  const headersOf = (id: string, kind: 'collection' | 'refund') => ({
    'x-reference-id': id,
    ...(callbackUrl && { 'x-callback-url': callbackUrl(id, kind) }),
  })

  return {
    name,
    clearing: 'collection_float',
    async terms() {
      const [balance, refundBalance] = await Promise.all([readBalance(), readRefundBalance()])
      if (balance === undefined) return null
      return [
        {
          ...{ collector: name, country, network: 'mtn', minimum, maximum },
          // Without the disbursement product we could not give money back.
          open: refundBalance !== undefined,
          wholeUnits: false,
          prompt: 'automatic',
          nameShown: null,
          instructions: [],
        },
      ]
    },
    async start({ id, transferReference, amount, phone }): Promise<CollectionSent> {
      if (amount.currency !== currency)
        return { outcome: 'rejected', code: 'INVALID_CURRENCY', next: 'final' }
      const answer = await collection.call('POST', REQUEST, {
        headers: headersOf(id, 'collection'),
        body: {
          ...{ amount: toMajorString(amount), currency, externalId: id },
          payer: { partyIdType: 'MSISDN', partyId: phone.slice(1) },
          ...notesOf(transferReference),
        },
      })
      const sent = answer === null ? ({ outcome: 'unknown' } as const) : readSent(answer)
      if (sent.outcome === 'accepted') {
        return { ...sent, providerId: null, code: null, endsAt: new Date(Date.now() + PATIENCE_MS) }
      }
      return sent.outcome === 'unknown' ? sent : { ...sent, next: sent.next === 'final' ? 'final' : 'retry' }
    },
    async status({ id }) {
      const answer = await collection.call('GET', `${REQUEST}/${id}`)
      const found = answer === null ? ({ status: 'unknown' } as const) : readStatus(answer, id)
      if (found.status === 'completed') return { status: 'completed', amount: found.amount ?? null }
      if (found.status === 'failed') return found
      return { status: found.status === 'pending' ? 'open' : found.status }
    },
    stop: null,
    async refund({ id, collection: { id: referenceIdToRefund }, elsewhere, amount, transferReference }) {
      const answer = await refunds.call('POST', elsewhere === null ? REFUND : TRANSFER, {
        headers: headersOf(id, 'refund'),
        body: {
          ...{ amount: toMajorString(amount), currency: amount.currency, externalId: id },
          ...(elsewhere === null
            ? { referenceIdToRefund }
            : { payee: { partyIdType: 'MSISDN', partyId: elsewhere.phone.slice(1) } }),
          ...notesOf(transferReference),
        },
      })
      const sent = answer === null ? ({ outcome: 'unknown' } as const) : readSent(answer)
      if (sent.outcome === 'accepted') return { ok: true, value: { providerId: null } }
      if (sent.outcome === 'unknown') return { ok: false, reason: 'unknown', code: 'no_answer' }
      return { ok: false, reason: 'refused', code: sent.code }
    },
    async refundStatus({ id, elsewhere }) {
      const answer = await refunds.call('GET', `${elsewhere === null ? REFUND : TRANSFER}/${id}`)
      const found = answer === null ? ({ status: 'unknown' } as const) : readStatus(answer, id)
      if (found.status === 'failed') return found
      return { status: found.status === 'completed' ? 'succeeded' : found.status }
    },
  }
}
