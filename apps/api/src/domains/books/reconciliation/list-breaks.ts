import { sql } from 'kysely'
import type { Db } from '../../../db/index.ts'
import type { UnresolvedBreak } from './breaks.ts'

type State = UnresolvedBreak['state'] | 'resolved'

/** A difference as shown to staff: with its provider, its transfer and its latest explanation. */
export interface ListedBreak extends Omit<UnresolvedBreak, 'state'> {
  readonly state: State
  readonly provider: string | null
  readonly transfer: string | null
  readonly explainedBy: string | null
  readonly explainedAt: Date | null
  readonly explanation: string | null
}

interface Query {
  readonly id?: bigint | undefined
  readonly state?: State | undefined
  readonly before?: bigint | undefined
  readonly limit: number
  /** The name of our account with the card provider. */
  readonly cardAccount: string
}

/** Lists differences, newest first. */
export async function listBreaks(db: Db, query: Query): Promise<ListedBreak[]> {
  const { id = null, state = null, before = null, limit, cardAccount } = query
  const { rows } = await sql<ListedBreak>`
    with page as (
      select *, case when kind like 'payout%' then subject::uuid end as payout,
        case when kind like 'collection%' then subject::uuid end as collection from reconciliation_breaks
      where (${id}::bigint is null or id = ${id}) and (${state}::text is null or state = ${state})
        and (${before}::bigint is null or id < ${before})
      order by id desc limit ${limit}
    ), explained as (
      select distinct on (subject) subject, staff, at, reason from staff_actions
      where action = 'explain_break' and subject in (select id::text from page)
      order by subject, id desc
    )
    select b.id, b.kind, b.subject, b.ours, b.theirs, b.owner, b.state,
      b.moved_at as "movedAt", b.first_seen as "firstSeen", b.last_seen as "lastSeen",
      case when b.kind like 'card%' then ${cardAccount}
        when b.kind like 'payout%' then (select rail from payout_routes where reference = b.payout)
        when b.kind like 'collection%' then (select collector from collection_attempts where id = b.collection)
        else b.theirs end as provider,
      coalesce(
        (select t.reference from transfers t
          where b.kind like 'card%' and t.payment_intent_id = split_part(b.subject, ' ', 1)),
        (select t.reference from transfers t
          where t.payout_reference = b.payout),
        (select t.reference from transfers t join collection_attempts a on a.transfer_id = t.id
          where a.id = b.collection)) as transfer,
      e.staff as "explainedBy", e.at as "explainedAt", e.reason as explanation
    from page b left join explained e on e.subject = b.id::text
    order by b.id desc`.execute(db)
  return rows
}
