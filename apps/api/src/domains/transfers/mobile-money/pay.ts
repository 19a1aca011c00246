import type { BodyOf, calls, NameCheck, PayAttempt } from '@sesa/contract'
import { money } from '@sesa/money'
import { sql } from 'kysely'
import { inOneStatement, inTransaction, type Tx } from '../../../db/index.ts'
import { callProvider } from '../../../lib/crash-points.ts'
import { Refused } from '../../../lib/refused.ts'
import { startStopwatch } from '../../../lib/stopwatch.ts'
import type { RequireHolder } from '../create/input.ts'
import { readByPayment } from '../history/list.ts'
import { readFrozenSender, type TransferRow } from '../state/transfer-row.ts'
import { wakeToCollect } from '../state/wake.ts'
import { FRESH_MS } from '../steps/attempts.ts'
import { attemptsOf, NOW, selectAttempts, writeSent, type Attempt } from './attempts.ts'
import { decideNewAttempt, isOpen, type AttemptRefusal } from './decide.ts'
import { ask, sentOf, type MobileMoneyDeps } from './pay-in.ts'
import { toAttempt } from './view.ts'
import {
  holdNumber,
  readConfirmed,
  readPayerNetwork,
  readPayerNumber,
  requireOwnWallet,
  requireTaken,
  type Wallet,
} from './wallets.ts'

export interface PayDeps extends MobileMoneyDeps {
  readonly requireHolder: RequireHolder
}

/** A customer's call to pay, with its idempotency key. */
export interface PayCall {
  readonly userId: string
  readonly key: string | undefined
  readonly body: BodyOf<typeof calls.pay>
}

/** Reads a transfer that its sender pays by mobile money. Throws Refused `not_found` or `pay_method_unavailable`. */
async function requireTransfer({ db }: PayDeps, userId: string, id: string): Promise<TransferRow> {
  const row = await readByPayment(db, userId, id)
  if (row === undefined) throw new Refused('not_found')
  if (row.pay_method !== 'momo') {
    throw new Refused('pay_method_unavailable', {
      field: 'id',
      message: 'This payment is not made by mobile money. Pay it in the form that it was opened for.',
    })
  }
  return row
}

/** Refusals by reason. `open`: the attempt that is open. */
const REFUSALS: Readonly<Record<NonNullable<AttemptRefusal>, (open?: Pick<Attempt, 'ends_at'>) => Refused>> =
  {
    open: (open) =>
      new Refused('payment_attempt_open', {
        field: 'id',
        ...(open && { details: { endsAt: open.ends_at?.toISOString() ?? null } }),
      }),
    closed: () =>
      new Refused('pay_method_unavailable', {
        field: 'id',
        message: 'This payment is closed. Open the transfer to see where the money is.',
      }),
    expired: () =>
      new Refused('quote_expired', {
        field: 'id',
        message: 'Too little of this price’s time is left. Get a new price; nothing was charged.',
      }),
    too_many: () =>
      new Refused('payments_declined', {
        field: 'id',
        message: 'Five requests for this payment ended without approval. Start again to get a new price.',
      }),
    declined: () => new Refused('payments_declined', { field: 'phone' }),
  }

interface Recorded {
  readonly attempt: Attempt
  /** True for an attempt of an earlier call with the same key. */
  readonly isRepeated: boolean
}

