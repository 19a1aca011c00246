import type { BodyOf, calls, PayAttempt } from '@sesa/contract'
import { money } from '@sesa/money'
import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import type { Configuration, Moment } from '../../../db/configuration.ts'
import { inOneStatement, type Db } from '../../../db/index.ts'
import { callProvider } from '../../../lib/crash-points.ts'
import { Refused } from '../../../lib/refused.ts'
import { startStopwatch } from '../../../lib/stopwatch.ts'
import { linkTrace } from '../../../lib/tracing.ts'
import type { RequireHolder } from '../create/input.ts'
import { ownTransfer, readByPayment } from '../history/list.ts'
import { COLUMNS, type TransferRow } from '../state/transfer-row.ts'
import { FRESH_MS } from '../steps/attempts.ts'
import {
  attemptsOf,
  recordAttempt,
  selectAttempts,
  writeSent,
  type Attempt,
  type NewAttempt,
  type StoredAttempt,
} from './attempts.ts'
import { decideNewAttempt, isOpen, type AttemptRefusal } from './decide.ts'
import { ask, sentOf, type MobileMoneyDeps } from './pay-in.ts'
import type { CollectionTerms } from './ports.ts'
import { toAttempt } from './view.ts'
import { requireWayOpen, type WayDeps } from '../ways-to-pay/way-to-pay.ts'
import { readPayerNetwork, readPayerNumber, requireOwnWallet, requireTaken, type Wallet } from './wallets.ts'

export interface PayDeps extends MobileMoneyDeps, Pick<WayDeps, 'payMethodOf'> {
  readonly configuration: Configuration
  readonly requireHolder: RequireHolder
}

/** A customer's call to pay, with its idempotency key. */
export interface PayCall {
  readonly userId: string
  readonly key: string | undefined
  readonly body: BodyOf<typeof calls.pay>
  /** When the call entered. */
  readonly entered: Moment
}

