// Real PostgreSQL, worker and sandbox. Only the payer's carrier is scripted.
import { money } from '@sesa/money'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { PATIENCE } from '@sesa/test-kit/patience'
import { onPrimary } from '../../../db/reads.ts'
import { closeAndVerify } from '../../../testing/books.ts'
import { startEngineWorld, type EngineWorld } from '../../../testing/engine-world.ts'
import { ago } from '../../../testing/transfer-changes.ts'
import { compareCollections } from '../../books/reconciliation/compare-collections.ts'
import type { CollectionStatus } from './ports.ts'
import { askPayer, openByWallet, type Payer } from './testing/open-by-wallet.ts'
import { ScriptedCarrier } from './testing/scripted-collector.ts'

const ACTION = { staff: 'Ada', reason: 'the letter of the network', approvedBy: 'Kofi' }
const EVIDENCE = 'PP-2026-118'
const carrier = new ScriptedCarrier()
let world: EngineWorld
beforeAll(async () => {
  world = await startEngineWorld({ collectors: carrier.collectors })
})
beforeEach(() => carrier.reset())
afterAll(async () => expect(await closeAndVerify(world)).toBeGreaterThan(5))

const total = ({ opened }: Payer): bigint => BigInt(opened.quote.total)
const newest = (): string => carrier.started.at(-1)?.id ?? ''
const refundsOf = (id: string) => carrier.refunded.filter(({ collection }) => collection === id)
const cron = (task: string): Promise<void> =>
  world.transfers.crons.find((one) => one.task === task)?.run() ?? Promise.reject(new Error(task))

/** Opens a payment about which the network has said nothing for a day; its price has expired unless it `lasts`. */
async function openUnresolved({
  lasts = false,
  says = { status: 'open' },
}: { lasts?: boolean; says?: CollectionStatus } = {}): Promise<Payer> {
  const payer = await openByWallet(world)
  await askPayer(payer)
  carrier.statuses.set(newest(), says)
  await world.arrange(payer.opened, {
    ...{ state_changed_at: ago('25 hours'), next_step_at: ago('1 second') },
    ...(!lasts && { quote_expires_at: ago('24 hours') }),
  })
  await world.expectState(payer.opened, 'awaiting_payment', 'collection_unresolved')
  return payer
}

async function answer(payer: Payer, paid: bigint | null): Promise<void> {
  const reference = await world.referenceOf(payer.opened)
  await world.transfers.staffActions.answer(reference, {
    ...ACTION,
    ...{ evidence: EVIDENCE, paid: paid === null ? null : money(paid, 'LRD') },
  })
}

/** Returns the differences that reconciliation finds about a request to pay. */
async function differences(id: string): Promise<string[]> {
  const { breaks } = await compareCollections(onPrimary(world.database.db), carrier.collectors, {
    ...{ recent: new Date(Date.now() - 86_400_000), until: new Date(Date.now() + 60_000) },
  })
  return breaks.filter(({ subject }) => subject === id).map(({ kind }) => kind)
}

describe('the written answer that the customer did not pay', () => {
  it('ends the request and cancels the transfer', async () => {
    const payer = await openUnresolved()
    await answer(payer, null)
    await world.expectState(payer.opened, 'cancelled', null)
    expect(await world.kinds(payer.opened)).toEqual([])
    const { rows } = await sql`select state, answer from collection_attempts where id = ${newest()}`.execute(
      world.database.owner,
    )
    expect(rows).toEqual([{ state: 'failed', answer: `CONFIRMED_IN_WRITING: ${EVIDENCE}` }])
  })

  it('does not hide a payment after all: reconciliation finds it, and it is given back', async () => {
    const payer = await openUnresolved()
    await answer(payer, null)
    await world.expectState(payer.opened, 'cancelled', null)
    const id = newest()
    carrier.approve()
    expect(await differences(id)).toEqual(['collection_missing_here'])
    await cron('return_extra_payments')
    await cron('return_extra_payments')
    expect(refundsOf(id)).toMatchObject([{ amount: total(payer) }])
    expect(await world.kinds(payer.opened)).toEqual(['capture', 'refund'])
    expect(await differences(id)).toEqual([])
  })
})

describe('the written answer that the customer paid', () => {
  it('books the money, and gives it back when the price has expired', async () => {
    const payer = await openUnresolved()
    await answer(payer, total(payer))
    await world.reaches(payer.opened, 'refunded')
    expect(refundsOf(newest())).toMatchObject([{ amount: total(payer) }])
    expect(await world.kinds(payer.opened)).toEqual(['capture', 'refund'])
  })

  it('pays out while the price lasts, also when the network still says nothing', async () => {
    const payer = await openUnresolved({ lasts: true })
    await answer(payer, total(payer))
    await world.reaches(payer.opened, 'sent')
  })

  it('tells the amount when the network reports success without one that we can read', async () => {
    const payer = await openUnresolved({ lasts: true, says: { status: 'completed', amount: null } })
    expect(await world.kinds(payer.opened)).toEqual([])
    await answer(payer, total(payer))
    await world.reaches(payer.opened, 'sent')
  })

  it('of another amount books that amount, and holds the transfer', async () => {
    const payer = await openUnresolved({ lasts: true })
    await answer(payer, 100n)
    await world.expectState(payer.opened, 'awaiting_payment', 'payment_mismatch')
    expect(await world.kinds(payer.opened)).toEqual(['capture'])
  })

  it('is found by reconciliation when the network contradicts it', async () => {
    const payer = await openUnresolved({ lasts: true })
    await answer(payer, total(payer))
    await world.reaches(payer.opened, 'sent')
    const id = newest()
    expect(await differences(id)).toEqual(['collection_missing_there'])
    carrier.statuses.set(id, { status: 'failed', code: 'PAYMENT_NOT_APPROVED' })
    expect(await differences(id)).toEqual(['collection_missing_there'])
    carrier.statuses.set(id, { status: 'completed', amount: money(100n, 'LRD') })
    expect(await differences(id)).toEqual(['collection_amount'])
    carrier.approve()
    expect(await differences(id)).toEqual([])
  })
})

it('is refused when the network has answered meanwhile', async () => {
  const payer = await openUnresolved({ lasts: true })
  carrier.fail()
  await world.arrange(payer.opened, { next_step_at: ago('1 second') })
  const attempt = () =>
    world.database.owner
      .selectFrom('collection_attempts')
      .select('state')
      .where('id', '=', newest())
      .executeTakeFirstOrThrow()
  await vi.waitFor(async () => expect(await attempt()).toEqual({ state: 'failed' }), PATIENCE)
  await expect(answer(payer, total(payer))).rejects.toThrow(/has answered about/)
  expect(await world.state(payer.opened)).toMatchObject({ hold_reason: 'collection_unresolved' })
})
