import { sql } from 'kysely'
import { inTransaction, type Db, type Tx } from '../../../db/index.ts'
import { callProvider } from '../../../lib/crash-points.ts'
import type { CardBooks, CardEntry } from '../reconciliation/index.ts'
import { lockBooking, recordMovements } from './book.ts'
import type { NewMovement } from './movement.ts'

export interface CardReading {
  readonly db: Db
  readonly books: Pick<CardBooks, 'entries'>
  /** Name of our account with the card provider. */
  readonly account: string
}

/** Each reading overlaps the last one by this much, since a provider may list a movement late. */
const OVERLAP = sql`interval '1 day'`

interface Progress {
  readonly since: Date
  readonly cursor: string | null
}

/** Continues an interrupted reading, or begins the next one. The first one reads everything. */
async function beginReading(tx: Tx, account: string): Promise<Progress> {
  const { rows } = await sql<Progress>`
    insert into provider_reads as r (account, began_at, since) values (${account}, now(), 'epoch')
    on conflict (account) do update set began_at = coalesce(r.began_at, now()),
      since = coalesce(r.since, r.read_upto - ${OVERLAP}, 'epoch')
    returning since, cursor`.execute(tx)
  const [progress] = rows
  if (progress === undefined) throw new Error('No reading was begun')
  return progress
}

async function transfersOf(tx: Tx, entries: readonly CardEntry[]): Promise<ReadonlyMap<string, string>> {
  const rows = await tx
    .selectFrom('transfers')
    .select(['id', 'payment_intent_id'])
    .where('payment_intent_id', 'in', entries.flatMap(({ paymentId }) => paymentId ?? []).concat(''))
    .execute()
  return new Map(rows.map(({ id, payment_intent_id: payment }) => [payment ?? '', id]))
}

function toMovement(entry: CardEntry, account: string, transferId: string | null): NewMovement {
  const { balance } = entry
  return {
    account,
    providerId: entry.id,
    kind: entry.kind,
    transferId,
    amount: balance.amount < 0n ? -entry.amount : entry.amount,
    currency: entry.currency,
    otherAmount: balance.amount,
    otherCurrency: balance.currency,
    fee: balance.fee,
    adjusts: null,
    at: entry.at,
  }
}

/** Records and books a page, and stores the start of the next one; null ends the reading. */
async function bookPage(
  tx: Tx,
  account: string,
  entries: readonly CardEntry[],
  next: string | null,
): Promise<number> {
  await lockBooking(tx)
  const transfers = await transfersOf(tx, entries)
  const found = await recordMovements(
    tx,
    entries.map((entry) => toMovement(entry, account, transfers.get(entry.paymentId ?? '') ?? null)),
    account,
  )
  await (
    next === null
      ? sql`update provider_reads set read_upto = began_at, began_at = null, since = null, cursor = null
        where account = ${account} and began_at is not null`
      : sql`update provider_reads set cursor = ${next} where account = ${account} and began_at is not null`
  ).execute(tx)
  return found
}

/**
 * Reads the card provider's movements since the last reading, page by page, and books each once: the conversion into the
 * balance's currency, the fee, and transfers to our bank. Continues an interrupted reading at its next page. Returns how many
 * movements are new. Throws when a page cannot be read.
 */
export async function readCardMovements({ db, books, account }: CardReading): Promise<number> {
  const { since, cursor } = await inTransaction(db, 'treasury.begin_reading', (tx) =>
    beginReading(tx, account),
  )
  let found = 0
  for (let after = cursor; ;) {
    const at: string | null = after
    const { rows, next } = await callProvider('treasury.list_movements', () => books.entries(since, at))
    found += await inTransaction(db, 'treasury.book_page', (tx) => bookPage(tx, account, rows, next))
    if (next === null) return found
    after = next
  }
}
