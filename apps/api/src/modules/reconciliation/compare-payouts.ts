import { sql } from 'kysely'
import type { Db } from '../../db/index.ts'
import { foreign } from '../../lib/points.ts'
import type { Break } from './breaks.ts'
import type { Window } from './compare-cards.ts'
import type { PayoutBooks } from './ports.ts'

/** Questions to the operators under way at once. */
const AT_ONCE = 8

interface PaidRow {
  readonly reference: string
  readonly payout_reference: string
  readonly booked: boolean
  readonly state: string
}

type Status = Awaited<ReturnType<PayoutBooks['status']>>['status']

/** What we hold to be true of the recipient's money against the operator's word; null when both agree or it has none. */
function judge({ booked, state }: PaidRow, status: Status): boolean {
  if (status === 'unknown') return true
  return booked
    ? status === 'completed'
    : status !== 'completed' && (status !== 'pending' || state !== 'refunded')
}

/** Compares each pay-out that has come to rest with the operator's own word on it. */
export async function comparePayouts(
  db: Db,
  books: PayoutBooks,
  { since, until }: Window,
): Promise<{ breaks: Break[]; compared: Record<string, number> }> {
  const { rows } = await sql<PaidRow>`
    select t.reference, t.payout_reference, t.state, exists (
      select from ledger_entries e where e.transfer_id = t.id and e.kind in ('paid_out', 'late_payout')) as booked
    from transfers t
    where t.created_at >= ${since} and t.state_changed_at < ${until}
      and (t.state in ('sent', 'refunded') or t.hold_reason is not null)
      and exists (select from payout_attempts a where a.transfer_id = t.id)
    order by t.id`.execute(db)
  const breaks: Break[] = []
  let answered = 0
  for (let first = 0; first < rows.length; first += AT_ONCE) {
    const some = rows.slice(first, first + AT_ONCE)
    const found = await Promise.all(
      some.map(({ payout_reference: reference }) =>
        foreign('pawapay.payout_status', () => books.status(reference)),
      ),
    )
    some.forEach((row, index) => {
      const status = found[index]?.status ?? 'unknown'
      if (status !== 'unknown') answered += 1
      if (judge(row, status)) return
      breaks.push({
        kind: row.booked ? 'payout_missing_there' : 'payout_missing_here',
        subject: row.payout_reference,
        ours: `${row.reference} ${row.state}, ${row.booked ? 'booked as paid out' : 'not booked as paid out'}`,
        theirs: status,
        owner: 'operations',
      })
    })
  }
  return { breaks, compared: { payouts: rows.length, payoutsAnswered: answered } }
}
