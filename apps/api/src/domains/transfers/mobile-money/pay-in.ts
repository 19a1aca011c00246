import { isCurrencyCode, money, type CurrencyCode } from '@sesa/money'
import { sql } from 'kysely'
import { inOneStatement, type Db } from '../../../db/index.ts'
import { callProvider } from '../../../lib/crash-points.ts'
import { paymentIdOf, type PaidTransfer, type PayIn } from '../ways-to-pay/pay-in.ts'
import type { Payment, PaymentRefund, ProviderAnswer } from '../ports.ts'
import { waitForAnswer } from '../state/backoff.ts'
import { attemptsOf, selectAttempts, writeAttempt, type Attempt, type Refund } from './attempts.ts'
import {
  answerOf,
  decideAttempt,
  decideCharge,
  isLackOfFloat,
  isOpen,
  MISSING_AFTER_MS,
  payingAttempt,
  statusOf,
} from './decide.ts'
import type { Collectors, SentCollection } from './ports.ts'

export interface MobileMoneyDeps {
  readonly db: Db
  readonly collectors: Collectors
}

/** Returns an attempt as its collector knows it. */
export const sentOf = ({
  id,
  provider_id,
  country,
  network,
}: Pick<Attempt, 'id' | 'provider_id' | 'country' | 'network'>): SentCollection => ({
  ...{ id, providerId: provider_id, network },
  // Wallets that we collect from are in countries that we pay out to.
  country: country as SentCollection['country'],
})

/** Asks a collector about an attempt, stores what has changed, and returns the attempt. */
export async function ask({ db, collectors }: MobileMoneyDeps, attempt: Attempt): Promise<Attempt> {
  const collector = collectors.of(attempt.collector)
  const answer = await callProvider('collections.status', () => collector.status(sentOf(attempt)))
  const change = decideAttempt(attempt, answer, attempt.now)
  if (change === null) return attempt
  const written = await inOneStatement(db, 'collections.write_status', (one) =>
    writeAttempt(one, attempt, change),
  )
  if (written !== undefined) return { ...attempt, ...written }
  return selectAttempts(db).where('a.id', '=', attempt.id).executeTakeFirstOrThrow()
}

/** Reads the attempts of a transfer, after asking about those that may have ended. */
async function askedAttempts(deps: MobileMoneyDeps, transferId: string): Promise<Attempt[]> {
  const attempts = await attemptsOf(deps.db, transferId)
  for (const [at, attempt] of attempts.entries()) if (isOpen(attempt)) attempts[at] = await ask(deps, attempt)
  return attempts
}

function toPayment(
  transfer: PaidTransfer,
  attempts: readonly Attempt[],
  clearingOf: (attempt: Attempt) => NonNullable<Payment['collection']>['clearing'],
  closing: boolean,
): Payment {
  const { id: transferId, collection_id: paidBy } = transfer
  const paying = payingAttempt(attempts, paidBy)
  return {
    id: paymentIdOf(transfer),
    status: statusOf(attempts, paidBy, closing),
    clientSecret: '',
    received: paying?.received ?? 0n,
    currency: paying?.received_currency ?? '',
    transferId,
    capturedAt: paying?.ended_at ?? null,
    collection: paying ? { id: paying.id, network: paying.network, clearing: clearingOf(paying) } : null,
    ...{ disputed: false, review: null, refunded: false, cardFingerprint: null, cardCountry: null },
    ...{ declinedCharge: null, customerId: null, card: null, keptCard: null },
  }
}

const toRefund = ({ id, state, amount }: Refund): PaymentRefund => ({
  ...{ id, amount },
  status: state === 'sent' ? 'pending' : state,
})

/** Returns the wallet that gets a refund instead of the one that paid. */
const elsewhereOf = ({ phone, network }: Pick<Refund, 'phone' | 'network'>) =>
  phone === null || network === null ? null : { phone, network }

