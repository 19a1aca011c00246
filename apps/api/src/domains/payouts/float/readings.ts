import { sql } from 'kysely'
import type { Tx } from '../../../db/index.ts'
import type { ProviderBalance } from './ports.ts'
import { OLD, PROMISED } from './store.ts'

/** The balances of an account, and a time before they were requested. */
export interface Reading {
  readonly account: string
  readonly askedAt: Date
  readonly balances: readonly ProviderBalance[]
}

/** Openings count the reservations of a wallet that holds less than this many of its country's largest pay-outs. */
const AMPLE_PAYOUTS = 10_000

/**
 * Stores balances, and drops the reservations that they already include. A pay-out delivered before the request is part of
 * the balance; a later one stays reserved until the next balance, or until the balance is old.
 */
export async function keepReadings(tx: Tx, readings: readonly Reading[]): Promise<void> {
  // Openings lock wallets in this order too.
  await sql`select 1 from float_wallets order by account, country, currency for update`.execute(tx)
  for (const { account, askedAt, balances } of readings) {
    for (const { country, balance, pending } of balances) {
      const of = { account, country, currency: balance.currency }
      await tx
        .insertInto('float_wallets')
        .values({ ...of, balance: balance.amount, pending: pending?.amount ?? 0n, asked_at: askedAt })
        .onConflict((conflict) =>
          conflict.columns(['account', 'country', 'currency']).doUpdateSet((eb) => ({
            balance: eb.ref('excluded.balance'),
            pending: eb.ref('excluded.pending'),
            asked_at: eb.ref('excluded.asked_at'),
          })),
        )
        .execute()
      await tx
        .insertInto('float_readings')
        .values({ ...of, balance: balance.amount, asked_at: askedAt })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    }
  }
  await sql`delete from float_readings where asked_at < now() - interval '9 days'`.execute(tx)
  await sql`delete from float_reservations r using transfers t
    where t.payout_reference = r.reference
      and (t.state in ('cancelled', 'payout_failed', 'refunding', 'refund_failed', 'refunded')
        or (t.state = 'sent' and not exists (select from float_wallets w
          where (w.account, w.country, w.currency) = (r.account, r.country, r.currency)
            and w.asked_at between now() - ${OLD} and t.state_changed_at)))`.execute(tx)
  await sql`update float_wallets w set reserved = r.reserved,
      ample = coalesce(w.balance - r.reserved >= ${AMPLE_PAYOUTS} * (select max(max_amount) from rail_terms t
        where t.country = w.country and t.currency = w.currency), false)
    from (select v.account, v.country, v.currency,
        coalesce(sum(amount), 0)::bigint + coalesce(max(promised), 0) as reserved
      from float_wallets v left join float_reservations using (account, country, currency)
        left join (${PROMISED}) p using (account, country, currency)
      group by 1, 2, 3) r
    where (w.account, w.country, w.currency) = (r.account, r.country, r.currency)`.execute(tx)
}
