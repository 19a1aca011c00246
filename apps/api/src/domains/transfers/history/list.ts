import type { calls, AnswerOf, QueryOf, TransferDetail, Totals } from '@sesa/contract'
import { sql } from 'kysely'
import type { Db } from '../../../db/index.ts'
import { readCursor, readLimit } from '../../../http/paging.ts'
import { linkTrace } from '../../../lib/tracing.ts'
import { Refused } from '../../../lib/refused.ts'
import { isEmailed } from '../../record/index.ts'
import type { Collectors } from '../mobile-money/ports.ts'
import { readPay } from '../mobile-money/view.ts'
import { idsOf, type Choice, matchedBy } from './search.ts'
import { COLUMNS, type TransferRow } from '../state/transfer-row.ts'
import { refundNumberText, returnedWords } from './texts.ts'
import { toDetail, toTransfer, type HistoryEvent } from './view.ts'
import { money, toMinorNumber, type CurrencyCode } from '@sesa/money'

/** Returns a page of a user's transfers that were charged or may have been, newest first. Throws Refused `invalid_field`. */
export async function listTransfers(
  db: Db,
  userId: string,
  query: QueryOf<typeof calls.listTransfers>,
): Promise<AnswerOf<typeof calls.listTransfers>> {
  const size = readLimit(query.limit)
  const filter = readFilter(userId, query)
  const rows = await readRows(db, { ...filter, cursor: readCursor(query.cursor), limit: size + 1 })
  const totals = query.totals === 'true' ? await readTotals(db, filter) : undefined
  const page = rows.slice(0, size)
  return {
    transfers: page.map(toTransfer),
    nextCursor: rows.length > size ? (page.at(-1)?.id ?? null) : null,
    ...(totals && { totals }),
  }
}

type Query = QueryOf<typeof calls.listTransfers>

/** The filters of a list, without its page. */
export type Filter = Omit<Choice, 'cursor' | 'limit'>

/** Validates the filters of a list. Throws Refused `invalid_field`. */
export function readFilter(userId: string, query: Query): Filter {
  return {
    userId,
    text: query.search?.trim() ?? '',
    status: query.status,
    from: readMoment(query.from, 'from'),
    to: readMoment(query.to, 'to'),
  }
}

/** Returns the rows of one page, newest first. */
export function readRows(db: Db, choice: Choice): Promise<TransferRow[]> {
  return db
    .selectFrom('transfers')
    .selectAll()
    .where('id', 'in', sql<string>`(${idsOf(choice)})`)
    .orderBy('id', 'desc')
    .execute()
}

function readMoment(text: string | undefined, field: string): Date | undefined {
  if (text === undefined) return undefined
  const moment = new Date(text)
  // The contract checks only the format, which the 45th of a month also matches.
  if (Number.isNaN(moment.getTime())) throw new Refused('invalid_field', { field })
  return moment
}

/** Selects a user's own transfer by its public id. */
export const ownTransfer = (db: Db, userId: string, paymentId: string) =>
  db.selectFrom('transfers').where('payment_intent_id', '=', paymentId).where('user_id', '=', userId)

/** Reads a user's own transfer by its public id. */
export async function readByPayment(
  db: Db,
  userId: string,
  paymentId: string,
): Promise<TransferRow | undefined> {
  const row = await ownTransfer(db, userId, paymentId).select(COLUMNS).executeTakeFirst()
  if (row !== undefined) linkTrace(row.traceparent)
  return row
}

/** Returns the internal id of a user's own transfer. Throws Refused `not_found`. */
export async function requireOwnTransfer(db: Db, userId: string, paymentId: string): Promise<string> {
  const row = await ownTransfer(db, userId, paymentId).select(['id', 'traceparent']).executeTakeFirst()
  if (row === undefined) throw new Refused('not_found')
  linkTrace(row.traceparent)
  return row.id
}

export interface DetailDeps {
  readonly db: Db
  readonly collectors: Pick<Collectors, 'termsOf'>
}

/** Returns the details of a transfer for its sender. */
export async function detailOf(deps: DetailDeps, row: TransferRow): Promise<TransferDetail> {
  const { db } = deps
  const [history, emailed, pay] = await Promise.all([
    readHistory(db, row.id),
    row.hold_reason !== null && isEmailed(db, row.user_id),
    readPay(deps, row),
  ])
  const detail = toDetail(row, history, emailed)
  const isReturned = row.state === 'cancelled' && pay.attempts.some(({ status }) => status === 'returned')
  return {
    ...detail,
    ...(isReturned && returnedWords(row, detail)),
    ...(pay.asksRefundNumber && { notice: refundNumberText(row) }),
    pay,
  }
}

export async function readHistory(db: Db, transferId: string): Promise<readonly HistoryEvent[]> {
  return db
    .selectFrom('transfer_events')
    .select(['to_state', 'kind', 'at'])
    .where('transfer_id', '=', transferId)
    .orderBy('id')
    .execute()
}

/** Counts the transfers in a list, and adds up the delivered ones, per currency. */
async function readTotals(db: Db, filter: Omit<Choice, 'cursor' | 'limit'>): Promise<Totals> {
  const arrived = sql`filter (where state = 'sent' and hold_reason is null)`
  const { rows } = await sql<{ currency: CurrencyCode; count: string; sent: string; amount: string }>`
    select currency, count(*) as count, count(*) ${arrived} as sent,
      coalesce(sum(amount) ${arrived}, 0)::text as amount
    from transfers where ${matchedBy(filter)} group by currency order by currency`.execute(db)
  return {
    count: rows.reduce((sum, { count }) => sum + Number(count), 0),
    sent: rows
      .filter(({ sent }) => Number(sent) > 0)
      .map(({ currency, sent, amount }) => ({
        currency,
        count: Number(sent),
        amount: toMinorNumber(money(BigInt(amount), currency)),
      })),
  }
}