/** Returns the columns of a refund that goes to the wallet which the customer has named. */
const namedWallet = ({ refund_phone, refund_network, phone, network }: Attempt) =>
  refund_phone === phone && refund_network === network
    ? { phone: null, network: null }
    : { phone: refund_phone, network: refund_network }

/** What the carrier took back, as a refund: we did not request it, and owe it no more. */
const takenBack = ({ id, taken_back: amount }: Attempt): PaymentRefund[] =>
  amount === null ? [] : [{ id, status: 'succeeded', amount }]

/** Returns a refund as a query has left it; `before`: as it was. */
const toAskedRefund = (before: Refund, asked: Refund): PaymentRefund => ({
  ...toRefund(asked),
  lacksFloat: before.state === 'sent' && asked.lacked_float,
})

/** A refund that the carrier does not know after this time is sent again, under its id; milliseconds. */
const RESEND_AFTER_MS = 60_000

/** Asks about a refund that has not ended; stores and returns it. */
export async function askRefund(deps: MobileMoneyDeps, refund: Refund, attempt: Attempt): Promise<Refund> {
  if (refund.state !== 'sent') return refund
  const collector = deps.collectors.of(attempt.collector)
  const collection = sentOf(attempt)
  const answer = await callProvider('collections.refund_status', () =>
    collector.refundStatus({
      ...{ id: refund.id, providerId: refund.provider_id, collection },
      elsewhere: elsewhereOf(refund),
    }),
  )
  if (answer.status === 'succeeded' || answer.status === 'failed') {
    const { status } = answer
    return endRefund(deps.db, refund, status === 'failed' ? answer : null)
  }
  const age = attempt.now.getTime() - refund.sent_at.getTime()
  if (answer.status === 'not_found' && age > RESEND_AFTER_MS)
    await sendRefund(deps, refund, attempt, age > MISSING_AFTER_MS)
  return refund
}

/** Stores the end of a refund; `failure`: why it failed, null for one that succeeded. */
async function endRefund(
  db: Db,
  refund: Refund,
  failure: { readonly code: string; readonly words?: string } | null,
): Promise<Refund> {
  const lacked_float = failure !== null && isLackOfFloat(failure.code)
  const ended = await inOneStatement(db, 'collections.end_refund', (one) =>
    one
      // The wallet is not as full as its last balance says, so pay-outs count what is reserved.
      .with('scarce', (float) =>
        float
          .updateTable('float_wallets')
          .set({ ample: false })
          .where('ample', '=', true)
          .where(
            sql<boolean>`${lacked_float} and (account, country, currency) in (
              select account, country, currency from promised_refunds where attempt_id = ${refund.attempt_id})`,
          ),
      )
      .updateTable('collection_refunds')
      .set({
        ...{ state: failure === null ? 'succeeded' : 'failed', answer: failure && answerOf(failure) },
        ...{ lacked_float, ended_at: sql<Date>`clock_timestamp()` },
      })
      .where('id', '=', refund.id)
      .where('state', '=', 'sent')
      .returningAll()
      .executeTakeFirst(),
  )
  return ended ?? refund
}

/** Returns the currency in which a payment is given back: the one that it came in. */
export const currencyOf = ({ received_currency: received, currency }: Attempt): CurrencyCode =>
  received !== null && isCurrencyCode(received) ? received : currency

/**
 * Sends a recorded refund, and stores a refusal if it is the end of it: an earlier request may still reach the carrier. Its
 * outcome is asked for later.
 */
