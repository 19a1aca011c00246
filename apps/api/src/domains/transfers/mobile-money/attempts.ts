import type { Money } from '@sesa/money'
import { sql, type RawBuilder, type Selectable, type UpdateObject } from 'kysely'
import type { Db, Tx } from '../../../db/index.ts'
import { inserting } from '../../../db/inserting.ts'
import type { Schema } from '../../../db/schema.ts'
import type { CollectionTables } from '../../../db/schema/collections.ts'
import { wakeToCollect } from '../state/wake.ts'
import { holdsNumber } from './wallets.ts'
import { answerOf, type AttemptChange } from './decide.ts'
import type { AcceptedCollection, CollectionSent } from './ports.ts'

/** An attempt as it is stored. */
export type StoredAttempt = Selectable<CollectionTables['collection_attempts']>
/** An attempt with the reference of its transfer, and the time at which it was read, by the database's clock. */
export type Attempt = StoredAttempt & {
  readonly reference: string
  readonly now: Date
}
export type Refund = Selectable<CollectionTables['collection_refunds']>

/** The database's clock. */
export const NOW = sql<Date>`clock_timestamp()`

/** The states in which an attempt may take money as far as we know. */
const OPEN_STATES = sql`('recorded', 'sent', 'open')`

/** SQL condition that is true while a request to pay is open for one of a user's transfers. */
export const isAsked = (userId: string): RawBuilder<boolean> => sql`exists (
  select from collection_attempts a join transfers t on t.id = a.transfer_id
  where t.user_id = ${userId} and t.created_at > now() - interval '30 days' and t.state = 'awaiting_payment'
    and a.state in ${OPEN_STATES})`

/** Returns true while a request to pay from a wallet is open. */
export async function isWalletAsked(db: Db | Tx, phone: string): Promise<boolean> {
  const { rows } =
    await sql`select 1 from collection_attempts where phone = ${phone} and state in ${OPEN_STATES}`.execute(
      db,
    )
  return rows.length > 0
}

/** Selects attempts (`a`) with their transfers (`t`). */
export const selectAttempts = (db: Db | Tx) =>
  db
    .selectFrom('collection_attempts as a')
    .innerJoin('transfers as t', 't.id', 'a.transfer_id')
    .selectAll('a')
    .select(['t.reference', NOW.as('now')])

/** Returns the attempts to pay a transfer, oldest first. */
export const attemptsOf = (db: Db | Tx, transferId: string): Promise<Attempt[]> =>
  selectAttempts(db).where('a.transfer_id', '=', transferId).orderBy('a.number').execute()

/** An attempt when it is recorded. */
export type NewAttempt = Pick<
  StoredAttempt,
  | 'id'
  | 'transfer_id'
  | 'number'
  | 'collector'
  | 'country'
  | 'network'
  | 'phone'
  | 'amount'
  | 'currency'
  | 'idempotency_key'
  | 'name_check'
>

/**
 * Records an attempt and makes the first question about it due, in one statement, until whose end the number stays confirmed.
 * Returns false, and records nothing, if its transfer is paid or no longer to be paid, if its number was removed, or if
 * another attempt has its place or asks its wallet.
 */
export function recordAttempt(db: Db, userId: string, attempt: NewAttempt): Promise<boolean> {
  const recording = db.with(
    'recorded',
    () => sql<{ transfer_id: string }>`(
      with payable as materialized (
        select id from transfers
        where id = ${attempt.transfer_id} and state = 'awaiting_payment' and cancel_reason is null and hold_reason is null
          and not exists (select from collection_attempts a where a.transfer_id = transfers.id and a.state = 'completed')
        for update
      )
      ${inserting('collection_attempts', attempt)} from payable where ${holdsNumber(userId, attempt.phone)}
      on conflict do nothing returning transfer_id)`,
  )
  return wakeToCollect(recording, sql<boolean>`id = (select transfer_id from recorded)`)
}

const acceptedColumns = ({ providerId, code, endsAt }: AcceptedCollection) => ({
  ...{ provider_id: providerId, code },
  ...(endsAt && { ends_at: endsAt }),
})

/** Writes what a carrier's answer changes and returns it; undefined if the attempt has changed since it was read. */
export function writeAttempt(
  db: Db | Tx,
  attempt: Attempt,
  change: NonNullable<AttemptChange>,
): Promise<StoredAttempt | undefined> {
  const ended = { ended_at: sql<Date>`clock_timestamp()` }
  const values =
    'missed' in change
      ? { missed_at: sql<Date>`clock_timestamp()` }
      : change.state === 'open'
        ? { state: change.state, ...(change.accepted && acceptedColumns(change.accepted)) }
        : change.state === 'failed'
          ? { state: change.state, answer: change.answer, ...ended }
          : change.state === 'completed'
            ? { state: change.state, received: change.received, received_currency: change.currency, ...ended }
            : { state: change.state, ...ended }
  return updated(db, attempt, values)
}

/** What a carrier answered in writing about a request to pay. */
export interface WrittenAnswer {
  /** What the payer paid; null if they did not pay. */
  readonly paid: Money | null
  /** The carrier's reference of its answer. */
  readonly evidence: string
}

/** Marks the end of a request that two people recorded by the carrier's written answer. */
const CONFIRMED = 'CONFIRMED_IN_WRITING'

/** SQL condition that is true for an attempt (`a`) that staff ended as unpaid. */
export const IS_CONFIRMED_UNPAID = sql<boolean>`a.state = 'failed' and a.answer like ${sql.lit(`${CONFIRMED}:%`)}`

/** Ends the open attempt of a transfer as its carrier confirmed in writing; returns false when none is open. */
export async function endAsConfirmed(
  tx: Tx,
  transferId: string,
  { paid, evidence }: WrittenAnswer,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('collection_attempts')
    .set({
      ...(paid === null
        ? { state: 'failed' as const }
        : { state: 'completed' as const, received: paid.amount, received_currency: paid.currency }),
      ...{ answer: answerOf({ code: CONFIRMED, words: evidence }), ended_at: sql<Date>`clock_timestamp()` },
    })
    .where('transfer_id', '=', transferId)
    .where(sql<boolean>`state in ${OPEN_STATES}`)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Writes the answer to a request that was just sent and returns it; undefined if a query has found more since. */
export function writeSent(db: Db | Tx, id: string, sent: CollectionSent): Promise<StoredAttempt | undefined> {
  const values =
    sent.outcome === 'accepted'
      ? { state: 'open' as const, ...acceptedColumns(sent) }
      : sent.outcome === 'unknown'
        ? { state: 'sent' as const }
        : { state: 'refused' as const, answer: answerOf(sent), ended_at: sql<Date>`clock_timestamp()` }
  return updated(db, { id, state: 'recorded' }, values)
}

/** Changes an attempt and returns it, unless its state has changed. */
const updated = (
  db: Db | Tx,
  { id, state }: Pick<Attempt, 'id' | 'state'>,
  values: UpdateObject<Schema, 'collection_attempts'>,
): Promise<StoredAttempt | undefined> =>
  db
    .updateTable('collection_attempts')
    .set(values)
    .where('id', '=', id)
    .where('state', '=', state)
    .returningAll()
    .executeTakeFirst()
