import type { EnquiryTopic } from '@sesa/contract'
import { PERMISSIONS } from '@sesa/contract/office'
import { sql } from 'kysely'
import type { Db, Tx } from '../../../../db/index.ts'

/** Maximum conversations per list. */
const MOST = 200

/** A conversation as listed for staff. */
export interface StaffThread {
  readonly id: string
  readonly number: string
  readonly userId: string
  readonly topic: EnquiryTopic
  readonly reference: string | null
  readonly state: 'waiting' | 'answered' | 'closed'
  readonly openedAt: Date
  readonly lastAt: Date
  readonly answerBy: Date | null
  readonly latestBy: Date | null
  readonly assignedTo: string | null
  readonly assigneeName: string | null
}

const THREADS = sql`
  select t.id, t.number, t.user_id as "userId", t.topic, f.reference, t.opened_at as "openedAt", last.at as "lastAt",
    t.answer_by as "answerBy", t.latest_by as "latestBy", s.id as "assignedTo", s.name as "assigneeName",
    case when t.closed_at is not null then 'closed' when last.author = 'staff' then 'answered' else 'waiting' end as state
  from enquiry_threads t
    left join transfers f on f.id = t.transfer_id
    left join staff_members s on s.id = t.assigned_to and s.ended_at is null
    cross join lateral (select at, author from enquiry_messages m where m.thread_id = t.id order by at desc limit 1) last`

/** Returns conversations in one state, or all open ones. */
export async function listForStaff(
  db: Db,
  state: StaffThread['state'] | undefined,
): Promise<readonly StaffThread[]> {
  const { rows } =
    state === 'closed'
      ? await sql<StaffThread>`${THREADS} where t.closed_at is not null order by t.closed_at desc limit ${MOST}`.execute(
          db,
        )
      : await sql<StaffThread>`${THREADS} where t.closed_at is null
          and (${state ?? null}::text is null or (last.author = 'staff') = (${state ?? null} = 'answered'))
          order by last.author, t.answer_by nulls last, last.at limit ${MOST}`.execute(db)
  return rows
}

export async function findForStaff(db: Db, number: string): Promise<StaffThread | undefined> {
  const { rows } = await sql<StaffThread>`${THREADS} where t.number = ${number}`.execute(db)
  return rows[0]
}

/** Returns a conversation's messages, oldest first. */
export const messagesForStaff = (db: Db, threadId: string) =>
  db
    .selectFrom('enquiry_messages')
    .select(['id', 'author', 'staff', 'body as text', 'at'])
    .where('thread_id', '=', threadId)
    .orderBy('at')
    .orderBy('id')
    .execute()

/** Returns the active members who may answer, by name. */
export async function membersWhoAnswer(db: Db | Tx): Promise<{ id: string; name: string }[]> {
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name from staff_members
    where activated_at is not null and ended_at is null
      and roles && ${[...PERMISSIONS['enquiries.answer'].roles]}::text[]
    order by name`.execute(db)
  return rows
}

interface Span {
  readonly count: number
  /** Median in minutes. */
  readonly median: number | null
  readonly p95: number | null
}

/** Returns the times until the first answer and until the end, for conversations of the last 30 days. */
export async function readTimes(db: Db): Promise<{ readonly firstAnswer: Span; readonly close: Span }> {
  const { rows } = await sql<Span & { what: 'firstAnswer' | 'close' }>`
    with recent as (select id, opened_at, closed_at from enquiry_threads where opened_at > now() - interval '30 days'),
      waits as (
        select 'firstAnswer' as what, (select min(m.at) from enquiry_messages m
            where m.thread_id = r.id and m.author = 'staff') - opened_at as span from recent r
        union all
        select 'close', closed_at - opened_at from recent),
      minutes as (select what, extract(epoch from span)::float8 / 60 as minutes from waits where span is not null)
    select what, count(*)::int as count,
      round(percentile_cont(0.5) within group (order by minutes))::float8 as median,
      round(percentile_cont(0.95) within group (order by minutes))::float8 as p95
    from minutes group by what`.execute(db)
  const of = (wanted: string): Span => {
    const found = rows.find(({ what }) => what === wanted)
    return { count: found?.count ?? 0, median: found?.median ?? null, p95: found?.p95 ?? null }
  }
  return { firstAnswer: of('firstAnswer'), close: of('close') }
}

/**
 * Counts questions that have waited for 3 days, and open complaints that are due within a day or overdue. A question waits
 * from the first message after our last answer: a reminder from the customer does not restart the wait.
 */
export async function countLate(db: Db): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ questions: number; complaints: number }>`
    select count(*) filter (where topic <> 'complaint'
        and unanswered.since < now() - interval '3 days')::int as questions,
      count(*) filter (where answer_by < now() + interval '1 day')::int as complaints
    from enquiry_threads t
      cross join lateral (select min(m.at) as since from enquiry_messages m
        where m.thread_id = t.id and m.author = 'customer' and m.at > coalesce(
          (select max(a.at) from enquiry_messages a where a.thread_id = t.id and a.author = 'staff'), '-infinity')) unanswered
    where t.closed_at is null`.execute(db)
  const { questions = 0, complaints = 0 } = rows[0] ?? {}
  return new Map([
    ['question', questions],
    ['complaint', complaints],
  ])
}