export async function sendRefund(
  deps: MobileMoneyDeps,
  refund: Refund,
  attempt: Attempt,
  endsIfRefused = true,
): Promise<ProviderAnswer<Refund>> {
  const collector = deps.collectors.of(attempt.collector)
  const { id, amount } = refund
  const answer = await callProvider('collections.refund', () =>
    collector.refund({
      ...{ id, collection: sentOf(attempt), phone: attempt.phone, elsewhere: elsewhereOf(refund) },
      amount: money(amount, currencyOf(attempt)),
      transferReference: attempt.reference,
    }),
  )
  if (!answer.ok) {
    if (answer.reason === 'refused' && endsIfRefused) await endRefund(deps.db, refund, answer)
    return answer
  }
  const { providerId } = answer.value
  if (providerId !== null) {
    await inOneStatement(deps.db, 'collections.write_refund_id', (one) =>
      one.updateTable('collection_refunds').set({ provider_id: providerId }).where('id', '=', id).execute(),
    )
  }
  return { ok: true, value: { ...refund, provider_id: providerId } }
}

/** Returns paying by mobile money: a payment is made of attempts at the payer's carrier. */
export function payByMobileMoney(deps: MobileMoneyDeps): PayIn {
  const { db, collectors } = deps
  const read = async (transfer: PaidTransfer, closing: boolean): Promise<ProviderAnswer<Payment>> => {
    const attempts = await askedAttempts(deps, transfer.id)
    const clearingOf = ({ collector }: Attempt) => collectors.of(collector).clearing
    return { ok: true, value: toPayment(transfer, attempts, clearingOf, closing) }
  }
  const payingOf = async ({ id, collection_id }: PaidTransfer): Promise<Attempt | undefined> =>
    payingAttempt(await attemptsOf(db, id), collection_id)
  return {
    silentHold: 'collection_unresolved',
    waitForAnswer,
    // Its id is ours, and is stored with the transfer.
    findPayment: () => Promise.resolve({ ok: true, value: null }),
    readPayment: (transfer) => read(transfer, false),
    cancelPayment: (transfer) => read(transfer, true),
    // The payer has approved each payment with a PIN, and no carrier has a dispute or a warning.
    listDisputes: () => Promise.resolve({ ok: true, value: [] }),
    listFraudWarnings: () => Promise.resolve({ ok: true, value: [] }),
    async listRefunds(transfer) {
      const attempt = await payingOf(transfer)
      if (attempt === undefined) return { ok: true, value: [] }
      const refunds = await db
        .selectFrom('collection_refunds')
        .selectAll()
        .where('attempt_id', '=', attempt.id)
        .orderBy('sent_at')
        .execute()
      const asked = takenBack(attempt)
      for (const refund of refunds) asked.push(toAskedRefund(refund, await askRefund(deps, refund, attempt)))
      return { ok: true, value: asked }
    },
    async confirmCharge(transfer) {
      const attempt = await payingOf(transfer)
      if (attempt === undefined) throw new Error(`Transfer ${transfer.id} was not paid by mobile money`)
      const collector = collectors.of(attempt.collector)
      const answer = await callProvider('collections.confirm', () => collector.status(sentOf(attempt)))
      const { check, taken } = decideCharge(attempt, answer)
      if (taken !== null) {
        await inOneStatement(db, 'collections.write_taken_back', (one) =>
          one
            .updateTable('collection_attempts')
            .set({ taken_back: taken })
            .where('id', '=', attempt.id)
            .where('taken_back', 'is', null)
            .execute(),
        )
      }
      return check
    },
    async refund(transfer, { requestId, amount }) {
      const attempt = await payingOf(transfer)
      if (attempt === undefined) throw new Error(`Transfer ${transfer.id} was not paid by mobile money`)
      const refund = await inOneStatement(db, 'collections.record_refund', (one) =>
        one
          .insertInto('collection_refunds')
          .values({
            ...{ attempt_id: attempt.id, request_id: requestId, amount: amount.amount },
            ...namedWallet(attempt),
          })
          .onConflict((conflict) => conflict.doNothing())
          .returningAll()
          .executeTakeFirst(),
      )
      // Another process has taken this transfer over, and requested it.
      if (refund === undefined) return { ok: false, reason: 'unknown', code: 'refund_under_way' }
      const sent = await sendRefund(deps, refund, attempt)
      return sent.ok ? { ok: true, value: toRefund(sent.value) } : sent
    },
  }
}
