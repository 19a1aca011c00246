import type { CollectionRefundStatus, CollectionStatus } from '../../domains/transfers/mobile-money/ports.ts'
import {
  attempt,
  CODE,
  codeRefund,
  codeRequest,
  collectionRequest,
  momoCollector,
  MOMOS,
  monimeCollector,
  PAYOUT,
  pawapayCollector,
  refundId,
  refundRequest,
  sentCode,
  sentCodeRefund,
  sentCollection,
  sentRefund,
  TOKEN,
} from './collecting.ts'
import {
  refund,
  refundStatus,
  start,
  status,
  STOPPED,
  terms,
  type Good,
  type Provider,
  type Says,
} from './collector-targets.ts'
import type { Json, Target } from './target.ts'

const ENDS: Readonly<Record<string, string>> = {
  completed: 'COMPLETED',
  succeeded: 'COMPLETED',
  failed: 'FAILED',
}
const GOING_ON = ['ACCEPTED', 'SUBMITTED', 'ENQUEUED', 'PROCESSING', 'IN_RECONCILIATION']

const pawapayTakes = (accepted: boolean, body: Json, http: number): boolean =>
  accepted
    ? http === 200 && ['ACCEPTED', 'ENQUEUED', 'DUPLICATE_IGNORED'].includes(String(body.at('status')))
    : http < 500 &&
      body.at('status') === 'REJECTED' &&
      typeof body.at('failureReason', 'failureCode') === 'string'

const pawapaySays =
  (field: string, id: string): Says<CollectionStatus | CollectionRefundStatus> =>
  ({ status: told }, body, http) => {
    if (http !== 200) return false
    if (told === 'not_found') return body.at('status') === 'NOT_FOUND'
    if (body.at('status') !== 'FOUND' || body.at('data', field) !== id) return false
    const its = String(body.at('data', 'status'))
    return told in ENDS ? its === ENDS[told] : GOING_ON.includes(its)
  }

const pawapay: Provider = {
  ...{ name: 'pawapay deposit', collector: pawapayCollector, behind: {}, request: collectionRequest },
  ...{ sent: sentCollection, giveBack: refundRequest, sentRefund },
  start: (result, body, http) => pawapayTakes(result.outcome === 'accepted', body, http),
  refund: (result, body, http) => pawapayTakes(result.ok, body, http),
  status: pawapaySays('depositId', attempt),
  refundStatus: pawapaySays('refundId', refundId),
}
const failureReason = { failureCode: 'PAYMENT_NOT_APPROVED', failureMessage: 'x' }
const found = (its: string, more: object = {}): Good => ({
  status: 200,
  body: {
    status: 'FOUND',
    data: { depositId: attempt, refundId, status: its, amount: '120.50', currency: 'GHS', ...more },
  },
})
const operation = {
  minAmount: '1',
  maxAmount: '15000',
  decimalsInAmount: 'TWO_PLACES',
  status: 'OPERATIONAL',
}
const channel = {
  ...{ type: 'USSD', quickLink: '*170*6*3*1#', variables: { shortCode: '*170#' } },
  instructions: { en: [{ text: 'Dial *170#', template: 'Dial {{shortCode}}' }] },
}
const DEPOSIT = {
  ...{ ...operation, authType: 'PROVIDER_AUTH', pinPrompt: 'MANUAL' },
  pinPromptInstructions: { channels: [channel] },
}
const configured = {
  ...{ provider: 'MTN_MOMO_GHA', nameDisplayedToCustomer: 'Sesa' },
  currencies: [{ currency: 'GHS', operationTypes: { DEPOSIT, REFUND: operation } }],
}

const isToken = (path: string): boolean => path.includes('/token/')
const momoTakes = (accepted: boolean, body: Json, http: number): boolean => {
  const code = body.at('code')
  if (accepted) return http === 202 || (http === 409 && code === 'RESOURCE_ALREADY_EXIST')
  return http >= 400 && (typeof code === 'string' || [400, 401, 403, 429].includes(http))
}
const MOMO_ENDS: Readonly<Record<string, string>> = {
  ...{
    completed: 'SUCCESSFUL',
    succeeded: 'SUCCESSFUL',
    failed: 'FAILED',
    open: 'PENDING',
    pending: 'PENDING',
  },
}
const momoSays =
  (id: string): Says<CollectionStatus | CollectionRefundStatus> =>
  ({ status: told }, body, http) =>
    told === 'not_found'
      ? http === 404 && body.at('code') === 'RESOURCE_NOT_FOUND'
      : http === 200 && body.at('externalId') === id && body.at('status') === MOMO_ENDS[told]

const momo: Provider = {
  ...{
    name: 'mtn-momo collection',
    collector: momoCollector,
    request: collectionRequest,
    sent: sentCollection,
  },
  ...{ giveBack: refundRequest, sentRefund },
  behind: { attacked: (path) => !isToken(path), others: () => TOKEN },
  start: (result, body, http) => momoTakes(result.outcome === 'accepted', body, http),
  refund: (result, body, http) => momoTakes(result.ok, body, http),
  status: momoSays(attempt),
  refundStatus: momoSays(refundId),
}
const told = (externalId: string, its: string, more: object = {}): Good => ({
  status: 200,
  body: { externalId, status: its, amount: '120.50', currency: 'GHS', ...more },
})

