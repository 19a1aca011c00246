import { OFFICE_WORDS, type Role } from '@sesa/contract/office'
import { money } from '@sesa/money'
import { sql } from 'kysely'
import type { Db } from '../../../db/index.ts'
import type { Queue, Worker, WorkItem } from '../../../lib/work.ts'
import { holdAsSeen, isBlocked, isUnderReview, readerOf, UNDER_REVIEW } from './under-review.ts'
import { holdOf } from './overview.ts'

/** The roles that decide a hold, by its owner. */
const DECIDERS: Readonly<Record<keyof typeof OFFICE_WORDS.owner, readonly Role[]>> = {
  operations: ['compliance', 'finance'],
  treasury: ['finance'],
  engineering: ['engineer'],
  compliance: ['compliance'],
}

interface HeldRow {
  readonly reference: string
  readonly reason: string
  readonly owner: string
  readonly state: Parameters<typeof holdOf>[0]['state']
  readonly total: bigint
  readonly currency: Parameters<typeof money>[1]
  readonly usd: bigint
  readonly since: Date | null
  readonly underReview: boolean
  readonly blocked: boolean
  /** A request about the transfer waits for its second person. */
  readonly isAsked: boolean
}

const word = (of: 'hold' | 'owner', code: string): string => {
  const words: Readonly<Record<string, string>> = OFFICE_WORDS[of]
  return words[code] ?? code
}

function waitsFor(row: HeldRow, owner: string, { roles }: Worker): string | null {
  const { seesCases } = readerOf({ roles })
  // For every other reader, a hold that compliance decides looks the same whatever happens to it.
  if (row.underReview && !seesCases) return word('owner', UNDER_REVIEW.owner)
  if (row.blocked) return 'Nobody: the money is blocked'
  if (row.reason === 'screening') return 'The case'
  if (row.isAsked) return 'Approval'
  const deciders: readonly Role[] = Object.entries(DECIDERS).find(([name]) => name === owner)?.[1] ?? []
  return deciders.some((role) => roles.includes(role)) ? null : word('owner', owner)
}

function itemOf(row: HeldRow, worker: Worker): WorkItem {
  const reader = { ...readerOf(worker), underReview: row.underReview }
  const hold = holdOf({ hold_reason: row.reason, hold_owner: row.owner, state: row.state }, row.blocked)
  const { reason, owner } = holdAsSeen(hold, reader)
  return {
    kind: 'holds',
    id: row.reference,
    title: word('hold', reason),
    about: row.reference,
    amount: money(row.total, row.currency),
    usd: row.usd,
    since: row.since ?? new Date(0),
    dueAt: null,
    waitsFor: waitsFor(row, owner, worker),
  }
}

/** The transfers on hold. */
export const holdsQueue = (db: Db): Queue => ({
  kind: 'holds',
  permission: 'transfers.read',
  async read(worker, limit) {
    const { rows } = await sql<HeldRow>`
      select t.reference, t.hold_reason as reason, t.hold_owner as owner, t.state, t.total, t.currency, t.usd_amount as usd,
        (select max(e.at) from transfer_events e where e.transfer_id = t.id and e.kind = 'held') as since,
        ${isUnderReview} as "underReview", ${isBlocked} as blocked,
        exists (select from approvals a where a.entity = t.reference and a.action in ('release', 'refund', 'repaid', 'answer')
          and (a.state = 'approved' or (a.state = 'pending' and a.expires_at > now()))) as "isAsked"
      from transfers t where t.hold_reason is not null order by t.usd_amount desc, t.id limit ${limit}`.execute(
      db,
    )
    return rows.map((row) => itemOf(row, worker))
  },
})
