import type { DestinationCode, NetworkValue } from '@sesa/contract'
import { formatMoney, money, type CurrencyCode } from '@sesa/money'
import { sql } from 'kysely'
import type { Db } from '../../../db/index.ts'
import type { Reads } from '../../../db/reads.ts'
import { callProvider } from '../../../lib/crash-points.ts'
import type { CollectionStatus } from '../../transfers/index.ts'
import type { Break } from './breaks.ts'
import type { CollectionBooks } from './ports.ts'

/** Maximum concurrent requests to the carriers. */
const AT_ONCE = 8
/** Maximum requests to pay of one run; the rest stays due. */
const MOST = 1_000

export interface CollectionWindow {
  /** Requests to pay that ended after this are compared until the carrier agrees. */
  readonly recent: Date
  /** Later ones may still be settling; the next run compares them. */
  readonly until: Date
}

interface EndedRow {
  readonly id: string
  readonly reference: string
  readonly collector: string
  readonly provider_id: string | null
  readonly country: DestinationCode
  readonly network: NetworkValue
  readonly state: string
  readonly ended_at: Date
  readonly received: bigint | null
  readonly received_currency: CurrencyCode | null
  /** What the carrier took back, and we know of. */
  readonly taken_back: bigint | null
}

/** Returns the difference between an ended request to pay and the carrier's report; null when they agree or there is none. */
function judge(
  { state, received, received_currency: currency, taken_back }: EndedRow,
  report: CollectionStatus,
): 'missing_there' | 'missing_here' | 'amount' | null {
  if (report.status === 'unknown') return null
  if (state !== 'completed') return report.status === 'completed' ? 'missing_here' : null
  const ours = (received ?? 0n) - (taken_back ?? 0n)
  // A carrier that took the money back reports a failure.
  if (report.status !== 'completed') return taken_back !== null && ours === 0n ? null : 'missing_there'
  const { amount } = report
  return amount === null || (amount.amount === ours && amount.currency === currency) ? null : 'amount'
}

/** Returns the requests to pay that ended in the window and whose carrier has not agreed, and those with a break. */
async function selectEnded(db: Db, { recent, until }: CollectionWindow): Promise<EndedRow[]> {
  const { rows } = await sql<EndedRow>`
    select a.id, t.reference, a.collector, a.provider_id, a.country, a.network, a.state, a.ended_at, a.received,
      a.received_currency, a.taken_back
    from collection_attempts a join transfers t on t.id = a.transfer_id
    where a.ended_at is not null and a.ended_at < ${until} and a.state <> 'refused' and ((a.ended_at >= ${recent}
      and coalesce(a.agreed_at < a.ended_at, true)) or a.id::text in (select subject from reconciliation_breaks
        where state <> 'resolved' and kind like 'collection%'))
    order by a.ended_at limit ${MOST}`.execute(db)
  return rows
}

function askCollector(books: CollectionBooks, row: EndedRow): Promise<CollectionStatus> {
  const { id, provider_id: providerId, country, network } = row
  try {
    const collector = books.of(row.collector)
    return callProvider('collections.compare', () => collector.status({ id, providerId, country, network }))
  } catch {
    // A collector that this deployment no longer has.
    return Promise.resolve({ status: 'unknown' })
  }
}

const oursOf = ({ reference, state, received, received_currency: currency }: EndedRow): string =>
  `${reference} ${state}${received === null || currency === null ? '' : `, ${formatMoney(money(received, currency))}`}`

const theirsOf = (report: CollectionStatus): string =>
  report.status === 'completed' && report.amount !== null
    ? `completed, ${formatMoney(report.amount)}`
    : report.status

/** Compares each ended request to pay with the carrier's own report: it may have taken its money back, or taken it after all. */
export async function compareCollections(
  reads: Pick<Reads, 'run'>,
  books: CollectionBooks,
  window: CollectionWindow,
): Promise<{
  breaks: Break[]
  compared: Record<string, number>
  /** The requests that a carrier reported on. */
  answered: string[]
  /** Those whose end its final report agrees with. */
  agreed: string[]
}> {
  const rows = await reads.run((db) => selectEnded(db, window))
  const breaks: Break[] = []
  const answered: string[] = []
  const agreed: string[] = []
  for (let first = 0; first < rows.length; first += AT_ONCE) {
    const some = rows.slice(first, first + AT_ONCE)
    const reports = await Promise.all(some.map((row) => askCollector(books, row)))
    some.forEach((row, index) => {
      const report = reports[index] ?? { status: 'unknown' }
      if (report.status !== 'unknown') answered.push(row.id)
      const difference = judge(row, report)
      if (difference === null) {
        if (report.status === 'completed' || report.status === 'failed') agreed.push(row.id)
        return
      }
      breaks.push({
        kind: `collection_${difference}`,
        subject: row.id,
        ours: oursOf(row),
        theirs: theirsOf(report),
        owner: 'operations',
        movedAt: row.ended_at,
      })
    })
  }
  return {
    breaks,
    compared: { collections: rows.length, collectionsAnswered: answered.length },
    answered,
    agreed,
  }
}
