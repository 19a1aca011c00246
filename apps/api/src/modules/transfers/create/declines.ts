import { sql } from 'kysely'
import type { Tx } from '../../../db/index.ts'
import { Refused } from '../../../lib/refused.ts'
import { waitText } from '../../../lib/wait-text.ts'
import { closeUnpaid } from '../state/wake.ts'

/** How many declined cards are accepted before further attempts are blocked. */
export interface DeclineLimits {
  /** At this many the payment is closed. */
  readonly perPayment: number
  /** At this many in 24 hours the account cannot open payments. */
  readonly perAccount: number
  /** At this many in 24 hours the address cannot open payments; null counts no address. */
  readonly perAddress: number | null
}

/** Limits for live operation. Addresses have a higher one: a mobile network puts thousands of phones behind one. */
export const STRICT_DECLINE_LIMITS: DeclineLimits = { perPayment: 5, perAccount: 10, perAddress: 100 }

/** In the sandbox all customers share one address. */
export const SANDBOX_DECLINE_LIMITS: DeclineLimits = { ...STRICT_DECLINE_LIMITS, perAddress: null }

/** Saves the address a payment was opened from, for as long as declines count. */
export async function saveOrigin(tx: Tx, transferId: string, addressKey: string): Promise<void> {
  await tx
    .insertInto('payment_origins')
    .values({ transfer_id: transferId, address_key: addressKey })
    .execute()
}

/**
 * Counts a declined charge once, however often it is reported, and closes its payment at the limit. `declineId`: the charge,
 * or the event if no charge was made.
 */
export async function countDecline(
  tx: Tx,
  paymentId: string,
  declineId: string,
  { perPayment }: DeclineLimits,
): Promise<void> {
  // The transfer's lock serializes declines that are reported at once.
  const { rows } = await sql<{ id: string }>`
    select id from transfers where payment_intent_id = ${paymentId} for update`.execute(tx)
  const id = rows[0]?.id
  if (id === undefined) return
  await sql`
    insert into card_declines (decline_id, transfer_id, address_key)
    select ${declineId}, ${id}, (select address_key from payment_origins where transfer_id = ${id})
    on conflict do nothing`.execute(tx)
  const { count } = await tx
    .selectFrom('card_declines')
    .select((eb) => eb.fn.countAll<bigint>().as('count'))
    .where('transfer_id', '=', id)
    .executeTakeFirstOrThrow()
  if (count >= BigInt(perPayment)) await closeUnpaid(tx, id, 'declined')
}

/** Returns the seconds until fewer than `most` of these declines are within 24 hours; 0 if they are now. */
async function waitFor(tx: Tx, from: ReturnType<typeof sql>, most: number): Promise<number> {
  const { rows } = await sql<{ wait: number }>`
    select greatest(1, ceil(extract(epoch from d.declined_at + interval '24 hours' - now())))::int as wait
    from ${from} and d.declined_at > now() - interval '24 hours'
    order by d.declined_at desc offset ${most - 1} limit 1`.execute(tx)
  return rows[0]?.wait ?? 0
}

/** Refuses a new payment (`cards_declined`) after too many declines of the account or the address in 24 hours. */
export async function requireFewDeclines(
  tx: Tx,
  { userId, addressKey }: { readonly userId: string; readonly addressKey: string | null },
  { perAccount, perAddress }: DeclineLimits,
): Promise<void> {
  const ofAccount = sql`card_declines d join transfers t on t.id = d.transfer_id
    where t.user_id = ${userId} and t.created_at > now() - interval '2 days'`
  const fromAddress = sql`card_declines d where d.address_key = ${addressKey}`
  const wait = Math.max(
    await waitFor(tx, ofAccount, perAccount),
    perAddress === null || addressKey === null ? 0 : await waitFor(tx, fromAddress, perAddress),
  )
  if (wait === 0) return
  throw new Refused('cards_declined', {
    retryAfter: wait,
    message: `Too many cards were declined. Try again in ${waitText(wait)}, or contact support.`,
  })
}
