import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { forge } from '../../../db/testing.ts'
import { startEngineWorld, type EngineWorld } from '../../../testing/engine-world.ts'
import type { Opened } from '../../../testing/sender.ts'
import { explainBreak, reconcile, type CardBooks, type Report } from './index.ts'
import type { PayoutBooks } from './ports.ts'
import type { RunOptions } from './run.ts'
import { NOW, ago } from '../../../testing/transfer-changes.ts'

const HOUR_MS = 60 * 60 * 1_000
const DAY = 24

let world: EngineWorld
/** Hours by which the card provider dates a payment's movements before the sandbox's date. */
const ages = new Map<string, number>()

beforeAll(async () => {
  world = await startEngineWorld()
})
afterAll(() => world.close())
/** Everything from earlier tests is older than these windows. */
beforeEach(async () => {
  await sql`truncate reconciliation_breaks, reconciliation_runs`.execute(world.database.owner)
  await forge(
    world.database.owner,
    sql`update ledger_entries set created_at = created_at - interval '1000 days'`,
  )
  for (const [payment, hours] of ages) ages.set(payment, hours + 1_000 * DAY)
})

/** The sandbox's balance transactions with the dates of `ages`, and none of its payments. */
const cards: CardBooks = {
  async entries(since, after) {
    const { rows, next } = await world.providerBooks.cards.entries(new Date(0), after)
    const aged = rows.map((row) => {
      const hours = ages.get(row.paymentId ?? '') ?? 0
      return { ...row, at: new Date(row.at.getTime() - hours * HOUR_MS) }
    })
    return { rows: aged.filter(({ at }) => at >= since), next }
  },
  payments: async () => ({ rows: [], next: null }),
}

const silent: PayoutBooks = { status: async () => ({ status: 'unknown' }) }

const run = (options: RunOptions = {}, payouts = silent): Promise<Report> =>
  reconcile({ db: world.database.db, cards, payouts }, { settleMinutes: 0, older: 0, ...options })

const change = (text: string) => forge(world.database.owner, sql.raw(text))

/** Creates a transfer with a charge on both sides, `hours` ago. */
async function charged(hours: number): Promise<Opened> {
  const opened = await (await world.sender()).open()
  await world.pay(opened)
  await world.reaches(opened, 'sent')
  ages.set(opened.id, hours)
  await book(opened, hours)
  return opened
}

const transferOf = (opened: Opened) => `(select id from transfers where payment_intent_id = '${opened.id}')`
/** Backdates our booking of the charge by `hours`. */
const book = (opened: Opened, hours: number) =>
  change(`update ledger_entries set created_at = now() - interval '${hours} hours'
    where kind = 'capture' and transfer_id = ${transferOf(opened)}`)
const account = (opened: Opened, from: string, to: string) =>
  change(`update ledger_postings set from_account = '${to}:USD'
    where from_account = '${from}:USD' and transfer_id = ${transferOf(opened)}`)
/** Removes the booked charge without the engine, and puts it back. */
const lose = (opened: Opened) => account(opened, 'card_clearing', 'payout_float')
const regain = (opened: Opened) => account(opened, 'payout_float', 'card_clearing')
const addCents = (opened: Opened, cents: number) =>
  change(`update ledger_postings set amount = amount + ${cents}
    where from_account = 'card_clearing:USD' and transfer_id = ${transferOf(opened)}`)

/** Backdates the end of the last finished run by `hours`. */
const lastRun = (hours: number) =>
  change(`insert into reconciliation_runs (started_at, finished_at, compared_upto)
    select at, at, at from (select now() - interval '${hours} hours') as run (at)`)

const explain = (id: bigint | undefined) =>
  explainBreak(world.database.db, id ?? 0n, { staff: 'Ama Boateng', reason: 'Agreed with the sender' })
const kinds = ({ breaks }: Report) => breaks.map(({ id, kind, state }) => `${id} ${kind} ${state}`)
const hoursBack = (at: Date | undefined) =>
  at === undefined ? null : Math.round((Date.now() - at.getTime()) / HOUR_MS)

