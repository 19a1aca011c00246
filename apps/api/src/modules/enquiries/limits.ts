import { sql } from 'kysely'
import type { Tx } from '../../db/index.ts'
import { Refused } from '../../lib/refused.ts'
import { waitText } from '../../lib/wait-text.ts'

/** How often people may write, in numbers an hour or a day (UTC). */
export interface EnquiryLimits {
  /** From one address (IPv4, or the /64 of IPv6). */
  readonly perAddressHour: number
  /** In the name of one e-mail address, which is also how often anybody can make us write to it. */
  readonly perEmailDay: number
  /** From everybody together: the mail that a flood can make us send at the most. */
  readonly totalPerDay: number
}

/** What a public service runs with. */
export const STRICT_ENQUIRY_LIMITS: EnquiryLimits = { perAddressHour: 10, perEmailDay: 5, totalPerDay: 2_000 }

/** Everybody in the sandbox comes from one address. */
export const SANDBOX_ENQUIRY_LIMITS: EnquiryLimits = {
  ...STRICT_ENQUIRY_LIMITS,
  perAddressHour: 1_000,
  totalPerDay: 10_000,
}

/** Takes one from a bucket; the seconds until there is more, or null when there was one. */
async function take(tx: Tx, bucket: string, most: number, window: 'hour' | 'day'): Promise<number | null> {
  const { rows } = await sql<{ wait: number | null }>`
    with taken as (
      insert into rate_limits as l (bucket, window_start, count)
      values (${bucket}, date_trunc(${window}::text, now(), 'UTC'), 1)
      on conflict (bucket, window_start) do update set count = l.count + 1 where l.count < ${most}
      returning count
    )
    select case when exists (select from taken) then null else ceil(extract(epoch from
      date_trunc(${window}::text, now(), 'UTC') + ('1 ' || ${window}::text)::interval - now()))::int end as wait`.execute(
    tx,
  )
  return rows[0]?.wait ?? null
}

/**
 * Counts an enquiry. Keys are hashes: addresses are counted, not kept. Refused `rate_limited`, which undoes the count
 * along with everything else in the transaction.
 */
export async function countEnquiry(
  tx: Tx,
  limits: EnquiryLimits,
  keys: { address: Buffer; email: Buffer },
): Promise<void> {
  // The row that everybody shares comes last: it is locked until the commit.
  const waits = [
    await take(tx, `enquiry:address:${keys.address.toString('base64url')}`, limits.perAddressHour, 'hour'),
    await take(tx, `enquiry:email:${keys.email.toString('base64url')}`, limits.perEmailDay, 'day'),
    await take(tx, 'enquiry', limits.totalPerDay, 'day'),
  ]
  const wait = Math.max(...waits.map((seconds) => seconds ?? 0))
  if (wait === 0) return
  throw new Refused('rate_limited', {
    retryAfter: wait,
    message: `You have written to us several times already. Try again in ${waitText(wait)}, or call us.`,
  })
}
