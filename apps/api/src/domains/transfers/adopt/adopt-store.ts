import { sql } from 'kysely'
import type { Db, Tx } from '../../../db/index.ts'
import { signatureOf, type ApprovedAction } from '../../../lib/staff-action.ts'
import { recordEvent } from '../state/transitions.ts'
import type { Claim, TransferRow } from '../state/transfer-row.ts'
import { claimed, INSERTED, LEASED } from '../state/schedule.ts'
import { QUOTE_COLUMNS, TRANSFER_COLUMNS, type OpenedRecord } from './record.ts'

/** A transfer as stored in its record: its agreed columns, without a state. */
export type RecordedTransfer = Pick<TransferRow, (typeof TRANSFER_COLUMNS)[number]>

export interface Recorded {
  readonly transfer: RecordedTransfer
  /** The customer's number at that time, E.164; null for an account without one. */
  readonly phone: string | null
  /** The customer's account: the original one, otherwise the current owner of the number; null when neither exists. */
  readonly accountId: string | null
}

/** Reads a record, and finds its customer's account. */
export async function readRecorded(db: Db, record: OpenedRecord): Promise<Recorded> {
  const { rows } = await sql<RecordedTransfer & { phone: string | null; account_id: string | null }>`
    select r.*, opened.content ->> 'phone' as phone, coalesce(
      (select u.id from users u where u.id = r.user_id),
      (select i.user_id from phone_identities i where i.phone_number = opened.content ->> 'phone')) as account_id
    from (select ${record}::jsonb as content) opened,
      jsonb_populate_record(null::transfers, opened.content -> 'transfer') r`.execute(db)
  const [row] = rows
  if (row === undefined) throw new Error('A record without a transfer')
  const { phone, account_id: accountId, ...transfer } = row
  return { transfer, phone, accountId }
}

/** Returns which of these transfers exist here. */
export async function knownTransfers(db: Db, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string }>`
    select id from transfers where id = any(${[...ids]}::uuid[])`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

/** Returns which of these references belong to a transfer here: to its pay-out, a request to pay, or a refund to a wallet. */
export async function knownReferences(db: Db, references: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ reference: string }>`
    with listed as (select unnest(${[...references]}::uuid[]) as id)
    select id as reference from listed where exists (select from transfers where payout_reference = listed.id)
      or exists (select from collection_attempts a where a.id = listed.id)
      or exists (select from collection_refunds r where r.id = listed.id)`.execute(db)
  return new Set(rows.map(({ reference }) => reference))
}

/**
 * Returns true once the database has run for this many minutes: the product from before the restore has sent nothing since.
 */
export async function hasRunFor(db: Db, minutes: number): Promise<boolean> {
  const { rows } = await sql<{ quiet: boolean }>`
    select pg_postmaster_start_time() <= now() - ${minutes} * interval '1 minute' as quiet`.execute(db)
  return rows[0]?.quiet ?? false
}

const refs = (columns: readonly string[]) => sql.join(columns.map((column) => sql.ref(column)))

/**
 * Inserts a transfer and its quote from a record for an account, awaiting its payment and leased to the caller. The quote
 * refers to the newest remaining rates from before it. Returns undefined when the transfer exists.
 */
export async function insertRecorded(
  tx: Tx,
  { record, accountId, paymentId }: { record: OpenedRecord; accountId: string; paymentId: string },
  { staff }: ApprovedAction,
): Promise<Claim | undefined> {
  const owner = sql`jsonb_build_object('user_id', ${accountId}::text)`
  await sql`
    insert into quotes (${refs(QUOTE_COLUMNS)}, snapshot_id)
    select ${refs(QUOTE_COLUMNS)}, (select s.id from rate_snapshots s
      order by s.created_at <= q.created_at desc, abs(extract(epoch from s.created_at - q.created_at)), s.id limit 1)
    from jsonb_populate_record(null::quotes, ${record}::jsonb -> 'quote' || ${owner}) q
    on conflict (id) do nothing`.execute(tx)
  const { rows } = await sql<Claim>`
    insert into transfers (${refs(TRANSFER_COLUMNS)}, payment_intent_id, next_step_at, attempts, lease_token, lease_until)
    select ${refs(TRANSFER_COLUMNS)}, ${paymentId}, now(), ${LEASED.attempts}::int, ${LEASED.lease_token}, ${LEASED.lease_until}
    from jsonb_populate_record(null::transfers, ${record}::jsonb -> 'transfer' || ${owner}) r
    on conflict (id) do nothing returning ${claimed}`.execute(tx)
  const [row] = rows
  if (row === undefined) return undefined
  await recordEvent(tx, null, row, { detail: 'made again after a restore', staff })
  return { ...row, ...INSERTED }
}

/** Records that two people had a lost transfer recovered. */
export async function recordAdoption(
  tx: Tx,
  { id, payment_intent_id: subject }: Claim,
  action: ApprovedAction,
): Promise<void> {
  await tx
    .insertInto('staff_actions')
    .values({ transfer_id: id, action: 'adopt', subject, ...signatureOf(action) })
    .execute()
}
