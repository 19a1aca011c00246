import type { Db } from '../../../db/index.ts'
import { isTracing, joinTrace } from '../../../lib/tracing.ts'

/** Makes a provider's callback a part of its transfer's trace, also when it comes too late to wake the transfer. */
export async function joinTransfer(
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
  joinTrace(row?.traceparent ?? null)
}
