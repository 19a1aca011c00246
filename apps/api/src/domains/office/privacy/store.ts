import { sql } from 'kysely'
import type { Db, Tx } from '../../../db/index.ts'

export interface RequestRow {
  readonly number: string
  readonly kind: 'access' | 'erasure'
  readonly userId: string
  readonly country: string | null
  readonly receivedAt: Date
  readonly dueAt: Date
  readonly deadlineSource: string
  readonly identityConfirmed: string
  readonly openedBy: string
  readonly openedAt: Date
  readonly state: 'open' | 'waiting' | 'done' | 'refused'
  readonly doneAt: Date | null
  readonly endedBy: string | null
  readonly note: string | null
}

/** An erasure is done when staff or the customer close the account. */
const requests = sql`
  select r.id, r.number, r.kind, r.user_id as "userId", r.country, r.received_at as "receivedAt", r.due_at as "dueAt",
    r.deadline_source as "deadlineSource", r.identity_confirmed as "identityConfirmed", r.opened_by as "openedBy",
    r.opened_at as "openedAt", r.ended_by as "endedBy", r.note,
    case
      when r.outcome = 'sent' or (r.kind = 'erasure' and u.closed_at is not null) then 'done'
      when r.outcome = 'refused' then 'refused'
      when r.kind = 'erasure' and exists (select from approvals a where a.action = 'erase_account'
        and a.entity = r.user_id::text and (a.state = 'approved' or (a.state = 'pending' and a.expires_at > now())))
        then 'waiting'
      else 'open' end as state,
    case when r.kind = 'erasure' and u.closed_at is not null then u.closed_at
      when r.outcome = 'sent' then r.ended_at end as "doneAt"
  from privacy_requests r join users u on u.id = r.user_id`

/** Returns the unanswered requests, or all of them, the first due one first; at most 500. */
export async function listRequests(db: Db, { isWhole }: { readonly isWhole: boolean }) {
  const { rows } = await sql<RequestRow>`
    select * from (${requests}) as request
    where ${isWhole} or state in ('open', 'waiting') order by "dueAt", id limit 500`.execute(db)
  return rows
}

export async function findRequest(db: Db | Tx, number: string): Promise<RequestRow | undefined> {
  const { rows } = await sql<RequestRow>`
    select * from (${requests}) as request where number = ${number}`.execute(db)
  return rows[0]
}

export interface NewRequest {
  readonly kind: 'access' | 'erasure'
  readonly userId: string
  readonly receivedAt: Date
  readonly identityConfirmed: string
  readonly openedBy: string
}

/** Stores a request with the deadline in force for the customer's country, or the shortest deadline without a country. */
export async function insertRequest(tx: Tx, given: NewRequest): Promise<string> {
  const { rows } = await sql<{ number: string }>`
    insert into privacy_requests (kind, user_id, country, received_at, due_at, deadline_source, identity_confirmed, opened_by)
    select ${given.kind}, ${given.userId}, c.country, ${given.receivedAt}::timestamptz,
      ${given.receivedAt}::timestamptz + make_interval(days => d.days), d.source, ${given.identityConfirmed}, ${given.openedBy}
    from (select (select country from phone_identities where user_id = ${given.userId}) as country) c
    cross join lateral (
      select l.days, l.source from (
        select distinct on (country) country, days, source from privacy_deadlines
        where valid_from <= (now() at time zone 'UTC')::date order by country, valid_from desc) l
      where c.country is null or l.country = c.country order by l.days limit 1) d
    returning number`.execute(tx)
  const [row] = rows
  if (row === undefined) throw new Error('No deadline is in force for a country')
  return row.number
}

/** Locks an account; returns undefined when it is closed or does not exist. */
export const lockOpenUser = (tx: Tx, userId: string) =>
  tx
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('closed_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()

/** Returns the number of the unanswered request of this kind. */
export async function findOpen(
  tx: Tx,
  userId: string,
  kind: RequestRow['kind'],
): Promise<string | undefined> {
  const row = await tx
    .selectFrom('privacy_requests')
    .select('number')
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  return row?.number
}

/** Ends a request; returns false when it has already ended. */
export async function endRequest(
  tx: Tx,
  number: string,
  end: { readonly outcome: 'sent' | 'refused'; readonly by: string; readonly note: string },
): Promise<boolean> {
  const row = await tx
    .updateTable('privacy_requests')
    .set({ outcome: end.outcome, ended_by: end.by, ended_at: sql<Date>`clock_timestamp()`, note: end.note })
    .where('number', '=', number)
    .where('ended_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Returns true when a member has downloaded the data of a request. */
export async function isExported(tx: Tx, number: string): Promise<boolean> {
  const row = await tx
    .selectFrom('staff_actions')
    .select('id')
    .where('action', '=', 'export_personal_data')
    .where('subject', '=', number)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
