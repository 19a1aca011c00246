import { TOPIC_WORDS, type EnquiryTopic } from '@sesa/contract'
import { money, type CurrencyCode } from '@sesa/money'
import { sql } from 'kysely'
import type { Db } from '../../../../db/index.ts'
import type { Queue } from '../../../../lib/work.ts'
import type { ThreadActions } from './service.ts'

interface OpenThread {
  readonly number: string
  readonly topic: EnquiryTopic
  readonly reference: string | null
  readonly total: bigint | null
  readonly currency: CurrencyCode
  readonly usd: bigint | null
  readonly ownerId: string | null
  readonly ownerName: string | null
  /** The first message after our last answer; null when we answered last. */
  readonly unanswered: Date | null
  readonly lastAt: Date
  readonly dueAt: Date | null
}

/**
 * Open conversations with customers. A complaint is due by law; another question after 3 days, from the first message after
 * our last answer, as `countLate` counts.
 */
export const enquiriesQueue = (db: Db, actions: ThreadActions): Queue => ({
  kind: 'enquiries',
  permission: 'enquiries.answer',
  async read(_worker, limit) {
    const { rows } = await sql<OpenThread>`
      select * from (
        select t.number, t.topic, f.reference, f.total, f.currency, f.usd_amount as usd, s.id as "ownerId", s.name as "ownerName",
          waits.since as unanswered, last.at as "lastAt",
          coalesce(t.answer_by, waits.since + interval '3 days') as "dueAt"
        from enquiry_threads t
          left join transfers f on f.id = t.transfer_id
          left join staff_members s on s.id = t.assigned_to and s.ended_at is null
          cross join lateral (select max(m.at) as at, max(m.at) filter (where m.author = 'staff') as answered
            from enquiry_messages m where m.thread_id = t.id) last
          cross join lateral (select min(m.at) as since from enquiry_messages m where m.thread_id = t.id
            and m.author = 'customer' and m.at > coalesce(last.answered, '-infinity')) waits
        where t.closed_at is null) open
      order by "dueAt" nulls last, usd desc nulls last limit ${limit}`.execute(db)
    return rows.map((row) => ({
      kind: 'enquiries',
      id: row.number,
      title: TOPIC_WORDS[row.topic],
      about: row.reference ?? 'No transfer',
      amount: row.total === null ? null : money(row.total, row.currency),
      usd: row.usd ?? 0n,
      since: row.unanswered ?? row.lastAt,
      dueAt: row.dueAt,
      owner: row.ownerId === null || row.ownerName === null ? null : { id: row.ownerId, name: row.ownerName },
      waitsFor: row.unanswered === null ? 'The customer' : null,
    }))
  },
  assign: (number, handover, { id }) => actions.assign(number, handover, id),
})
