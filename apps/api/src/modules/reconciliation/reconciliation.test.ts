import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { PATIENCE, startEngineWorld, type EngineWorld } from '../../testing/engine-world.ts'
import { recipient, type Opened } from '../../testing/sender.ts'
import { explainBreak, reconcile, type Report } from './index.ts'
import type { RunOptions } from './run.ts'

let world: EngineWorld

beforeAll(async () => {
  world = await startEngineWorld()
})
afterAll(() => world.close())

const run = (options: RunOptions = { settleMinutes: 0 }): Promise<Report> =>
  reconcile({ db: world.database.db, ...world.providerBooks }, options)

const kinds = ({ breaks }: Report) => breaks.map(({ kind, state }) => `${kind} ${state}`)

async function sent(change: Record<string, unknown> = {}, card?: string): Promise<Opened> {
  const sender = await world.sender()
  const opened = await sender.open(change)
  await world.pay(opened, card)
  return opened
}

/** Changes postings of one transfer as only the owner can. */
const move = (opened: Opened, change: string) =>
  sql`update ledger_postings set ${sql.raw(change)} and transfer_id = (select id from transfers
    where payment_intent_id = ${opened.id})`.execute(world.database.owner)

const stripe = (path: string, body: Record<string, string>) =>
  fetch(`${world.sandboxUrl}/v1/${path}`, {
    method: 'POST',
    headers: { authorization: 'Bearer sk_test_sandbox' },
    body: new URLSearchParams(body),
  })

describe('reconciliation', () => {
  it('of nothing at all finds nothing and says that it compared nothing', async () => {
    const { breaks, compared } = await run()
    expect([breaks, Object.values(compared)]).toEqual([[], [0, 0, 0, 0, 0]])
  })

  it('finds nothing where both sides agree, in every way a transfer can end, and says how much it compared', async () => {
    await world.reaches(await sent(), 'sent')
    await world.reaches(await sent({ phone: recipient('0001') }), 'refunded')
    const [returned, disputed] = [
      await sent({ phone: recipient('0005') }, '4000000000005126'),
      await sent({}, '4000000000000259'),
    ]
    await vi.waitFor(async () => {
      expect(await world.state(returned)).toMatchObject({ hold_reason: 'refund_returned' })
      expect(await world.state(disputed)).toMatchObject({ hold_reason: 'disputed' })
    }, PATIENCE)
    const report = await run()
    expect(report.breaks).toEqual([])
    // Four charges, two refunds, one of which came back, and a dispute; two pay-outs that arrived, two that failed.
    expect(report.compared).toMatchObject({
      cardEntriesOurs: 8,
      cardEntriesTheirs: 8,
      cardPayments: 4,
      payouts: 4,
      payoutsAnswered: 4,
    })
  })

  it('keeps each difference as a break, once, and resolves it when both agree again', async () => {
    const [lost, altered] = [await sent(), await sent()]
    await world.reaches(lost, 'sent')
    await world.reaches(altered, 'sent')
    // Behind the engine's back: a charge that nobody booked, and one that was booked with another amount.
    await move(lost, `from_account = 'payout_float:USD' where from_account = 'card_clearing:USD'`)
    await move(altered, `amount = amount + 1 where from_account = 'card_clearing:USD'`)
    const found = await run()
    expect(kinds(found).toSorted()).toEqual(['card_charge_amount open', 'card_charge_missing_here open'])
    expect(found.breaks.find(({ subject }) => subject === lost.id)).toMatchObject({ ours: null })
    expect((await run()).breaks.map(({ id }) => id)).toEqual(found.breaks.map(({ id }) => id))
    await move(lost, `from_account = 'card_clearing:USD' where from_account = 'payout_float:USD'`)
    await move(altered, `amount = amount - 1 where from_account = 'card_clearing:USD'`)
    expect(kinds(await run())).toEqual([])
    const { rows } = await sql<{ state: string }>`select state from reconciliation_breaks`.execute(
      world.database.owner,
    )
    expect(rows).toEqual([{ state: 'resolved' }, { state: 'resolved' }])
  })

  it('finds a refund that was made at the provider by hand, and keeps who explained it', async () => {
    const opened = await sent()
    await world.reaches(opened, 'sent')
    await world.fault('webhook', 'drop', 1_000)
    await stripe('refunds', { payment_intent: opened.id, amount: '100' })
    const found = (await run()).breaks.find(({ kind }) => kind === 'card_refund_missing_here')
    expect(found).toMatchObject({ subject: opened.id, ours: null, owner: 'operations' })
    expect(found?.theirs).toContain('USD 100 minor units')
    const order = { operator: 'Ama Boateng', reason: 'Goodwill, agreed with the sender' }
    expect(await explainBreak(world.database.db, found?.id ?? 0n, order)).toBe(true)
    expect(await explainBreak(world.database.db, found?.id ?? 0n, order)).toBe(false)
    expect(kinds(await run())).toContain('card_refund_missing_here explained')
    // A run that leaves the last minutes out has not looked, so it resolves nothing.
    expect(kinds(await run({}))).toContain('card_refund_missing_here explained')
    await fetch(`${world.sandboxUrl}/sandbox/faults`, { method: 'DELETE' })
  })

  it('finds payments that the provider holds and no transfer has, or that were left open', async () => {
    const sender = await world.sender()
    const opened = await sender.open()
    await world.set(opened, `state = 'cancelled', next_step_at = null`)
    await stripe('payment_intents', { amount: '700', currency: 'usd' })
    const found = kinds(await run())
    expect(found).toContain('card_payment_left_open open')
    expect(found).toContain('card_payment_unknown open')
  })

  it('finds a pay-out that the operator does not know, and one that it made and we do not', async () => {
    const [unknown, unbooked] = [await sent(), await sent()]
    await world.reaches(unknown, 'sent')
    await world.reaches(unbooked, 'sent')
    await world.set(unknown, 'payout_reference = gen_random_uuid()')
    await sql`update ledger_entries set kind = 'nothing' where kind = 'paid_out'
      and transfer_id = (select id from transfers where payment_intent_id = ${unbooked.id})`.execute(
      world.database.owner,
    )
    const found = kinds(await run())
    expect(found).toContain('payout_missing_there open')
    expect(found).toContain('payout_missing_here open')
  })

  it('resolves and opens nothing when a provider cannot be read', async () => {
    const before = kinds(await run())
    await world.fault('card', 'error_500', 1)
    await expect(run()).rejects.toThrow()
    expect(kinds(await run())).toEqual(before)
    const { rows } = await sql`select 1 from reconciliation_runs where finished_at is null`.execute(
      world.database.owner,
    )
    expect(rows).toHaveLength(1)
  })
})