/** Returns a transfer if it is paid by mobile money. Throws Refused `not_found` or `pay_method_unavailable`. */
function requirePaidByPhone<T extends TransferRow>(row: T | undefined): T {
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
const REFUSALS: Readonly<
  Record<NonNullable<AttemptRefusal>, (open?: { readonly ends_at: Date | string | null }) => Refused>
> = {
  open: (open) =>
    new Refused('payment_attempt_open', {
      field: 'id',
      ...(open && { details: { endsAt: open.ends_at && new Date(open.ends_at).toISOString() } }),
    }),
  closed: () =>
    new Refused('pay_method_unavailable', {
      field: 'id',
      message: 'This payment is closed. Open the transfer to see where the money is.',
    }),
  expired: () =>
    new Refused('quote_expired', {
      field: 'id',
      message: 'Too little of this price’s time is left, so your network was not asked. Get a new price.',
    }),
  too_many: () =>
    new Refused('payments_declined', {
      field: 'id',
      message: 'Five requests for this payment ended without approval. Start again to get a new price.',
    }),
  declined: () => new Refused('payments_declined', { field: 'phone' }),
}

/** An earlier request to pay the transfer. */
interface Asked extends Pick<Attempt, 'id' | 'state' | 'network' | 'phone'> {
  readonly key: string | null
  /** In PostgreSQL's format of a time in JSON. */
  readonly ends_at: string | null
}

/** A number that the customer has confirmed, with its requests that ended without money in 24 hours. */
interface Payer {
  readonly phone: string
  readonly failed: number
}

/** Reads what decides whether a transfer's payer is asked now, with the transfer. Throws Refused as above. */
async function readPayable(db: Db, userId: string, paymentId: string) {
  const row = await ownTransfer(db, userId, paymentId)
    .select(COLUMNS)
    .select([
      sql<Date>`now()`.as('now'),
      sql<string | null>`(select name from transfer_senders where transfer_id = transfers.id)`.as(
        'sender_name',
      ),
      sql<readonly Asked[]>`(
        select coalesce(jsonb_agg(jsonb_build_object('id', id, 'state', state, 'key', idempotency_key,
          'network', network, 'phone', phone, 'ends_at', ends_at)), '[]')
        from collection_attempts where transfer_id = transfers.id)`.as('asked'),
      sql<readonly Payer[]>`(
        select coalesce(jsonb_agg(jsonb_build_object('phone', phone_number, 'failed', (
            select count(*) from collection_attempts a
            where a.phone = phone_number and a.recorded_at > now() - interval '24 hours'
              and a.state in ('failed', 'refused', 'never_arrived')))
          order by is_sign_in desc, verified_at), '[]')
        from account_numbers where user_id = ${userId})`.as('payers'),
    ])
    .executeTakeFirst()
  linkTrace(row?.traceparent ?? null)
  return requirePaidByPhone(row)
}

type Payable = Awaited<ReturnType<typeof readPayable>>

/**
 * Decides whether the payer may be asked `late` milliseconds after the transfer was read. Returns the request of an earlier call
 * with the same key, else null. Throws Refused.
 */
function requireNew(read: Payable, { network, phone }: Wallet, key: string | undefined, late = 0) {
  const repeated = key === undefined ? undefined : read.asked.find((one) => one.key === key)
  if (repeated !== undefined) {
    if (repeated.network !== network || repeated.phone !== phone) throw new Refused('idempotency_key_reused')
    return repeated
  }
  const payer = read.payers.find((one) => one.phone === phone)
  if (payer === undefined) throw new Refused('payer_number_unverified', { field: 'phone' })
  const refusal = decideNewAttempt(read, read.asked, payer.failed, new Date(read.now.getTime() + late))
  if (refusal !== null) throw REFUSALS[refusal](read.asked.find(isOpen))
  return null
}

/**
 * Handles `POST /pay`: records an attempt, and asks the payer's carrier once. Whatever the answer, the engine follows the
 * attempt until the carrier ends it. Throws Refused.
 */
export async function pay(deps: PayDeps, { userId, key, body, entered }: PayCall): Promise<PayAttempt> {
  const { db, collectors } = deps
  const age = startStopwatch()
  const row = await readPayable(db, userId, body.id)
  const { sender_country: country, charge_amount: amount, charge_currency: currency } = row
  const network = readPayerNetwork(body.network ?? row.pay_network ?? '', country, 'network')
  const confirmed = row.payers.map((payer) => payer.phone)
  const phone = readPayerNumber(body.phone ?? row.pay_phone ?? undefined, country, confirmed, 'phone')
  const wallet = { network, phone }
  const earlier = requireNew(row, wallet, key)
  if (earlier !== null) return present(deps, earlier.id)
  const current = await deps.configuration.asOf(entered)
  // Staff may have closed it since the payment was opened.
  requireWayOpen(deps, current, country, 'momo', 'id')
  const terms = await collectors.termsOf(country, network)
  if (terms === null) throw new Refused('mobile_money_unavailable', { field: 'network', retryAfter: 60 })
  requireTaken(terms, money(amount, currency), 'network')
  const name_check = await requireOwnWallet(
    deps.requireHolder,
    { country, ...wallet },
    row.sender_name,
    current,
  )
  requireNew(row, wallet, key, age())
  const attempt: NewAttempt = {
    ...{ id: randomUUID(), transfer_id: row.id, number: row.asked.length + 1, collector: terms.collector },
    ...{ country, network, phone, amount, currency, idempotency_key: key ?? null, name_check },
  }
  const isRecorded = await inOneStatement(db, 'collections.record_attempt', (one) =>
    recordAttempt(one, userId, attempt),
  )
  if (!isRecorded) {
    const repeated = requireNew(await readPayable(db, userId, body.id), wallet, key)
    // Another transfer asks the same wallet: two prompts at once would be mixed up.
    if (repeated === null) throw REFUSALS.open()
    return present(deps, repeated.id)
  }
  return present(deps, attempt.id, { terms, attempt: await send(deps, row, attempt) })
}

/**
 * Sends a recorded attempt to its carrier, unless this process was suspended meanwhile. Returns it with the stored answer;
 * undefined without an answer to store.
 */
async function send(deps: PayDeps, row: Payable, attempt: NewAttempt): Promise<StoredAttempt | undefined> {
  const age = startStopwatch()
  const { network, phone } = attempt
  const { id, country } = sentOf({ ...attempt, provider_id: null })
  const sent = await callProvider('collections.start', async () =>
    age() > FRESH_MS
      ? null
      : deps.collectors.of(attempt.collector).start({
          ...{ id, transferReference: row.reference, country, network, phone },
          ...{ amount: money(attempt.amount, attempt.currency), payerName: row.sender_name },
        }),
  )
  if (sent === null) return undefined
  return inOneStatement(deps.db, 'collections.write_sent', (one) => writeSent(one, id, sent))
}

/** Presents an attempt; `known`: what its row is after the answer, if it was stored, and its terms. */
async function present(
  { db, collectors }: PayDeps,
  id: string,
  known?: { readonly terms: CollectionTerms; readonly attempt: StoredAttempt | undefined },
): Promise<PayAttempt> {
  const attempt =
    known?.attempt ?? (await selectAttempts(db).where('a.id', '=', id).executeTakeFirstOrThrow())
  return toAttempt(
    attempt,
    known?.terms ?? (await collectors.termsOf(attempt.country, attempt.network)),
    null,
  )
}

/**
 * Handles `POST /pay/stop`: takes an unused code back. Throws Refused `payment_attempt_open` for a request on the payer's phone,
 * and while it is unknown whether the code was used.
 */
export async function stopPaying(deps: PayDeps, userId: string, paymentId: string): Promise<PayAttempt> {
  const row = requirePaidByPhone(await readByPayment(deps.db, userId, paymentId))
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
  } else if (isOpen(await ask(deps, open))) throw REFUSALS.open(open)
  return present(deps, open.id)
}
