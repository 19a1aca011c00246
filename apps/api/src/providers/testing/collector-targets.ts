import * as v from 'valibot'
import type {
  CollectionRefundStatus,
  CollectionSent,
  CollectionStatus,
  Collector,
} from '../../domains/transfers/mobile-money/ports.ts'
import type { ProviderFetch } from '../../lib/provider-fetch.ts'
import type {
  codeRefund,
  codeRequest,
  collectionRequest,
  refundRequest,
  sentCode,
  sentCodeRefund,
  sentCollection,
  sentRefund,
} from './collecting.ts'
import { positiveMoney, word, words, type Json, type Target } from './target.ts'

const failed = v.strictObject({ status: v.literal('failed'), code: word, words })
const REFUSED = v.strictObject({
  ok: v.literal(false),
  reason: v.picklist(['refused', 'unknown']),
  code: word,
})

const SENT = v.variant('outcome', [
  v.strictObject({ outcome: v.literal('unknown') }),
  v.strictObject({
    outcome: v.literal('accepted'),
    providerId: v.nullable(word),
    code: v.nullable(v.pipe(v.string(), v.regex(/^[*#][0-9*#]{1,60}#$/))),
    endsAt: v.nullable(v.date()),
  }),
  v.strictObject({ outcome: v.literal('rejected'), code: word, words, next: v.picklist(['retry', 'final']) }),
])
const STATUS = v.variant('status', [
  v.strictObject({ status: v.picklist(['open', 'not_found', 'unknown']) }),
  v.strictObject({ status: v.literal('completed'), amount: v.nullable(positiveMoney) }),
  failed,
])
const REFUND = v.union([
  v.strictObject({ ok: v.literal(true), value: v.strictObject({ providerId: v.nullable(word) }) }),
  REFUSED,
])
const REFUND_STATUS = v.variant('status', [
  v.strictObject({ status: v.picklist(['succeeded', 'pending', 'not_found', 'unknown']) }),
  failed,
])
export const STOPPED = v.union([v.strictObject({ ok: v.literal(true), value: v.boolean() }), REFUSED])
const TERMS = v.nullable(
  v.array(
    v.strictObject({
      ...{ collector: word, country: v.picklist(['LR', 'GH', 'SL']), network: v.string(), open: v.boolean() },
      ...{ minimum: positiveMoney, maximum: positiveMoney, wholeUnits: v.boolean() },
      prompt: v.picklist(['automatic', 'manual', 'code']),
      nameShown: v.nullable(v.pipe(word, v.maxLength(160))),
      instructions: v.pipe(v.array(v.pipe(word, v.maxLength(161))), v.maxLength(9)),
    }),
  ),
)

type RefundResult = Awaited<ReturnType<Collector['refund']>>
export type Says<R> = (result: R, body: Json, status: number) => boolean

/** What one provider's answers say, in its own words. */
export interface Provider {
  readonly name: string
  collector(ask: ProviderFetch): Collector
  readonly behind: Pick<Target, 'attacked' | 'others'>
  readonly start: Says<CollectionSent>
  readonly status: Says<CollectionStatus>
  readonly refund: Says<RefundResult>
  readonly refundStatus: Says<CollectionRefundStatus>
  readonly request: typeof collectionRequest | typeof codeRequest
  readonly sent: typeof sentCollection | typeof sentCode
  readonly giveBack: typeof refundRequest | typeof codeRefund
  readonly sentRefund: typeof sentRefund | typeof sentCodeRefund
}

export type Good = Target['good']

export const start = (p: Provider, what: string, good: Good): Target => ({
  ...{ name: `${p.name} ${what}`, good, ...p.behind, closed: SENT },
  call: (ask) => p.collector(ask).start(p.request),
  claims: (result) => (result as CollectionSent).outcome !== 'unknown',
  says: (result, body, status) => p.start(result as CollectionSent, body, status),
})
export const status = (p: Provider, what: string, good: Good): Target => ({
  ...{ name: `${p.name} ${what}`, good, ...p.behind, closed: STATUS },
  call: (ask) => p.collector(ask).status(p.sent),
  claims: (result) => (result as CollectionStatus).status !== 'unknown',
  says: (result, body, http) => p.status(result as CollectionStatus, body, http),
})
export const refund = (p: Provider, what: string, good: Good): Target => ({
  ...{ name: `${p.name} refund ${what}`, good, ...p.behind, closed: REFUND },
  call: (ask) => p.collector(ask).refund(p.giveBack),
  claims: (result) => (result as { ok: boolean; reason?: string }).reason !== 'unknown',
  says: (result, body, http) => p.refund(result as RefundResult, body, http),
})
export const refundStatus = (p: Provider, what: string, good: Good): Target => ({
  ...{ name: `${p.name} refund ${what}`, good, ...p.behind, closed: REFUND_STATUS },
  call: (ask) => p.collector(ask).refundStatus(p.sentRefund),
  claims: (result) => (result as CollectionRefundStatus).status !== 'unknown',
  says: (result, body, http) => p.refundStatus(result as CollectionRefundStatus, body, http),
})
export const terms = (p: Provider, good: Good, says: Says<unknown>, behind = p.behind): Target => ({
  ...{ name: `${p.name} terms`, good, ...behind, closed: TERMS, says },
  call: (ask) => p.collector(ask).terms(),
  claims: (result) => result !== null,
})
