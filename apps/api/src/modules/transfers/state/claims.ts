import { sql, type Selectable, type UpdateObject } from 'kysely'
import type { Db, Tx } from '../../../db/index.ts'
import { runPrepared } from '../../../db/prepared.ts'
import type { MoneyTables } from '../../../db/schema/money.ts'
import type { Schema } from '../../../db/schema.ts'
import { isEnd } from './states.ts'

export type TransferRow = Selectable<MoneyTables['transfers']>

/** A transfer that this process alone may move until the lease ends. Times are judged by the database's clock. */
export interface Claim extends TransferRow {
  /** The price's lock has run out. */
  readonly expired: boolean
  /** For a day nothing has changed. */
  readonly stale: boolean
}

/** The lease ended and somebody else may have moved the transfer: what this process was about to write is void. */
export class LeaseLost extends Error {}

/** Longer than the two calls of 10 s that can lie between two writes, shorter than a minute of silence after a crash. */
export const LEASE = sql<Date>`now() + interval '45 seconds'`

/** Named one by one: these statements are prepared, and a prepared `*` breaks when a migration adds a column. */
export const COLUMNS = [
  'id',
  'reference',
  'user_id',
  'quote_id',
  'sender_country',
  'country',
  'recipient_name',
  'recipient_phone',
  'network',
  'amount',
  'currency',
  'fee',
  'total',
  'rate',
  'receive_amount',
  'receive_currency',
  'charge_amount',
  'charge_currency',
  'charge_rate',
  'charge_fee',
  'charge_margin',
  'usd_amount',
  'quote_expires_at',
  'deliver_by',
  'payout_reference',
  'created_at',
  'payment_intent_id',
  'state',
  'state_changed_at',
  'captured_at',
  'cancel_reason',
  'failure_code',
  'hold_reason',
  'hold_owner',
  'recheck',
  'next_step_at',
  'bumps',
  'attempts',
  'failures',
  'lease_token',
  'lease_until',
  'refund_order',
  'repaid_amount',
  'purpose_of_funds',
  'source_of_funds',
  'relationship',
  'person_key',
  'card_key',
] as const satisfies readonly (keyof TransferRow)[]

const claimColumns = sql<{ expired: boolean; stale: boolean }>`
  ${sql.join(COLUMNS.map((column) => sql.ref(`transfers.${column}`)))},
  quote_expires_at <= now() as expired, state_changed_at < now() - interval '24 hours' as stale`

/** Claims one transfer whatever its next step's time; undefined when another holds it, it is held, or has ended. */
export async function claimOne(tx: Tx, id: string): Promise<Claim | undefined> {
  const { rows } = await sql<Claim>`/* prepared: transfers.claim_one */
    update transfers set lease_token = gen_random_uuid(), lease_until = ${LEASE}, attempts = attempts + 1
    where id = ${id} and next_step_at is not null and hold_reason is null
      and (lease_until is null or lease_until < now())
    returning ${claimColumns}`.execute(tx)
  return rows[0]
}

/** Claims up to `limit` transfers whose next step is due, longest overdue first. */
export async function claimDue(tx: Tx, limit: number): Promise<readonly Claim[]> {
  const { rows } = await sql<Claim>`/* prepared: transfers.claim_due */
    with due as materialized (
      select id as due_id from transfers
      where next_step_at <= now() and (lease_until is null or lease_until < now())
      order by next_step_at limit ${limit} for update skip locked
    )
    update transfers set lease_token = gen_random_uuid(), lease_until = ${LEASE}, attempts = attempts + 1
    from due where id = due_id
    returning ${claimColumns}`.execute(tx)
  return rows
}

export type Change = UpdateObject<Schema, 'transfers'>

/** Writes to a transfer that is still ours. @throws LeaseLost when it is not. */
export async function updateClaimed(tx: Tx, claim: Claim, values: Change): Promise<Claim> {
  const [row] = await runPrepared(
    tx,
    tx
      .updateTable('transfers')
      .set(values)
      .where('id', '=', claim.id)
      .where('lease_token', '=', claim.lease_token)
      .returning(COLUMNS),
  )
  if (row === undefined) throw new LeaseLost(`Transfer ${claim.id}`)
  return { ...claim, ...row }
}

/**
 * Keeps the lease for as long again. What is about to be sent is written down behind this: a process that slept past its
 * lease sends nothing more. @throws LeaseLost when it is no longer ours.
 */
export async function renewLease(tx: Tx, claim: Claim): Promise<void> {
  await updateClaimed(tx, claim, { lease_until: LEASE })
}

/** Gives the lease back until `waitMs` from now, or at once when a hint came in meanwhile. */
export async function releaseLease(tx: Tx, claim: Claim, waitMs: number): Promise<void> {
  const later = sql`least(now() + ${waitMs} * interval '1 millisecond',
    case when state = 'awaiting_payment' and quote_expires_at > now() then quote_expires_at end)`
  await updateClaimed(tx, claim, {
    next_step_at: sql<Date>`case when bumps = ${claim.bumps} then ${later} else now() end`,
    failures: 0,
    lease_token: null,
    lease_until: null,
  })
}

/** Gives the lease back after an error of ours. */
export async function releaseLeaseAfterError(tx: Tx, claim: Claim, waitMs: number): Promise<void> {
  await updateClaimed(tx, claim, {
    next_step_at: sql<Date>`now() + ${waitMs} * interval '1 millisecond'`,
    failures: sql<number>`failures + 1`,
    lease_token: null,
    lease_until: null,
  })
}

/** A hint came in since the claim was read. */
export const wokenSince = ({ bumps }: Claim) => sql<boolean>`bumps <> ${bumps}`

/** The next step's time of a transfer that waits for hints alone. */
export const dueIfWoken = (claim: Claim) => sql<Date | null>`case when ${wokenSince(claim)} then now() end`

/** Ends a look at what came after: unless another hint came meanwhile, there is nothing left to look at. */
export async function clearPendingEvents(tx: Tx, claim: Claim): Promise<void> {
  const waits = claim.refund_order !== null || (!isEnd(claim.state) && claim.hold_reason === null)
  await updateClaimed(tx, claim, {
    recheck: wokenSince(claim),
    next_step_at: waits ? sql<Date>`now()` : dueIfWoken(claim),
    lease_token: null,
    lease_until: null,
  })
}

/** Gives the lease of a held transfer back; what woke it stays to be looked at. */
export async function releaseIdle(tx: Tx, claim: Claim): Promise<void> {
  await updateClaimed(tx, claim, {
    next_step_at: dueIfWoken(claim),
    lease_token: null,
    lease_until: null,
  })
}

/** Keeps what came to be known of a claimed transfer, in the same state. */
export async function saveOnClaim(
  tx: Tx,
  claim: Claim,
  values: Pick<Change, 'payment_intent_id' | 'refund_order' | 'card_key'>,
): Promise<Claim> {
  return updateClaimed(tx, claim, values)
}

/** A transfer by its own id. */
export async function readTransfer(db: Db, id: string): Promise<TransferRow | undefined> {
  return db.selectFrom('transfers').selectAll().where('id', '=', id).executeTakeFirst()
}