describe('the window of a run', () => {
  it('reaches back to each open break, however old, until both sides agree', async () => {
    const opened = await charged(20 * DAY)
    await lose(opened)
    expect(kinds(await run())).toEqual([])
    const found = await run({ days: 30 })
    expect(kinds(found)).toEqual([expect.stringContaining('card_charge_missing_here open')])
    const again = await run()
    expect(kinds(again)).toEqual(kinds(found))
    expect(hoursBack(again.breaks[0]?.movedAt)).toBe(20 * DAY)
    expect(hoursBack(again.since)).toBe(20 * DAY)
    await regain(opened)
    expect(kinds(await run())).toEqual([])
    expect(hoursBack((await run()).since)).toBe(3 * DAY)
  })

  it('lists the other side of a movement that was booked long after it', async () => {
    const opened = await charged(20 * DAY)
    await lose(opened)
    expect(kinds(await run({ days: 30 }))).toHaveLength(1)
    await regain(opened)
    await book(opened, 0)
    expect(kinds(await run())).toEqual([])
    // Our booking is inside this window, and the provider's movement is not.
    expect(kinds(await run())).toEqual([])
  })

  it('lists a bank debit that began long before its bank paid', async () => {
    const opened = await charged(9 * DAY)
    await book(opened, 0)
    await change(`update transfers set captured_at = now(), pay_method = 'bank_debit',
      debit_started_at = now() - interval '9 days' where payment_intent_id = '${opened.id}'`)
    expect(kinds(await run())).toEqual([])
    await change(`update transfers set debit_started_at = null where payment_intent_id = '${opened.id}'`)
    expect(kinds(await run())).toEqual([expect.stringContaining('card_charge_missing_there open')])
  })

  it('continues where the last finished run ended, for payouts too', async () => {
    const opened = await charged(5 * DAY)
    await lose(opened)
    await world.arrange(opened, { state_changed_at: ago('5 days') })
    await lastRun(6 * DAY)
    await change(`insert into reconciliation_runs (started_at) values (now() - interval '1 hour')`)
    const forgets: PayoutBooks = { status: async () => ({ status: 'not_found' }) }
    const found = await run({}, forgets)
    expect(hoursBack(found.since)).toBe(6 * DAY)
    const mine = found.breaks.filter(({ movedAt }) => hoursBack(movedAt) === 5 * DAY)
    expect(mine.map(({ kind }) => kind)).toEqual(['card_charge_missing_here', 'payout_missing_there'])
  })

  it('starts at the first attempted run while none has finished', async () => {
    await lose(await charged(7 * DAY))
    await change(`insert into reconciliation_runs (started_at) values (now() - interval '5 days')`)
    expect(kinds(await run())).toEqual([expect.stringContaining('card_charge_missing_here open')])
  })

  it('is not widened by an explained break, which stays until a run covers that time again', async () => {
    const opened = await charged(20 * DAY)
    await lose(opened)
    const [found] = (await run({ days: 30 })).breaks
    expect(await explain(found?.id)).toBe(true)
    const narrow = await run()
    expect(hoursBack(narrow.since)).toBe(3 * DAY)
    expect(kinds(narrow)).toEqual([`${found?.id} card_charge_missing_here explained`])
    expect(kinds(await run({ days: 30 }))).toEqual(kinds(narrow))
    await regain(opened)
    expect(kinds(await run())).toEqual(kinds(narrow))
    expect(kinds(await run({ days: 30 }))).toEqual([])
  })
})

describe('two movements that differ', () => {
  it('are judged separately while one of them is still settling', async () => {
    const [here, there] = [await charged(1), await charged(1)]
    await lose(here)
    const found = await run({ settleMinutes: 15 })
    expect(kinds(found)).toEqual([expect.stringContaining('card_charge_missing_here open')])
    // Both book another amount: we just now in the one case, the provider in the other.
    await regain(here)
    await addCents(here, 1)
    await book(here, 0)
    await addCents(there, 1)
    ages.set(there.id, 0)
    expect(kinds(await run({ settleMinutes: 15 }))).toEqual([
      ...kinds(found),
      expect.stringContaining('card_charge_missing_there open'),
    ])
    const settled = await run()
    expect(settled.breaks.map(({ kind }) => kind)).toEqual(['card_charge_amount', 'card_charge_amount'])
    expect(settled.breaks.map(({ movedAt }) => hoursBack(movedAt))).toEqual([1, 1])
    await addCents(here, -1)
    await addCents(there, -1)
    expect(kinds(await run())).toEqual([])
  })

  it('are one break where the window begins between them', async () => {
    const opened = await charged(3 * DAY + 1)
    await book(opened, 3 * DAY - 1)
    await addCents(opened, 1)
    const found = await run()
    expect(kinds(found)).toEqual([expect.stringContaining('card_charge_amount open')])
    await explain(found.breaks[0]?.id)
    expect(kinds(await run())).toEqual([`${found.breaks[0]?.id} card_charge_amount explained`])
  })
})

describe('a break outside a run’s scope', () => {
  it('is left unchanged by a run that began before another found it', async () => {
    const opened = await charged(1)
    let other: Report | undefined
    const meanwhile: PayoutBooks = {
      async status() {
        await lose(opened)
        other ??= await run()
        return { status: 'unknown' }
      },
    }
    const report = await run({}, meanwhile)
    expect(kinds(report)).toEqual([expect.stringContaining('card_charge_missing_here open')])
    expect(kinds(report)).toEqual(kinds(other ?? report))
  })

  it('stays while its payout is in progress again', async () => {
    const opened = await charged(1)
    await world.arrange(opened, { state_changed_at: ago('2 hours') })
    const { payout_reference: reference } = await world.database.owner
      .selectFrom('transfers')
      .select('payout_reference')
      .where('payment_intent_id', '=', opened.id)
      .executeTakeFirstOrThrow()
    const mine = async (status: 'failed' | 'completed', options: RunOptions = {}) => {
      const { breaks } = await run(options, { status: async () => ({ status }) })
      return breaks
        .filter(({ subject }) => subject === reference)
        .map(({ kind, movedAt }) => `${kind} ${hoursBack(movedAt)}`)
    }
    expect(await mine('failed')).toEqual(['payout_missing_there 2'])
    await change(`update reconciliation_breaks set last_seen = now() - interval '1 hour'`)
    await world.arrange(opened, { state_changed_at: NOW })
    expect(await mine('completed', { settleMinutes: 15 })).toEqual(['payout_missing_there 2'])
    expect(await mine('completed')).toEqual([])
  })
})