const isRefused = (body: Json, http: number): boolean =>
  http >= 400 && http < 500 && body.at('success') === false && typeof body.at('error') === 'object'
const isTold = (body: Json, http: number): boolean => http >= 200 && http < 300 && body.at('success') === true
const MONIME_ENDS: Readonly<Record<string, readonly string[]>> = {
  ...{ completed: ['completed'], succeeded: ['completed'], failed: ['failed', 'expired', 'cancelled'] },
  ...{ open: ['pending', 'processing'], pending: ['pending', 'processing'] },
}
const monimeSays: Says<CollectionStatus | CollectionRefundStatus> = ({ status: its }, body, http) =>
  its === 'not_found'
    ? http === 404 && isRefused(body, http)
    : isTold(body, http) &&
      (body.at('result', 'reference') === attempt || body.at('result', 'metadata', 'attempt') === refundId) &&
      (MONIME_ENDS[its] ?? []).includes(String(body.at('result', 'status')))

const monime: Provider = {
  ...{ name: 'monime code', collector: monimeCollector, request: codeRequest, sent: sentCode },
  ...{ giveBack: codeRefund, sentRefund: sentCodeRefund },
  behind: { attacked: (path) => !path.includes('/momos'), others: () => MOMOS },
  start: (result, body, http) =>
    result.outcome === 'accepted'
      ? isTold(body, http) && body.at('result', 'ussdCode') === result.code
      : isRefused(body, http),
  refund: (result, body, http) =>
    result.ok
      ? isTold(body, http) && body.at('result', 'id') === result.value.providerId
      : isRefused(body, http),
  status: monimeSays,
  refundStatus: monimeSays,
}
const result = (value: unknown): Good => ({ status: 200, body: { success: true, result: value } })
const refused: Good = {
  status: 400,
  body: { success: false, error: { reason: 'validation_failed', message: 'x' } },
}
const code = (its: string) =>
  result({ id: CODE, reference: attempt, status: its, amount: { currency: 'SLE', value: 12_050 } })
const created = result({
  ...{ id: CODE, reference: attempt, ussdCode: '*715*1*1#', expireTime: '2026-11-30T12:10:00Z' },
})
const payout = (its: string, more: object = {}) =>
  result({ id: PAYOUT, status: its, metadata: { attempt: refundId }, ...more })
const stop: Target = {
  ...{ name: 'monime code stop', good: result(null), closed: STOPPED },
  call: async (ask) => monime.collector(ask).stop?.(sentCode),
  claims: (its) => (its as { ok: boolean; reason?: string }).reason !== 'unknown',
  says: (its, body, http) =>
    (its as { ok: boolean; value?: boolean }).value === true ? isTold(body, http) : isRefused(body, http),
}

export const COLLECTION_TARGETS: readonly Target[] = [
  start(pawapay, 'accepted', { status: 200, body: { status: 'ACCEPTED' } }),
  start(pawapay, 'rejected', { status: 200, body: { status: 'REJECTED', failureReason } }),
  status(pawapay, 'completed', found('COMPLETED')),
  status(pawapay, 'failed', found('FAILED', { failureReason })),
  status(pawapay, 'not found', { status: 200, body: { status: 'NOT_FOUND' } }),
  refund(pawapay, 'accepted', { status: 200, body: { status: 'ACCEPTED' } }),
  refundStatus(pawapay, 'completed', found('COMPLETED')),
  terms(
    pawapay,
    { status: 200, body: { countries: [{ country: 'GHA', providers: [configured] }] } },
    (_terms, body, http) => http === 200 && Array.isArray(body.at('countries')),
  ),
  start(momo, 'accepted', { status: 202, body: {} }),
  start(momo, 'rejected', { status: 500, body: { code: 'NOT_ALLOWED', message: 'x' } }),
  status(momo, 'completed', told(attempt, 'SUCCESSFUL')),
  status(momo, 'failed', told(attempt, 'FAILED', { reason: { code: 'EXPIRED', message: 'x' } })),
  status(momo, 'not found', { status: 404, body: { code: 'RESOURCE_NOT_FOUND' } }),
  refund(momo, 'accepted', { status: 202, body: {} }),
  refundStatus(momo, 'completed', told(refundId, 'SUCCESSFUL')),
  terms(
    momo,
    { status: 200, body: { availableBalance: '100.00', currency: 'GHS' } },
    (_terms, body, http) => http === 200 && typeof body.at('availableBalance') === 'string',
  ),
  start(monime, 'created', created),
  start(monime, 'refused', refused),
  status(monime, 'completed', code('completed')),
  status(monime, 'expired', code('expired')),
  stop,
  refund(monime, 'sent', payout('pending')),
  refundStatus(monime, 'completed', payout('completed')),
  refundStatus(monime, 'failed', payout('failed', { failureDetail: { code: 'unknown', message: 'x' } })),
  terms(monime, { status: 200, body: MOMOS }, (_terms, body, http) => isTold(body, http), {}),
]
