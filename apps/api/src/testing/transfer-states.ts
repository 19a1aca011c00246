import { PATIENCE } from '@sesa/test-kit/patience'
import { money } from '@sesa/money'
import { sql } from 'kysely'
import { expect, vi } from 'vitest'
import type { FreshRequest } from '../domains/transfers/ports.ts'
import type { EngineWorld } from './engine-world.ts'
import { sendPayout } from './payout-requests.ts'
import type { Opened } from './sender.ts'
import { LEASED_ELSEWHERE, NO_LEASE, NOW } from './transfer-changes.ts'

/** Leaves a transfer as a crashed process might: charged and booked, in this state, with a long lease. */
export async function captureInState(
  world: EngineWorld,
  opened: Opened,
  state: 'refunding' | 'paying_out',
  card?: string,
): Promise<void> {
  await world.arrange(opened, LEASED_ELSEWHERE)
  await world.pay(opened, card)
  await sql`with t as (update transfers set state = ${state}, captured_at = now()
      where payment_intent_id = ${opened.id} returning id, charge_amount),
    h as (insert into transfer_events (transfer_id, from_state, to_state)
      select id, from_state, to_state from t, (values ('awaiting_payment', 'refunding', 'refunding'),
        ('awaiting_payment', 'paid', 'paying_out'), ('paid', 'paying_out', 'paying_out')) as way (from_state, to_state, goal)
      where goal = ${state}),
    e as (insert into ledger_entries (transfer_id, kind) select id, 'capture' from t returning id, transfer_id)
    insert into ledger_postings (entry_id, transfer_id, from_account, to_account, amount, currency)
    select e.id, e.transfer_id, 'card_clearing:USD', 'customer:USD', t.charge_amount, 'USD' from e, t`.execute(
    world.database.owner,
  )
}

/** Records a pay-out request: open, or closed with an outcome. */
export async function recordRequest(
  world: EngineWorld,
  opened: Opened,
  outcome: 'accepted' | 'rejected' | 'unknown' | null = null,
): Promise<void> {
  await sql`insert into payout_attempts (transfer_id, outcome, closed_at)
    select id, ${outcome}, ${outcome === null ? null : sql`now()`} from transfers
    where payment_intent_id = ${opened.id}`.execute(world.database.owner)
}

/** Delivers a pay-out request to the carrier after its worker died or gave up. */
export async function deliverRequest(world: EngineWorld, opened: Opened): Promise<void> {
  const both = { db: world.database.db, configuration: world.configuration }
  await sendPayout(both, world.rails.router, await payoutRequestOf(world, opened))
}

/** Returns the pay-out request of a transfer. */
export async function payoutRequestOf(world: EngineWorld, opened: Opened): Promise<FreshRequest> {
  const row = await world.database.owner
    .selectFrom('transfers')
    .selectAll()
    .where('payment_intent_id', '=', opened.id)
    .executeTakeFirstOrThrow()
  return {
    reference: row.payout_reference,
    transferReference: row.reference,
    amount: money(row.receive_amount, row.receive_currency),
    phone: row.recipient_phone,
    country: row.country,
    network: row.network,
    sender: null,
    senderCountry: row.sender_country,
    sent: money(row.amount, row.currency),
    recipientName: row.recipient_name,
    rate: row.rate,
    fee: money(row.fee, row.currency),
    declaration: null,
    isFresh: () => true,
  }
}

/** Backdates the pay-out requests; by default so far that none can still arrive. */
export async function backdateRequests(world: EngineWorld, opened: Opened, minutes = 16): Promise<void> {
  await sql`update payout_attempts set sent_at = sent_at - ${minutes} * interval '1 minute'
    where transfer_id = (select id from transfers where payment_intent_id = ${opened.id})`.execute(
    world.database.owner,
  )
}

/** Ends the lease, so that the engine continues. */
export const expireLease = (world: EngineWorld, opened: Opened): Promise<void> =>
  world.arrange(opened, { ...NO_LEASE, next_step_at: NOW })

/** Closes a transfer as if the card provider had confirmed a cancellation, although it may still be charged. */
export async function closeUnpaidTransfer({ database }: EngineWorld, opened: Opened): Promise<void> {
  await sql`with t as (update transfers set state = 'cancelled', cancel_reason = 'user', next_step_at = null
      where payment_intent_id = ${opened.id} returning id)
    insert into transfer_events (transfer_id, from_state, to_state)
    select id, 'awaiting_payment', 'cancelled' from t`.execute(database.owner)
}

/** Refunds a charge at the card provider, or a part of it in minor units, as support would manually. */
export async function refundByHand(
  { sandboxUrl }: EngineWorld,
  opened: Opened,
  amount?: string,
): Promise<void> {
  await fetch(`${sandboxUrl}/v1/refunds`, {
    method: 'POST',
    headers: { authorization: 'Bearer sk_test_sandbox' },
    body: new URLSearchParams({ payment_intent: opened.id, ...(amount !== undefined && { amount }) }),
  })
}

/**
 * Runs a transfer's step until it writes its request to `table`, where a table lock blocks it. Returns the function that
 * unblocks it.
 */
export async function pauseAtRequest(
  world: EngineWorld,
  opened: Opened,
  table: 'payout_attempts' | 'refund_attempts',
): Promise<() => Promise<void>> {
  const { owner } = world.database
  const [locked, awake] = [Promise.withResolvers<number>(), Promise.withResolvers<void>()]
  const asleep = owner.transaction().execute(async (tx) => {
    await sql`lock table ${sql.table(table)} in share mode`.execute(tx)
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)
    locked.resolve(rows[0]?.pid ?? 0)
    await awake.promise
  })
  const pid = await locked.promise
  const wake = () => {
    awake.resolve()
    return asleep
  }
  try {
    await expireLease(world, opened)
    await vi.waitFor(async () => {
      // The statement that writes a step names this table for every transfer, so others may wait as well.
      const { rows } = await sql`select from pg_stat_activity, transfers
        where ${pid}::int = any(pg_blocking_pids(pid)) and payment_intent_id = ${opened.id} and lease_until > now()`.execute(
        owner,
      )
      expect(rows).not.toEqual([])
    }, PATIENCE)
  } catch (error) {
    // The other tests need the table.
    await wake()
    throw error
  }
  return wake
}

/** Returns the disputes of a payment from the sandbox. */
export async function listDisputes(world: EngineWorld, opened: Opened): Promise<{ id: string }[]> {
  const list = await fetch(`${world.sandboxUrl}/v1/disputes?payment_intent=${opened.id}`, {
    headers: { authorization: 'Bearer sk_test_sandbox' },
  })
  return ((await list.json()) as { data: { id: string }[] }).data
}
