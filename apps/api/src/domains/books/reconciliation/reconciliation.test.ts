import { PATIENCE } from '@sesa/test-kit/patience'
import { money } from '@sesa/money'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { onPrimary } from '../../../db/reads.ts'
import { forge } from '../../../db/testing.ts'
import { startEngineWorld, type EngineWorld } from '../../../testing/engine-world.ts'
import { recipient, type Opened } from '../../../testing/sender.ts'
import { compareCards } from './compare-cards.ts'
import { explainBreak, reconcile, type Report } from './index.ts'
import type { CardBooks, CardEntryKind, PayoutBooks } from './ports.ts'
import type { RunOptions } from './run.ts'
import { NEW_ID, backdated, shifted } from '../../../testing/transfer-changes.ts'

let world: EngineWorld

beforeAll(async () => {
  world = await startEngineWorld()
})
afterAll(() => world.close())

const run = (options: RunOptions = { settleMinutes: 0 }): Promise<Report> =>
  reconcile({ db: world.database.db, ...world.providerBooks }, options)

/** Payouts whose status was requested, in order. */
const asked: string[] = []

/** Runs with carriers that report these statuses for these payouts and none for others. */
const runWith = async (words: Record<string, Awaited<ReturnType<PayoutBooks['status']>>>, older?: number) => {
  const payouts: PayoutBooks = {
    async status(reference) {
      asked.push(reference)
      return words[reference] ?? { status: 'unknown' }
    },
  }
  const deps = { db: world.database.db, cards: world.providerBooks.cards, payouts }
  return reconcile(deps, { settleMinutes: 0, ...(older !== undefined && { older }) })
}

const explain = (id: bigint | undefined) =>
  explainBreak(world.database.db, id ?? 0n, {
    staff: 'Ama Boateng',
    reason: 'Goodwill, agreed with the sender',
  })

/** Returns the payout reference of a transfer, which it backdates by `days`. */
async function payoutOf(opened: Opened, days = 0): Promise<string> {
  const past = `${days} days`
  await world.arrange(opened, {
    state_changed_at: backdated('state_changed_at', past),
    created_at: backdated('created_at', past),
  })
  const { payout_reference } = await world.database.owner
    .selectFrom('transfers')
    .select('payout_reference')
    .where('payment_intent_id', '=', opened.id)
    .executeTakeFirstOrThrow()
  return payout_reference
}

const kinds = ({ breaks }: Report) => breaks.map(({ kind, state }) => `${kind} ${state}`)

async function sent(change: Record<string, unknown> = {}, card?: string): Promise<Opened> {
  const sender = await world.sender()
  const opened = await sender.open(change)
  await world.pay(opened, card)
  return opened
}

/** Changes postings of one transfer as only the owner can. */
const move = (opened: Opened, change: string) =>
  forge(
    world.database.owner,
    sql`update ledger_postings set ${sql.raw(change)} and transfer_id = (select id from transfers
    where payment_intent_id = ${opened.id})`,
  )

const stripe = (path: string, body: Record<string, string>) =>
  fetch(`${world.sandboxUrl}/v1/${path}`, {
    method: 'POST',
    headers: { authorization: 'Bearer sk_test_sandbox' },
    body: new URLSearchParams(body),
  })

