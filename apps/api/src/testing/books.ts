import { sql } from 'kysely'
import { expect } from 'vitest'
import type { TestDatabase } from '../db/testing.ts'
import { checkInvariants } from '../domains/books/index.ts'
import type { Books, EngineWorld } from './engine-world.ts'

/** Checks the invariants of a database after a run; returns the number of transfers checked. */
export async function checkBooks({ owner }: TestDatabase, books: Books): Promise<number> {
  const { rows } = await sql<{
    id: string
    state: string
    captured: bigint
    owed: bigint
    payout_reference: string
    payment_intent_id: string
    /** What a wallet paid and got back; null for a card. */
    wallet: { captured: number; refunded: number } | null
    charge_amount: bigint
    receive_amount: bigint
    returned: boolean
    late: boolean
    repaid: bigint
  }>`select t.id, t.state, t.payout_reference, t.payment_intent_id, t.charge_amount, t.receive_amount,
      coalesce(t.repaid_amount, 0)::bigint as repaid,
      case when t.pay_method = 'momo' then jsonb_build_object(
        'captured', coalesce((select received from collection_attempts where id = t.collection_id), 0),
        'refunded', coalesce((select sum(amount) from collection_refunds
          where attempt_id = t.collection_id and state = 'succeeded'), 0)
          + coalesce((select taken_back from collection_attempts where id = t.collection_id), 0)) end as wallet,
      exists (select from ledger_entries r where r.transfer_id = t.id and r.kind = 'refund_returned') as returned,
      exists (select from ledger_entries r where r.transfer_id = t.id and r.kind = 'late_payout') as late,
      coalesce(sum(p.amount) filter (where e.kind = 'capture'), 0)::bigint as captured,
      coalesce(sum(case when p.to_account like 'customer:%' then p.amount when p.from_account like 'customer:%'
        then -p.amount end), 0)::bigint as owed
    from transfers t left join ledger_postings p
      on p.transfer_id = t.id
        or p.transfer_id in (select id from booked_apart a where a.transfer_id = t.id and a.action <> 'extra')
    left join ledger_entries e on e.id = p.entry_id
    where t.payment_intent_id is not null group by t.id`.execute(owner)
  // Manual pay-outs are in no provider's books.
  const byHand = await owner
    .selectFrom('manual_payouts')
    .select(['reference', 'outcome', 'amount'])
    .where('outcome', 'is not', null)
    .execute()
  const payouts = [
    ...books.payouts,
    ...byHand.map(({ reference, outcome, amount }) => ({
      reference,
      status: outcome === 'paid' ? 'completed' : 'failed',
      amount,
    })),
  ]
  for (const row of rows) {
    const payment = row.wallet ?? books.payments.find(({ id }) => id === row.payment_intent_id)
    const payout = payouts.find(({ reference }) => reference === row.payout_reference)
    const where = `${row.state} ${row.id}`
    expect(BigInt(payment?.captured ?? 0), where).toBe(row.captured)
    if (row.state === 'sent') {
      expect([payout?.status, payment?.refunded, row.owed], where).toEqual(['completed', 0, 0n])
      expect(BigInt(payout?.amount ?? 0), where).toBe(row.receive_amount)
    } else if (row.state === 'refunded') {
      const wentBack = BigInt(payment?.refunded ?? 0) + row.repaid
      expect(wentBack + row.owed, where).toBe(row.charge_amount)
      // A loss: the carrier paid as well.
      if (!row.late) expect(payout?.status ?? 'failed', where).toBe('failed')
      if (!row.returned) expect(row.owed, where).toBe(0n)
    } else if (row.state === 'cancelled') {
      expect([payment?.captured ?? 0, payout, row.owed], where).toEqual([0, undefined, 0n])
    }
  }
  for (const { id, name, offending } of await checkInvariants(owner))
    expect(offending, `${id} ${name}`).toEqual([])
  return rows.length
}

/**
 * Stops the engine, checks the books, expects no errors in our code and closes the world. Returns the number of
 * transfers checked.
 */
export async function closeAndVerify(world: EngineWorld): Promise<number> {
  try {
    await world.rest()
    const looked = await checkBooks(world.database, await world.books())
    expect(world.errors).toEqual([])
    return looked
  } finally {
    await world.close()
  }
}
