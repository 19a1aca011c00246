import { sql, type RawBuilder } from 'kysely'
import type { Db, Tx } from '../../../db/index.ts'
import type { Cron } from '../../../jobs/index.ts'
import type { AppliedRule } from '../../risk/index.ts'
import { closeUnpaid } from '../state/wake.ts'

/** Number of declined cards that closes a payment. The fraud rules count those of an account and of an address. */
export interface DeclineLimits {
  readonly perPayment: number
}

/** Small, since the browser sends each attempt to the card provider, and we are notified only afterwards. */
export const DECLINE_LIMITS: DeclineLimits = { perPayment: 3 }

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
  // The transfer's lock serializes concurrent reports of declines.
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

/** Returns the seconds until fewer than `most` of these declines are within the window; 0 if they already are. */
async function waitFor(tx: Tx, from: RawBuilder<unknown>, most: number, hours: number): Promise<number> {
  const window = sql`make_interval(hours => ${hours}::int)`
  const { rows } = await sql<{ wait: number }>`
    select greatest(1, ceil(extract(epoch from d.declined_at + ${window} - now())))::int as wait
    from ${from} and d.declined_at > now() - ${window}
    order by d.declined_at desc offset ${most - 1} limit 1`.execute(tx)
  return rows[0]?.wait ?? 0
}

/** Returns the seconds until none of the rules that counted declines applies any more. */
export async function waitForFewerDeclines(
  tx: Tx,
  { userId, addressKey }: { readonly userId: string; readonly addressKey: string | null },
  rules: readonly Pick<AppliedRule, 'count'>[],
): Promise<number> {
  const ofAccount = sql`card_declines d join transfers t on t.id = d.transfer_id
    where t.user_id = ${userId} and t.created_at > now() - interval '31 days'`
  const fromAddress = sql`card_declines d where d.address_key = ${addressKey}`
  let longest = 0
  for (const { count } of rules) {
    if (count?.what !== 'declines') continue
    const { per, atLeast, hours } = count
    const wait = await waitFor(tx, per === 'account' ? ofAccount : fromAddress, atLeast, hours)
    longest = Math.max(longest, wait)
  }
  return longest
}

/** Fewer declines per check are normal. */
const FEWEST = 20
/** A share of declined attempts up to this is normal. */
const SHARE = 0.3

/** Alerts when unusually many cards were declined in the last ten minutes: thieves may be testing stolen cards. */
async function watchDeclines(db: Db, alert: (line: string) => void): Promise<void> {
  const { rows } = await sql<{ declined: number; charged: number; accounts: number }>`
    select (select count(*) from card_declines where declined_at > now() - interval '10 minutes')::int as declined,
      (select count(*) from transfers where id >= month_start_id(now() - interval '1 hour')
        and captured_at > now() - interval '10 minutes')::int as charged,
      (select count(distinct t.user_id) from card_declines d join transfers t on t.id = d.transfer_id
        where d.declined_at > now() - interval '10 minutes')::int as accounts`.execute(db)
  const { declined = 0, charged = 0, accounts = 0 } = rows[0] ?? {}
  if (declined < FEWEST || declined / (declined + charged) <= SHARE) return
  alert(
    `ALERT: ${declined} of ${declined + charged} cards declined in 10 minutes, for ${accounts} accounts; see docs/runbooks/declines.md`,
  )
}

/** Checks declined cards every ten minutes. */
export const declineCrons = (db: Db, alert: (line: string) => void): readonly Cron[] => [
  { task: 'watch_declines', pattern: '*/10 * * * *', run: () => watchDeclines(db, alert) },
]