describe('reconciliation', () => {
  it('finds no breaks in empty books, and reports that it compared nothing', async () => {
    const { breaks, compared } = await run()
    expect([breaks, Object.values(compared)]).toEqual([[], [0, 0, 0, 0, 0, 0, 0, 0]])
  })

  it('finds nothing where both sides agree, for every way a transfer can end, and counts the comparisons', async () => {
    await world.reaches(await sent(), 'sent')
    await world.reaches(await sent({ phone: recipient('0001') }), 'refunded')
    const returned = await sent({ phone: recipient('0005') }, '4000000000005126')
    await world.expectState(returned, 'refunded', 'refund_returned')
    await world.payDisputedWhenSent(await (await world.sender()).open())
    const report = await run()
    expect(report.breaks).toEqual([])
    // Four charges, two refunds, one of them returned, and a dispute; two pay-outs that arrived, two that failed.
    expect(report.compared).toMatchObject({
      cardEntriesOurs: 8,
      cardEntriesTheirs: 8,
      cardPayments: 4,
      payouts: 4,
      payoutsAnswered: 4,
    })
  })

  it('stores each difference as one break, and resolves it when both sides agree again', async () => {
    const [lost, altered] = [await sent(), await sent()]
    await world.reaches(lost, 'sent')
    await world.reaches(altered, 'sent')
    // Without the engine: one charge not booked, and one booked with another amount.
    await move(lost, `from_account = 'payout_float:USD' where from_account = 'card_clearing:USD'`)
    await move(altered, `amount = amount + 1 where from_account = 'card_clearing:USD'`)
    const found = await run()
    expect(kinds(found).toSorted()).toEqual(['card_charge_amount open', 'card_charge_missing_here open'])
    expect(found.breaks.find(({ subject }) => subject.startsWith(lost.id))).toMatchObject({ ours: null })
    expect((await run()).breaks.map(({ id }) => id)).toEqual(found.breaks.map(({ id }) => id))
    await move(lost, `from_account = 'card_clearing:USD' where from_account = 'payout_float:USD'`)
    await move(altered, `amount = amount - 1 where from_account = 'card_clearing:USD'`)
    expect(kinds(await run())).toEqual([])
    const { rows } = await sql<{ state: string }>`select state from reconciliation_breaks`.execute(
      world.database.owner,
    )
    expect(rows).toEqual([{ state: 'resolved' }, { state: 'resolved' }])
  })

  it('finds a refund made by hand at the provider, and records who explained it', async () => {
    const opened = await sent()
    await world.reaches(opened, 'sent')
    await world.fault('webhook', 'drop', 1_000)
    await stripe('refunds', { payment_intent: opened.id, amount: '100' })
    const found = (await run()).breaks.find(({ kind }) => kind === 'card_refund_missing_here')
    expect(found).toMatchObject({
      subject: expect.stringContaining(opened.id),
      ours: null,
      owner: 'operations',
    })
    expect(found?.theirs).toContain('USD 1.00')
    expect(await explain(found?.id)).toBe(true)
    expect(await explain(found?.id)).toBe(false)
    expect(kinds(await run())).toContain('card_refund_missing_here explained')
    // A run that leaves out the last minutes does not cover these, so it resolves nothing.
    expect(kinds(await run({}))).toContain('card_refund_missing_here explained')
    // The explanation covers only that refund.
    await stripe('refunds', { payment_intent: opened.id, amount: '4000' })
    const refunds = (await run()).breaks.filter(({ kind }) => kind === 'card_refund_missing_here')
    expect(refunds.map(({ state, theirs }) => `${state} ${theirs?.split(': ')[1]}`)).toEqual([
      'explained USD 1.00',
      'open USD 40.00',
    ])
    await fetch(`${world.sandboxUrl}/sandbox/faults`, { method: 'DELETE' })
  })

  it('resolves a refund that the provider took back before we booked either', async () => {
    const opened = await sent({}, '4000000000005126')
    await world.reaches(opened, 'sent')
    await world.fault('webhook', 'drop', 1_000)
    const mine = ({ breaks }: Report) =>
      breaks.filter(({ subject }) => subject.startsWith(opened.id)).map(({ kind }) => kind)
    await stripe('refunds', { payment_intent: opened.id, amount: '4000' })
    const listed = async (): Promise<string[]> => {
      const answer = await fetch(`${world.sandboxUrl}/v1/refunds?payment_intent=${opened.id}`, {
        headers: { authorization: 'Bearer sk_test_sandbox' },
      })
      return ((await answer.json()) as { data: { status: string }[] }).data.map(({ status }) => status)
    }
    if ((await listed())[0] === 'succeeded') expect(mine(await run())).toEqual(['card_refund_missing_here'])
    await vi.waitFor(async () => expect(await listed()).toEqual(['failed']), PATIENCE)
    expect(mine(await run())).toEqual([])
    await fetch(`${world.sandboxUrl}/sandbox/faults`, { method: 'DELETE' })
  })

  it.each([
    ['a refund taken back', ['refund 100 1', 'refund_failure 100 2'], []],
    [
      'as much refunded again',
      ['refund 100 1', 'refund_failure 100 2', 'refund 100 3'],
      ['card_refund_missing_here'],
    ],
    [
      'a reversal of another amount',
      ['refund 100 1', 'refund_failure 90 2'],
      ['card_refund_failure_missing_here', 'card_refund_missing_here'],
    ],
    [
      'a reversal before its refund',
      ['refund_failure 100 1', 'refund 100 2'],
      ['card_refund_failure_missing_here', 'card_refund_missing_here'],
    ],
  ])('judges %s by the remainder', async (_, movements, left) => {
    const until = new Date(Date.now() + 3_600_000)
    const rows = movements.map((movement, index) => {
      const [kind, amount = '0', minute] = movement.split(' ')
      const at = new Date(Date.now() + Number(minute) * 60_000)
      return {
        id: `txn_${index}`,
        paymentId: 'pi_alone',
        kind: kind as CardEntryKind,
        amount: BigInt(amount),
        currency: 'USD',
        at,
        balance: { currency: 'USD', amount: 0n, fee: 0n, net: 0n },
      }
    })
    const cards: CardBooks = {
      entries: () => Promise.resolve({ rows: rows.toReversed(), next: null }),
      payments: () => Promise.resolve({ rows: [], next: null }),
    }
    const since = new Date()
    const { breaks } = await compareCards(onPrimary(world.database.db), cards, {
      since,
      listed: since,
      until,
    })
    expect(
      breaks
        .filter(({ subject }) => subject.startsWith('pi_alone'))
        .map(({ kind }) => kind)
        .toSorted(),
    ).toEqual(left)
  })

  it('finds payments the provider holds without a transfer, or that were left open', async () => {
    const sender = await world.sender()
    const opened = await sender.open()
    await world.arrange(opened, { state: 'cancelled', next_step_at: null })
    await stripe('payment_intents', { amount: '700', currency: 'usd' })
    const found = kinds(await run())
    expect(found).toContain('card_payment_left_open open')
    expect(found).toContain('card_payment_unknown open')
  })

  it('finds a payout the carrier does not know, and one the carrier made but we did not book', async () => {
    const [unknown, unbooked] = [await sent(), await sent()]
    await world.reaches(unknown, 'sent')
    await world.reaches(unbooked, 'sent')
    await world.arrange(unknown, { payout_reference: NEW_ID })
    await forge(
      world.database.owner,
      sql`update ledger_entries set kind = 'nothing' where kind = 'paid_out'
      and transfer_id = (select id from transfers where payment_intent_id = ${unbooked.id})`,
    )
    const found = kinds(await run())
    expect(found).toContain('payout_missing_there open')
    expect(found).toContain('payout_missing_here open')
  })

  it('opens an explained break again when the provider’s side changes', async () => {
    const opened = await sent()
    await world.reaches(opened, 'sent')
    const reference = await payoutOf(opened)
    const mine = ({ breaks }: Report) => breaks.filter(({ subject }) => subject === reference)
    const [found] = mine(await runWith({ [reference]: { status: 'not_found' } }))
    await explain(found?.id)
    expect(mine(await runWith({ [reference]: { status: 'not_found' } }))).toMatchObject([
      { state: 'explained' },
    ])
    // A missing report is not agreement.
    expect(mine(await runWith({}))).toMatchObject([{ state: 'explained' }])
    expect(mine(await runWith({ [reference]: { status: 'failed' } }))).toMatchObject([
      { id: found?.id, state: 'open', theirs: 'failed' },
    ])
    expect(mine(await runWith({ [reference]: { status: 'completed' } }))).toEqual([])
  })

  it('checks payouts from weeks ago again, a few per run, and stores the breaks', async () => {
    const references: string[] = []
    for (const days of [10, 20]) {
      const opened = await sent()
      await world.reaches(opened, 'sent')
      references.push(await payoutOf(opened, days))
    }
    const [tenDays = '', twentyDays = ''] = references
    const failed = { [tenDays]: { status: 'failed' }, [twentyDays]: { status: 'failed' } } as const
    const found = (report: Report) =>
      report.breaks.map(({ subject }) => subject).filter((subject) => references.includes(subject))
    const rounds = async (times: number): Promise<string[]> => {
      asked.length = 0
      for (let time = 0; time < times; time++) await runWith({}, 1)
      return asked.filter((reference) => references.includes(reference))
    }
    // One per run; the next round starts after the last one.
    expect(await rounds(5)).toEqual([tenDays, twentyDays, tenDays, twentyDays])
    expect(found(await runWith(failed, 0))).toEqual([])
    expect(found(await runWith(failed, 1))).toEqual([tenDays])
    expect(found(await runWith(failed, 1))).toEqual([tenDays, twentyDays])
    // Unresolved breaks are checked in each run.
    expect(found(await runWith({ ...failed, [twentyDays]: { status: 'completed' } }, 0))).toEqual([tenDays])
    // A carrier that has deleted the payout proves nothing.
    const forgotten = { [tenDays]: { status: 'completed' }, [twentyDays]: { status: 'not_found' } } as const
    expect(found(await runWith(forgotten, 100))).toEqual([])
  })

  it('finds a payout of another amount where the carrier reports it', async () => {
    const opened = await sent()
    await world.reaches(opened, 'sent')
    const reference = await payoutOf(opened)
    const { receiveAmount } = opened.quote
    const amount = (minor: number, currency: 'GHS' | 'SLE') => ({
      [reference]: { status: 'completed' as const, amount: money(BigInt(minor), currency) },
    })
    expect(kinds(await runWith(amount(receiveAmount * 10, 'GHS')))).toContain('payout_amount open')
    expect(kinds(await runWith(amount(receiveAmount, 'SLE')))).toContain('payout_amount open')
    expect(kinds(await runWith(amount(receiveAmount, 'GHS')))).not.toContain('payout_amount open')
    expect(kinds(await run())).not.toContain('payout_amount open')
    const another = await sent()
    await world.reaches(another, 'sent')
    await world.arrange(another, { receive_amount: shifted('receive_amount', 1) })
    expect(kinds(await run())).toContain('payout_amount open')
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