/** Records an attempt under the transfer's lock. Throws Refused. */
async function record(
  tx: Tx,
  { id, reference, charge_amount: amount, charge_currency: currency, sender_country: country }: TransferRow,
  { network, phone, nameCheck }: Wallet & { readonly nameCheck: NameCheck | null },
  collector: string,
  { userId, key }: PayCall,
): Promise<Recorded> {
  const transfer = await tx
    .selectFrom('transfers')
    .select(['state', 'cancel_reason', 'hold_reason', 'quote_expires_at', sql<Date>`now()`.as('now')])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const attempts = await attemptsOf(tx, id)
  const repeated = key === undefined ? undefined : attempts.find((one) => one.idempotency_key === key)
  if (repeated !== undefined) {
    if (repeated.network !== network || repeated.phone !== phone) throw new Refused('idempotency_key_reused')
    return { attempt: repeated, isRepeated: true }
  }
  await holdNumber(tx, userId, phone)
  const { failed } = await tx
    .selectFrom('collection_attempts')
    .select(sql<number>`count(*)::int`.as('failed'))
    .where('phone', '=', phone)
    .where('recorded_at', '>', sql<Date>`now() - interval '24 hours'`)
    .where('state', 'in', ['failed', 'refused', 'never_arrived'])
    .executeTakeFirstOrThrow()
  const refusal = decideNewAttempt(transfer, attempts, failed, transfer.now)
  if (refusal !== null) throw REFUSALS[refusal](attempts.find(isOpen))
  const attempt = await tx
    .insertInto('collection_attempts')
    .values({
      ...{
        transfer_id: id,
        number: attempts.length + 1,
        collector,
        country,
        network,
        phone,
        amount,
        currency,
      },
      idempotency_key: key ?? null,
      name_check: nameCheck,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .returning(NOW.as('now'))
    .executeTakeFirst()
  // Another transfer asks the same wallet: two prompts at once would be mixed up.
  if (attempt === undefined) throw REFUSALS.open()
  await wakeToCollect(tx, id)
  return { attempt: { ...attempt, reference }, isRepeated: false }
}

/**
 * Handles `POST /pay`: records an attempt, and asks the payer's carrier once. Whatever the answer, the engine follows the
 * attempt until the carrier ends it. Throws Refused.
 */
export async function pay(deps: PayDeps, call: PayCall): Promise<PayAttempt> {
  const { userId, body } = call
  const row = await requireTransfer(deps, userId, body.id)
  const country = row.sender_country
  const network = readPayerNetwork(body.network ?? row.pay_network ?? '', country, 'network')
  const confirmed = await readConfirmed(deps.db, userId)
  const phone = readPayerNumber(body.phone ?? row.pay_phone ?? undefined, country, confirmed, 'phone')
  const terms = await deps.collectors.termsOf(country, network)
  if (terms === null) throw new Refused('mobile_money_unavailable', { field: 'network', retryAfter: 60 })
  requireTaken(terms, money(row.charge_amount, row.charge_currency), 'network')
  const nameCheck = await requireOwnWallet(deps, row, { network, phone })
  const { attempt, isRepeated } = await inTransaction(deps.db, 'collections.record_attempt', (tx) =>
    record(tx, row, { network, phone, nameCheck }, terms.collector, call),
  )
  if (!isRepeated) await send(deps, row, attempt)
  return present(deps, attempt.id)
}

/** Sends a recorded attempt to its carrier, unless this process was suspended meanwhile, and stores the answer. */
async function send(deps: PayDeps, row: TransferRow, attempt: Attempt): Promise<void> {
  const age = startStopwatch()
  const collector = deps.collectors.of(attempt.collector)
  const sender = await readFrozenSender(deps.db, row.id)
  const { country } = sentOf(attempt)
  const sent = await callProvider('collections.start', async () =>
    age() > FRESH_MS
      ? null
      : collector.start({
          ...{ id: attempt.id, transferReference: attempt.reference, country, network: attempt.network },
          ...{ amount: money(attempt.amount, attempt.currency), phone: attempt.phone },
          payerName: sender?.name ?? null,
        }),
  )
  if (sent === null) return
  await inOneStatement(deps.db, 'collections.write_sent', (one) => writeSent(one, attempt.id, sent))
}

async function present(deps: PayDeps, id: string): Promise<PayAttempt> {
  const attempt = await selectAttempts(deps.db).where('a.id', '=', id).executeTakeFirstOrThrow()
  return toAttempt(attempt, await deps.collectors.termsOf(attempt.country, attempt.network), null)
}

/**
 * Handles `POST /pay/stop`: takes an unused code back. Throws Refused `payment_attempt_open` for a request on the payer's phone,
 * and while it is unknown whether the code was used.
 */
export async function stopPaying(deps: PayDeps, userId: string, paymentId: string): Promise<PayAttempt> {
  const row = await requireTransfer(deps, userId, paymentId)
  const attempts = await attemptsOf(deps.db, row.id)
  const open = attempts.find(isOpen)
  if (open === undefined) {
    const last = attempts.at(-1)
    if (last === undefined) throw new Refused('not_found')
    return present(deps, last.id)
  }
  const { stop } = deps.collectors.of(open.collector)
  if (stop === null) throw REFUSALS.open(open)
  const answer = await callProvider('collections.stop', () => stop(sentOf(open)))
  if (!answer.ok) throw new Refused('mobile_money_unavailable', { retryAfter: 5 })
  if (answer.value) {
    await inOneStatement(deps.db, 'collections.write_stopped', (one) =>
      one
        .updateTable('collection_attempts')
        .set({ state: 'stopped', ended_at: sql<Date>`clock_timestamp()` })
        .where('id', '=', open.id)
        .where('state', '=', open.state)
        .execute(),
    )
  } else {
    await ask(deps, open)
    if ((await attemptsOf(deps.db, row.id)).some(isOpen)) throw REFUSALS.open(open)
  }
  return present(deps, open.id)
}
