import { toMajorString } from '@sesa/money'
import * as v from 'valibot'
import type { PayoutRail, PayoutSent, PayoutStatus } from '../../modules/transfers/ports.ts'
import { createPawapayClient, type PawapaySettings } from './client.ts'
import { findOperator } from './operators.ts'

const failureReason = v.object({ failureCode: v.string() })

// Fields may be added at any time: only what is used is checked.
const initiation = v.object({ status: v.string(), failureReason: v.nullish(failureReason) })
const found = v.variant('status', [
  v.object({
    status: v.literal('FOUND'),
    data: v.object({ payoutId: v.string(), status: v.string(), failureReason: v.nullish(failureReason) }),
  }),
  v.object({ status: v.literal('NOT_FOUND') }),
])

const TAKEN = new Set(['ACCEPTED', 'ENQUEUED', 'DUPLICATE_IGNORED'])
/** Not paid now; the same request may be taken later. */
const RETRY = new Set(['PROVIDER_TEMPORARILY_UNAVAILABLE', 'REQUEST_EXPIRED'])
const NO_FUNDS = 'PAWAPAY_WALLET_OUT_OF_FUNDS'

function readInitiation(httpStatus: number, body: unknown): PayoutSent {
  const parsed = v.safeParse(initiation, body)
  if (!parsed.success || httpStatus >= 500) return { outcome: 'unknown' }
  const { status, failureReason: reason } = parsed.output
  if (httpStatus === 200 && TAKEN.has(status)) return { outcome: 'accepted' }
  if (status !== 'REJECTED' || !reason) return { outcome: 'unknown' }
  const code = reason.failureCode
  if (code === NO_FUNDS) return { outcome: 'rejected', code, next: 'no_funds' }
  // 401 and 403 are our own set-up: nothing is wrong with the transfer, it waits until that is mended.
  const retry = RETRY.has(code) || [401, 403, 408, 425, 429].includes(httpStatus)
  return { outcome: 'rejected', code, next: retry ? 'retry' : 'final' }
}

function readStatus(httpStatus: number, body: unknown, reference: string): PayoutStatus {
  const parsed = v.safeParse(found, body)
  if (!parsed.success || httpStatus !== 200) return { status: 'unknown' }
  if (parsed.output.status === 'NOT_FOUND') return { status: 'not_found' }
  const { data } = parsed.output
  if (data.payoutId !== reference) return { status: 'unknown' }
  if (data.status === 'COMPLETED') return { status: 'completed' }
  if (data.status !== 'FAILED') return { status: 'pending' }
  return { status: 'failed', code: data.failureReason?.failureCode ?? 'UNSPECIFIED_FAILURE' }
}

/** pawaPay v2 as the pay-out rail. Every failure that is not its own clear word is `unknown`. */
export function createPawapay(settings: PawapaySettings, fetchFunction: typeof fetch): PayoutRail {
  const call = createPawapayClient(settings, fetchFunction)

  return {
    async send({ reference, transferReference, amount, phone, country, network, expiresAt }) {
      const provider = findOperator(country, network)
      if (provider === undefined) return { outcome: 'rejected', code: 'INVALID_PROVIDER', next: 'final' }
      const answer = await call('/payouts', {
        method: 'POST',
        headers: { 'x-expires-at': expiresAt.toISOString() },
        body: JSON.stringify({
          payoutId: reference,
          amount: toMajorString(amount),
          currency: amount.currency,
          recipient: { type: 'MMO', accountDetails: { phoneNumber: phone.slice(1), provider } },
          clientReferenceId: transferReference,
          customerMessage: `Sesa ${transferReference.replace(/[^0-9A-Za-z]/g, '')}`,
        }),
      })
      return answer === null ? { outcome: 'unknown' } : readInitiation(answer.status, answer.body)
    },
    async status(reference) {
      const answer = await call(`/payouts/${reference}`, { method: 'GET' })
      return answer === null ? { status: 'unknown' } : readStatus(answer.status, answer.body, reference)
    },
  }
}
