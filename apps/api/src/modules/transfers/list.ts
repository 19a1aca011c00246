import {
  TRANSFER_STATUSES,
  type calls,
  type AnswerOf,
  type QueryOf,
  type TransferDetail,
  type TransferStatus,
} from '@sesa/contract'
import { parseAmount } from '@sesa/money'
import { type Expression, type ExpressionBuilder, type SqlBool } from 'kysely'
import type { Db } from '../../db/index.ts'
import type { Schema } from '../../db/schema.ts'
import { Refused } from '../../lib/refused.ts'
import { statesShownAs } from './states.ts'
import type { TransferRow } from './store.ts'
import { toDetail, toTransfer, type HistoryEvent } from './view.ts'

const DEFAULT_LIMIT = 20
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

type Build = ExpressionBuilder<Schema, 'transfers'>

function shownAs(eb: Build, status: TransferStatus): Expression<SqlBool> {
  if (status === 'held') return eb('hold_reason', 'is not', null)
  return eb.and([eb('hold_reason', 'is', null), eb('state', 'in', statesShownAs(status))])
}

/** Recipient, number, reference, amounts as typed, and the status by its first letters. */
function matches(eb: Build, search: string): Expression<SqlBool> {
  const pattern = `%${search.replace(/[\\%_]/g, '\\$&')}%`
  const digits = search.replace(/[\s+()-]/g, '')
  const amount = parseAmount(search, 'USD')
  const statuses = TRANSFER_STATUSES.filter((status) => status.startsWith(search.toLowerCase()))
  return eb.or([
    eb('recipient_name', 'ilike', pattern),
    eb('reference', 'ilike', pattern),
    ...(/^\d{3,}$/.test(digits) ? [eb('recipient_phone', 'like', `%${digits}%`)] : []),
    ...(amount.ok
      ? [eb('amount', '=', amount.money.amount), eb('receive_amount', '=', amount.money.amount)]
      : []),
    ...statuses.map((status) => shownAs(eb, status)),
  ])
}

/** A page of a user's transfers, newest first. Those never charged are not in it. */
export async function listTransfers(
  db: Db,
  userId: string,
  { search, status, cursor, limit }: QueryOf<typeof calls.listTransfers>,
): Promise<AnswerOf<typeof calls.listTransfers>> {
  if (cursor !== undefined && !UUID.test(cursor)) throw new Refused('invalid_field', { field: 'cursor' })
  const size = limit === undefined ? DEFAULT_LIMIT : Number.parseInt(limit, 10)
  const text = search?.trim() ?? ''
  const rows = await db
    .selectFrom('transfers')
    .selectAll()
    .where('user_id', '=', userId)
    .where('captured_at', 'is not', null)
    .$if(cursor !== undefined, (query) => query.where('id', '<', cursor ?? ''))
    .$if(status !== undefined, (query) => query.where((eb) => shownAs(eb, status ?? 'held')))
    .$if(text !== '', (query) => query.where((eb) => matches(eb, text)))
    .orderBy('id', 'desc')
    .limit(size + 1)
    .execute()
  const page = rows.slice(0, size)
  return {
    transfers: page.map(toTransfer),
    nextCursor: rows.length > size ? (page.at(-1)?.id ?? null) : null,
  }
}

/** A user's own transfer by its public id. */
export async function readByPayment(
  db: Db,
  userId: string,
  paymentId: string,
): Promise<TransferRow | undefined> {
  return db
    .selectFrom('transfers')
    .selectAll()
    .where('payment_intent_id', '=', paymentId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
}

export async function readHistory(db: Db, transferId: string): Promise<readonly HistoryEvent[]> {
  return db
    .selectFrom('transfer_events')
    .select(['to_state', 'hold_reason', 'at'])
    .where('transfer_id', '=', transferId)
    .orderBy('id')
    .execute()
}

/** A transfer whose card payment was taken, and when it was. */
export interface ChargedTransfer {
  readonly transfer: TransferDetail
  readonly paidAt: Date
}

/** A user's own transfer once its card was charged. Refused: `not_found`, `payment_not_successful` before that. */
export async function readCharged(db: Db, userId: string, paymentId: string): Promise<ChargedTransfer> {
  const row = await readByPayment(db, userId, paymentId)
  if (row === undefined) throw new Refused('not_found')
  if (row.captured_at === null) throw new Refused('payment_not_successful')
  return { transfer: toDetail(row, await readHistory(db, row.id)), paidAt: row.captured_at }
}
