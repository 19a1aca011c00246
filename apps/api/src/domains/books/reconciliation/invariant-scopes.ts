import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '../../../db/index.ts'

/** The rows a rule of `invariants.sql` needs: see the head of that file. */
export type Scope = 'subjects' | 'senders' | 'shared' | 'whole' | 'state'

const SUBJECTS = 'select id from subjects'

/** The transfers that a rule reads, by its scope. */
const TRANSFERS = {
  subjects: `select * from public.transfers where id in (${SUBJECTS})`,
  // Limits cover 30 days, so an earlier transfer counts towards a later one for 30 days.
  senders: `select o.* from public.transfers o
    cross join (select min(created_at) as first, max(created_at) as last from public.transfers where id in (${SUBJECTS})) bounds
    where o.created_at between bounds.first - interval '30 days' and bounds.last + interval '30 days' and o.user_id in (
      select user_id from public.transfers where id in (${SUBJECTS})
      union
      select unnest(array[i.user_id, f.user_id])
      from account_numbers i join former_numbers f on f.number_key = sha256(convert_to(i.phone_number, 'UTF8'))
      join public.transfers t on t.user_id in (i.user_id, f.user_id)
      where t.id in (${SUBJECTS}))`,
  shared: `select * from public.transfers where id in (
    select o.id from public.transfers t join subjects on subjects.id = t.id
    cross join lateral (
      select id from public.transfers where quote_id = t.quote_id
      union
      select id from public.transfers where payment_intent_id = t.payment_intent_id
      union
      select id from public.transfers where payout_reference = t.payout_reference
      union
      select id from public.transfers where reference = t.reference) o)`,
} as const

/** Returns a rule's query over some subjects: filtered tables hide the tables of the same name. */
export function scopeQuery(
  query: string,
  scope: 'subjects' | 'senders' | 'shared',
  subjects: readonly string[],
): RawBuilder<{ examined: bigint; offending: unknown[] }> {
  const body = query.replace(/^(?:--.*\n)+/, '')
  const rest = body.startsWith('with ') ? `, ${body.slice('with '.length)}` : body
  return sql`with subjects as materialized (select unnest(${subjects}::uuid[]) as id),
    transfers as (${sql.raw(TRANSFERS[scope])}),
    transfer_events as (select * from public.transfer_events where transfer_id in (select id from subjects)),
    ledger_entries as (select * from public.ledger_entries where transfer_id in (select id from subjects)),
    ledger_postings as (select * from public.ledger_postings where transfer_id in (select id from subjects)),
    disputes as (select * from public.disputes
      where transfer_id in (select id from subjects) or id in (select id from subjects)),
    provider_movements as (select * from public.provider_movements where id in (select id from subjects))
    ${sql.raw(rest)}`
}

/** Adds subjects booked separately for these, and the transfers that these are booked for. */
export async function completeSubjects(tx: Tx, subjects: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with given as materialized (select unnest(${subjects}::uuid[]) as id), owner as materialized (
      select id from given
      union
      select a.transfer_id from staff_actions a join given on given.id = a.id where a.transfer_id is not null
      union
      select d.transfer_id from disputes d join given on given.id = d.id
      union
      select a.transfer_id from collection_attempts a join given on given.id = a.entry_id
    )
    select id from owner
    union
    select a.id from staff_actions a join owner on owner.id = a.transfer_id
    union
    select d.id from disputes d join owner on owner.id = d.transfer_id
    union
    select a.entry_id from collection_attempts a join owner on owner.id = a.transfer_id`.execute(tx)
  return rows.map(({ id }) => id)
}

/**
 * Returns subjects with bookings by a transaction from `since` on, and every transfer not at rest, since time can break its
 * rules. A transfer that was cancelled unpaid has no bookings, and is left to the walk. `since` is the horizon of an earlier
 * snapshot, so rows committed since by slow transactions are included.
 */
export async function listChanged(tx: Tx, since: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select transfer_id as id from ledger_postings where xid >= ${since}::xid8
    union
    select id from provider_movements where xid >= ${since}::xid8
    union
    select id from transfers where next_step_at is not null
    union
    select id from transfers where hold_reason is not null`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Returns the next subjects of the walk through the history, ordered by id. */
export async function listNext(tx: Tx, after: string | null, most: number): Promise<string[]> {
  const from = after ?? '00000000-0000-0000-0000-000000000000'
  const { rows } = await sql<{ id: string }>`
    select id from (
      (select id from transfers where id > ${from}::uuid order by id limit ${most})
      union
      (select id from provider_movements where id > ${from}::uuid order by id limit ${most})
      union
      (select distinct transfer_id from ledger_entries where transfer_id > ${from}::uuid order by transfer_id limit ${most})
      union
      (select distinct transfer_id from ledger_postings where transfer_id > ${from}::uuid order by transfer_id limit ${most})
    ) subject order by id limit ${most}`.execute(tx)
  return rows.map(({ id }) => id)
}
