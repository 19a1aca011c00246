import { money } from '@sesa/money'
import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { inTransaction } from '../../../db/index.ts'
import { forge, holdingLocks, untilWaiting } from '../../../db/testing.ts'
import { startEngineWorld, type EngineWorld } from '../../../testing/engine-world.ts'
import { recipient } from '../../../testing/sender.ts'
import { post } from '../../record/index.ts'
import { reconcile } from './index.ts'
import type { CardBooks, CardEntry, PayoutBooks, PayoutReport } from './ports.ts'

let world: EngineWorld

beforeAll(async () => {
  world = await startEngineWorld()
})
beforeEach(async () => {
  await forge(
    world.database.owner,
    sql`truncate ledger_postings, ledger_entries, reconciliation_breaks, reconciliation_runs`,
  )
})
afterAll(() => world.close())

const cardsWith = (...rows: CardEntry[]): CardBooks => ({
  entries: () => Promise.resolve({ rows, next: null }),
  payments: () => Promise.resolve({ rows: [], next: null }),
})

/** Returns two signals: a step has begun, and it may continue. */
const pause = () => [Promise.withResolvers<void>(), Promise.withResolvers<void>()] as const

/** Books that wait for a signal before they are read. */
const pausing = (
  began: PromiseWithResolvers<void>,
  mayGoOn: PromiseWithResolvers<void>,
  ...rows: CardEntry[]
): CardBooks => ({
  async entries() {
    began.resolve()
    await mayGoOn.promise
    return { rows, next: null }
  },
  payments: () => Promise.resolve({ rows: [], next: null }),
})

const saying = (word: PayoutReport): PayoutBooks => ({ status: () => Promise.resolve(word) })

const run = (cards: CardBooks, payouts: PayoutBooks) =>
  reconcile({ db: world.database.db, cards, payouts }, { settleMinutes: 0 })

const charge = (change: Partial<CardEntry> = {}): CardEntry => ({
  id: 'txn_1',
  kind: 'charge',
  paymentId: null,
  amount: 5_000n,
  currency: 'USD',
  at: new Date(Date.now() - 1_000),
  balance: { currency: 'USD', amount: 0n, fee: 0n, net: 0n },
  ...change,
})

/** Books a charge of USD 50.00 without a known payment. */
const bookCharge = () =>
  inTransaction(world.database.db, 'test.post', (tx) =>
    post(tx, {
      transferId: randomUUID(),
      kind: 'capture',
      postings: [{ from: 'card_clearing', to: 'customer', amount: money(5_000n, 'USD') }],
    }),
  )

describe('reconciliation', () => {
  it('pairs movements of the same number only in the same currency', async () => {
    await bookCharge()
    const { breaks } = await run(cardsWith(charge({ currency: 'GHS' })), saying({ status: 'unknown' }))
    expect(breaks).toMatchObject([
      { kind: 'card_charge_amount', theirs: 'txn_1: GHS 50.00', movedAt: expect.any(Date) },
    ])
    expect((await run(cardsWith(charge()), saying({ status: 'unknown' }))).breaks).toEqual([])
  })

  it('has no break for a bank debit that waits for its bank, or that the bank did not pay', async () => {
    const debit = charge({ isUnpaid: true })
    expect((await run(cardsWith(debit), saying({ status: 'unknown' }))).breaks).toEqual([])
    const reversal = charge({ id: 'txn_2', isUnpaid: true, balance: { ...debit.balance, amount: -5_000n } })
    expect((await run(cardsWith(reversal, debit), saying({ status: 'unknown' }))).breaks).toEqual([])
    // Once it is paid, our books must have it.
    const { breaks } = await run(cardsWith(charge()), saying({ status: 'unknown' }))
    expect(breaks).toMatchObject([{ kind: 'card_charge_missing_here' }])
  })

  it('finds a payout that is pending at the carrier although its transfer was refunded', async () => {
    const opened = await (await world.sender()).open({ phone: recipient('0005') })
    await world.pay(opened)
    await world.reaches(opened, 'refunded')
    const { breaks } = await run(world.providerBooks.cards, saying({ status: 'pending' }))
    expect(breaks).toMatchObject([{ kind: 'payout_missing_here', theirs: 'pending', state: 'open' }])
    expect((await run(world.providerBooks.cards, saying({ status: 'failed' }))).breaks).toEqual([])
  })

  it('stores the breaks of two runs in turn, so that the second run sees the first run’s breaks', async () => {
    await bookCharge()
    const [[firstBegan, firstMayGoOn], [secondBegan, secondMayGoOn]] = [pause(), pause()]
    const payouts = saying({ status: 'unknown' })
    const { db } = world.database
    const second = reconcile(
      { db, cards: pausing(secondBegan, secondMayGoOn, charge()), payouts },
      { settleMinutes: 0 },
    )
    await secondBegan.promise
    const first = reconcile({ db, cards: pausing(firstBegan, firstMayGoOn), payouts }, { settleMinutes: 0 })
    await firstBegan.promise
    const reported = second.then((report) => report.breaks)
    await holdingLocks(world.database, async (tx) => {
      // The first run has stored its break, and cannot end while its row is locked.
      await sql`select from reconciliation_runs order by id desc limit 1 for update`.execute(tx)
      firstMayGoOn.resolve()
      await untilWaiting(world.database, 1)
      secondMayGoOn.resolve()
      await Promise.race([reported, untilWaiting(world.database, 2)])
    })
    expect((await first).breaks).toMatchObject([{ kind: 'card_charge_missing_there' }])
    expect(await reported).toMatchObject([{ kind: 'card_charge_missing_there' }])
  })
})
