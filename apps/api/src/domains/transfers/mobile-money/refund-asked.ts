import { sql, type RawBuilder } from 'kysely'
import type { Db, Tx } from '../../../db/index.ts'
import type { TransferRow } from '../state/transfer-row.ts'

/**
 * The codes with which a refund fails because of the wallet that should get it: it is full, blocked or unknown. Other codes are
 * about our account or our request, and another wallet would not help (docs/providers.md).
 */
const WALLET_REFUSALS: readonly string[] = [
  // Of the aggregator; a refund has RECIPIENT_NOT_FOUND, a pay-out all of them.
  ...['RECIPIENT_NOT_FOUND', 'RECIPIENT_LIMIT_REACHED', 'WALLET_LIMIT_REACHED', 'INVALID_PHONE_NUMBER'],
  // Of a carrier; its PAYER_LIMIT_REACHED is about our own account.
  ...['PAYEE_NOT_FOUND', 'PAYEE_NOT_ALLOWED_TO_RECEIVE'],
  // Of the provider of codes
  ...['provider_account_missing', 'provider_account_blocked', 'provider_account_quota_exhausted'],
]

/** Returns true if a refund was refused because of its wallet. `answer`: the provider's code, with or without words after it. */
export const isWalletRefusal = (answer: string | null): boolean =>
  WALLET_REFUSALS.includes(answer?.split(':')[0] ?? '')

/**
 * SQL condition that is true while a transfer of this alias waits for another number for its refund: its wallet repeatedly
 * refused it, and the newest refund has certainly ended.
 */
export const asksRefundNumber = (alias: string): RawBuilder<boolean> => {
  const column = (name: string) => sql.ref(`${alias}.${name}`)
  return sql`(${column('state')} = 'refund_failed' and ${column('hold_reason')} is not distinct from 'refund_failed'
    and coalesce((select r.state = 'failed' and split_part(r.answer, ':', 1) in (${sql.join(WALLET_REFUSALS)})
      from collection_refunds r where r.attempt_id = ${column('collection_id')} and r.request_id is not null
      order by r.sent_at desc limit 1), false))`
}

/** Returns true while the customer is asked for another number for the refund. */
export async function isAskingRefundNumber(
  db: Db | Tx,
  { id, hold_reason }: Pick<TransferRow, 'id' | 'hold_reason'>,
): Promise<boolean> {
  if (hold_reason !== 'refund_failed') return false
  const { rows } = await sql<{ asks: boolean }>`
    select ${asksRefundNumber('t')} as asks from transfers t where t.id = ${id}`.execute(db)
  return rows[0]?.asks ?? false
}
