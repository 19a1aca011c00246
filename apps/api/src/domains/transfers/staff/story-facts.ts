import { sql } from 'kysely'
import type { Tx } from '../../../db/index.ts'
import { readCollections } from '../mobile-money/story.ts'
import type { TransferRow } from '../state/transfer-row.ts'
import type { Attempt, Posting } from './story-entries.ts'
import type { Reader } from './under-review.ts'

/** Maximum provider events in a story. */
const MOST = 50

/** Reads what providers and the books say about a transfer. `areBooksKept`: false once its books are archived. */
export async function readStoryFacts(tx: Tx, row: TransferRow, reader: Reader, areBooksKept: boolean) {
  const { rows } = await sql<{ now: Date; rail: string | null }>`
    select now() as now, (select rail from payout_routes where reference = ${row.payout_reference}) as rail`.execute(
    tx,
  )
  const [known] = rows
  if (known === undefined) throw new Error('The database returned no time')
  return {
    ...known,
    attempts: await attemptsOf(tx, row.id),
    collections: row.pay_method === 'momo' ? await readCollections(tx, row.id) : [],
    providerEvents:
      row.payment_intent_id === null ? [] : await providerEventsOf(tx, row.payment_intent_id, reader),
    postings: areBooksKept ? await postingsOf(tx, row.id) : [],
  }
}

/** Returns the postings of a transfer, including those booked separately, oldest first. */
async function postingsOf(db: Tx, transferId: string): Promise<readonly Posting[]> {
  // Filter entries by transfer as well: joined only by id, all entries would be read.
  const ids = sql`array[${transferId}::uuid] || array(select id from booked_apart where transfer_id = ${transferId})`
  const { rows } = await sql<Posting>`
    select p.created_at as at, e.kind as entry, p.from_account as from, p.to_account as to, p.amount, p.currency
    from ledger_postings p join ledger_entries e on e.id = p.entry_id
    where p.transfer_id = any(${ids}) and e.transfer_id = any(${ids})
    order by p.id`.execute(db)
  return rows
}

/** Returns a transfer's attempts and disputes, oldest first. Those of each kind are numbered from 1. */
async function attemptsOf(db: Tx, id: string): Promise<readonly Attempt[]> {
  const { rows } =
    await sql<Attempt>`select kind, (row_number() over (partition by kind order by at))::int as number, at, "endedAt", outcome, answer from (
      select 'payout' as kind, sent_at as at,
        closed_at as "endedAt", outcome, answer from payout_attempts where transfer_id = ${id}
      union all select 'refund', sent_at, null, null, null from refund_attempts where transfer_id = ${id}
      union all select 'dispute', created_at, null,
        concat_ws(' ', provider_id, currency, to_char(amount / 100.0, 'FM999,999,999,990.00')), null from disputes
        where transfer_id = ${id}
    ) attempts order by at`.execute(db)
  return rows
}

/** Returns the card provider's events about a payment, oldest first; its fraud reports only with `seesCases`. */
function providerEventsOf(db: Tx, paymentId: string, { seesCases }: Reader) {
  const all = db
    .selectFrom('provider_events')
    .select(['received_at as at', 'provider', 'type', 'event_id as id'])
    .where('subject', '=', paymentId)
    .orderBy('received_at')
    .limit(MOST)
  return (seesCases ? all : all.where(sql<boolean>`type !~ '^(radar|review)\.'`)).execute()
}
