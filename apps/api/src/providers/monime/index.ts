import { isCurrencyCode, money, toMinorNumber, type Money } from '@sesa/money'
import type { NetworkValue } from '@sesa/contract'
import * as v from 'valibot'
import type { ProviderFetch } from '../../lib/provider-fetch.ts'
import { providerText, wordsOf } from '../../lib/provider-values.ts'
import type { Collector, CollectionSent } from '../../domains/transfers/mobile-money/ports.ts'
import type { ProviderAnswer } from '../../domains/transfers/ports.ts'
import { createMonimeClient, type MonimeAnswer, type MonimeSettings } from './client.ts'
import { readMomos, type Momo } from './momos.ts'

export interface MonimeCollectorSettings extends MonimeSettings {
  /** Monime publishes no bounds: these are our own. */
  readonly minimum: Money
  readonly maximum: Money
}

/** How long a code can be dialled. */
const DURATION = '10m'
/** Pages of 50 that are searched for a request whose answer was lost. */
const MOST_PAGES = 10

const amount = v.object({ currency: v.string(), value: v.pipe(v.number(), v.safeInteger(), v.minValue(1)) })
const metadata = v.nullish(v.object({ attempt: v.optional(v.unknown()) }))
const id = v.pipe(providerText, v.regex(/^[\w-]{1,80}$/))
const paymentCode = v.object({
  id,
  reference: v.nullish(v.string()),
  status: v.string(),
  amount: v.nullish(amount),
  ussdCode: v.optional(v.unknown()),
  expireTime: v.optional(v.unknown()),
})
const newCode = v.object({
  id,
  reference: v.nullish(v.string()),
  ussdCode: v.pipe(v.string(), v.regex(/^[*#][0-9*#]{1,60}#$/)),
  expireTime: v.pipe(v.string(), v.isoTimestamp()),
})

const toAccepted = ({ id: providerId, ussdCode, expireTime }: v.InferOutput<typeof newCode>) => ({
  ...{ providerId, code: ussdCode, endsAt: new Date(expireTime) },
})
const payout = v.object({
  id,
  status: v.string(),
  metadata,
  failureDetail: v.nullish(v.object({ code: v.optional(v.unknown()), message: v.optional(v.unknown()) })),
})

/** Refusals about our own keys or pace: the request is valid. */
const RETRY = new Set([401, 403, 429])
const NOT_FOUND = 404
/** The code of a request that was not sent because Monime did not name its networks. */
const NO_NETWORKS = 'networks_unknown'

type Refused = Extract<MonimeAnswer<unknown>, { kind: 'refused' }>
const failureOf = (answer: Exclude<MonimeAnswer<unknown>, { kind: 'result' }>) =>
  answer.kind === 'refused'
    ? ({ ok: false, reason: 'refused', code: answer.code } as const)
    : ({ ok: false, reason: 'unknown', code: 'no_answer' } as const)

const amountOf = (value: v.InferOutput<typeof amount> | null | undefined): Money | null =>
  value && isCurrencyCode(value.currency) ? money(BigInt(value.value), value.currency) : null

const toWire = (value: Money) => ({ currency: value.currency, value: toMinorNumber(value) })

const toRejected = ({ status, code, words }: Refused): CollectionSent => ({
  ...{ outcome: 'rejected', code, ...(words !== undefined && { words }) },
  next: RETRY.has(status) ? 'retry' : 'final',
})

/**
 * Creates the collector over Monime's payment codes (Sierra Leone). Monime finds nothing by our reference: after a lost answer its
 * lists are searched for it, at most {@link MOST_PAGES} pages. It has no refunds, so money goes back as a pay-out to the payer's
 * number. Every outcome that Monime does not clearly report is `unknown`.
 */
export function createMonimeCollector(
  { minimum, maximum, ...settings }: MonimeCollectorSettings,
  fetchFunction: ProviderFetch,
): Collector {
  const call = createMonimeClient(settings, fetchFunction)
  let known: readonly Momo[] = []

  /** Returns Monime's id of a network; null if Monime does not serve it, undefined if Monime does not answer. */
  async function findMomo(network: NetworkValue): Promise<string | null | undefined> {
    const find = () => known.find((one) => one.network === network)?.id
    if (find() === undefined) {
      const momos = await readMomos(call)
      if (momos === null) return undefined
      known = momos
    }
    return find() ?? null
  }

  /** Searches a list, following its pages. */
  async function search<T>(
    path: string,
    schema: v.GenericSchema<unknown, T>,
    isIt: (item: T) => boolean,
  ): Promise<T | 'not_found' | 'unknown'> {
    let after = ''
    for (let page = 0; page < MOST_PAGES; page++) {
      const cursor = after === '' ? '' : `&after=${encodeURIComponent(after)}`
      const answer = await call(
        v.array(schema),
        'GET',
        `${path}${path.includes('?') ? '&' : '?'}limit=50${cursor}`,
      )
      if (answer.kind !== 'result') return 'unknown'
      const found = answer.result.find(isIt)
      if (found !== undefined) return found
      if (answer.next === null || answer.next === '') return 'not_found'
      after = answer.next
    }
    return 'unknown'
  }

  /** Reads one object by Monime's id, or searches for it by ours. */
  async function find<T>(
    path: string,
    schema: v.GenericSchema<unknown, T>,
    providerId: string | null,
    { filter, isIt }: { readonly filter: string; isIt(item: T): boolean },
  ): Promise<T | 'not_found' | 'unknown'> {
    if (providerId === null) return search(`${path}${filter}`, schema, isIt)
    const answer = await call(schema, 'GET', `${path}/${encodeURIComponent(providerId)}`)
    if (answer.kind === 'result') return isIt(answer.result) ? answer.result : 'unknown'
    return answer.kind === 'refused' && answer.status === NOT_FOUND ? 'not_found' : 'unknown'
  }

  const findCode = (sent: { readonly id: string; readonly providerId: string | null }) =>
    find('/payment-codes', paymentCode, sent.providerId, {
      filter: '?mode=one_time',
      isIt: ({ reference }) => reference === sent.id,
    })

  return {
    name: 'monime',
    clearing: 'payout_float',
    async terms() {
      const momos = await readMomos(call)
      if (momos === null) return null
      known = momos
      return momos.map(({ network, open }) => ({
        ...{ collector: 'monime', country: 'SL', network, open, minimum, maximum },
        ...{ wholeUnits: false, prompt: 'code', nameShown: null, instructions: [] },
      }))
    },
    async start({ id: attempt, transferReference, amount: asked, ...payer }) {
      const momo = await findMomo(payer.network)
      if (momo === undefined) return { outcome: 'rejected', code: NO_NETWORKS, next: 'retry' }
      if (momo === null) return { outcome: 'rejected', code: 'provider_unknown', next: 'final' }
      const answer = await call(newCode, 'POST', '/payment-codes', {
        key: attempt,
        body: {
          ...{ name: `Sesa ${transferReference}`, mode: 'one_time', duration: DURATION, reference: attempt },
          amount: toWire(asked),
          ...(payer.payerName !== null && { customer: { name: payer.payerName.slice(0, 100) } }),
          authorizedProviders: [momo],
          authorizedPhoneNumber: payer.phone,
          metadata: { attempt, transfer: transferReference },
        },
      })
      if (answer.kind === 'refused') return toRejected(answer)
      if (answer.kind === 'unknown' || answer.result.reference !== attempt) return { outcome: 'unknown' }
      return { outcome: 'accepted', ...toAccepted(answer.result) }
    },
    async status(sent) {
      const found = await findCode(sent)
      if (typeof found === 'string') return { status: found }
      switch (found.status) {
        case 'pending':
        case 'processing':
          return { status: 'open', ...(v.is(newCode, found) && { accepted: toAccepted(found) }) }
        case 'completed':
          return { status: 'completed', amount: amountOf(found.amount) }
        case 'expired':
        case 'cancelled':
          return { status: 'failed', code: found.status }
        default:
          return { status: 'unknown' }
      }
    },
    async stop(sent): Promise<ProviderAnswer<boolean>> {
      const found = sent.providerId === null ? await findCode(sent) : { id: sent.providerId }
      if (found === 'unknown') return failureOf({ kind: 'unknown' })
      if (found === 'not_found') return { ok: true, value: false }
      const answer = await call(v.unknown(), 'DELETE', `/payment-codes/${encodeURIComponent(found.id)}`)
      if (answer.kind === 'result') return { ok: true, value: true }
      if (answer.kind === 'refused' && !RETRY.has(answer.status)) return { ok: true, value: false }
      return failureOf(answer)
    },
    async refund({ id: attempt, collection, phone, elsewhere, amount: back, transferReference }) {
      const { network, phone: phoneNumber } = elsewhere ?? { network: collection.network, phone }
      const providerId = await findMomo(network)
      if (providerId === undefined) return { ok: false, reason: 'refused', code: NO_NETWORKS }
      if (providerId === null) return { ok: false, reason: 'refused', code: 'provider_unknown' }
      const answer = await call(payout, 'POST', '/payouts', {
        key: attempt,
        body: {
          amount: toWire(back),
          destination: { type: 'momo', providerId, phoneNumber },
          metadata: { attempt, transfer: transferReference },
        },
      })
      return answer.kind === 'result'
        ? { ok: true, value: { providerId: answer.result.id } }
        : failureOf(answer)
    },
    async refundStatus(sent) {
      const found = await find('/payouts', payout, sent.providerId, {
        filter: '',
        isIt: ({ metadata: its }) => its?.attempt === sent.id,
      })
      if (typeof found === 'string') return { status: found }
      const { status, failureDetail } = found
      if (status === 'completed') return { status: 'succeeded' }
      if (status === 'pending' || status === 'processing') return { status: 'pending' }
      if (status !== 'failed') return { status: 'unknown' }
      const code = v.is(providerText, failureDetail?.code) ? failureDetail.code : 'unknown'
      return { status: 'failed', code, ...wordsOf(failureDetail?.message) }
    },
  }
}
