import { formatMoney, money, type CurrencyCode } from '@sesa/money'
import { sql } from 'kysely'
import type { Db } from '../../../db/index.ts'
import type { Reads } from '../../../db/reads.ts'
import { callProvider } from '../../../lib/crash-points.ts'
import type { Break } from './breaks.ts'
import type { PayoutBooks, PayoutReport } from './ports.ts'

/** Maximum concurrent requests to the carriers. */
const AT_ONCE = 8

/** Days in which a carrier's report may still change: it may pay late, or reverse a payout. */
const DAYS = 45

export interface PayoutWindow {
  /**
   * Payouts whose transfer changed state after this are checked in every run until the carrier agrees, and those with
   * unresolved breaks until the break is resolved.
   */
  readonly recent: Date
  /** Later changes are still settling; the next run compares them. */
  readonly until: Date
  /** The last older transfer that an earlier run checked; null at the start of a round. */
  readonly after: string | null
  /** How many older ones to check. */
  readonly most: number
}

interface PaidRow {
  readonly id: string
  readonly reference: string
  readonly payout_reference: string
  readonly booked: boolean
  readonly state: string
  readonly state_changed_at: Date
  readonly receive_amount: bigint
  readonly receive_currency: CurrencyCode
  readonly is_older: boolean
}

/**
 * Returns the difference between the books and the carrier's report on a payout; null when they agree or there is no
 * report.
 */
function judge(
  row: PaidRow,
  { status, amount }: PayoutReport,
): 'missing_there' | 'missing_here' | 'amount' | null {
  // Carriers delete old payouts: a missing one counts only while recent, or while its break is unresolved.
  if (status === 'unknown' || (status === 'not_found' && row.is_older)) return null
  if (row.booked && status !== 'completed') return 'missing_there'
  if (!row.booked && (status === 'completed' || (status === 'pending' && row.state === 'refunded')))
    return 'missing_here'
  const isAmountRight =
    amount === undefined || (amount.amount === row.receive_amount && amount.currency === row.receive_currency)
  return isAmountRight ? null : 'amount'
}

/** Returns true when the carrier's report is final: only a reversal by the carrier can change it. */
const isFinal = ({ status }: PayoutReport): boolean => status === 'completed' || status === 'failed'

/** Returns the payouts that are due, then the next ones in the round through the older ones. */
async function selectPayoutsToCompare(
  db: Db,
  { recent, until, after, most }: PayoutWindow,
): Promise<PaidRow[]> {
  const { rows } = await sql<PaidRow>`
    with resting as (
      select t.*, (t.state_changed_at >= ${recent} and not exists (
        select from payout_attempts a where a.transfer_id = t.id and a.agreed_at > greatest(t.state_changed_at,
          (select max(e.created_at) from ledger_entries e where e.transfer_id = t.id)))
      ) or exists (
        select from reconciliation_breaks b
        where b.state <> 'resolved' and b.subject = t.payout_reference::text) as is_due
      from transfers t
      where t.state_changed_at < ${until} and (t.state in ('sent', 'refunded') or t.hold_reason is not null)
        and exists (select from payout_attempts a where a.transfer_id = t.id)
    ), older as (
      -- An id begins with its creation time.
      select id from resting
      where not is_due and state_changed_at < ${recent}
        and id > greatest(${after}::uuid, uuidv7(${-DAYS} * interval '1 day'))
      order by id limit ${most}
    )
    select t.id, t.reference, t.payout_reference, t.state, t.state_changed_at, t.receive_amount, t.receive_currency,
      not t.is_due as is_older,
      exists (select from ledger_entries e
        where e.transfer_id = t.id and e.kind in ('paid_out', 'late_payout')) as booked
    from resting t where t.is_due or t.id in (select id from older)
    order by t.id`.execute(db)
  return rows
}

/** Compares each payout whose transfer has ended or is on hold with the carrier's own report. */
export async function comparePayouts(
  reads: Pick<Reads, 'run'>,
  books: PayoutBooks,
  window: PayoutWindow,
): Promise<{
  breaks: Break[]
  compared: Record<string, number>
  /** References of the payouts that the carrier reported on. */
  answered: string[]
  /** Transfers whose payout the carrier's final report agrees with. */
  agreed: string[]
  /** Where the next run continues with the older ones. */
  upto: string | null
}> {
  const rows = await reads.run((db) => selectPayoutsToCompare(db, window))
  const breaks: Break[] = []
  const answered: string[] = []
  const agreed: string[] = []
  for (let first = 0; first < rows.length; first += AT_ONCE) {
    const some = rows.slice(first, first + AT_ONCE)
    const found = await Promise.all(
      some.map(({ payout_reference: reference }) =>
        callProvider('payouts.status', () => books.status(reference)),
      ),
    )
    some.forEach((row, index) => {
      const word = found[index] ?? { status: 'unknown' }
      if (word.status !== 'unknown') answered.push(row.payout_reference)
      const difference = judge(row, word)
      if (difference === null) {
        if (isFinal(word)) agreed.push(row.id)
        return
      }
      const paid = formatMoney(money(row.receive_amount, row.receive_currency))
      breaks.push({
        kind: `payout_${difference}`,
        subject: row.payout_reference,
        ours: `${row.reference} ${row.state}, ${paid} ${row.booked ? 'booked as paid out' : 'not booked as paid out'}`,
        theirs: word.amount === undefined ? word.status : `${word.status}, ${formatMoney(word.amount)}`,
        owner: 'operations',
        movedAt: row.state_changed_at,
      })
    })
  }
  const older = rows.filter((row) => row.is_older)
  return {
    breaks,
    compared: {
      payouts: rows.length - older.length,
      payoutsOlder: older.length,
      payoutsAnswered: answered.length,
    },
    answered,
    agreed,
    upto: older.length < window.most ? null : (older.at(-1)?.id ?? null),
  }
}
