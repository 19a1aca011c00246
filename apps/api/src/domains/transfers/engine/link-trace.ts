import type { Db } from '../../../db/index.ts'
import { isTracing, linkTrace } from '../../../lib/tracing.ts'

/** Links a provider’s callback to its transfer’s trace, even when it is too late to wake the transfer. */
export async function linkTransfer(
  db: Db,
  column: 'payment_intent_id' | 'payout_reference',
  value: string,
): Promise<void> {
  if (!isTracing()) return
  const row = await db
    .selectFrom('transfers')
    .select('traceparent')
    .where(column, '=', value)
    .executeTakeFirst()
  linkTrace(row?.traceparent ?? null)
}
