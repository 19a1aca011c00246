import { PATIENCE } from '@sesa/test-kit/patience'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { closeAndVerify } from '../../../testing/books.ts'
import { startEngineWorld, type EngineWorld } from '../../../testing/engine-world.ts'
import { recipient, type Opened, type Sender } from '../../../testing/sender.ts'
import { reconcile } from '../../books/index.ts'
import { closeRail, openRail, routeNetwork } from './index.ts'

const ACTION = { staff: 'Ada', reason: 'a test of remittances' }
const MTN = { country: 'GH', network: 'mtn' } as const
const REMITTANCE = 'pawapay-remittance'
const DECLARED = { purposeOfFunds: 'family_support', sourceOfFunds: 'salary', relationship: 'mother' }
const WORDS = 'Remittances are being repaired. Try again tomorrow.'

let world: EngineWorld
let sender: Sender
beforeAll(async () => {
  world = await startEngineWorld()
  await world.rails.refresh()
  await routeNetwork(world.database.db, MTN, [REMITTANCE, 'pawapay'], ACTION)
})
afterAll(async () => expect(await closeAndVerify(world)).toBeGreaterThan(5))
afterEach(async () => {
  const { db } = world.database
  await routeNetwork(db, MTN, [REMITTANCE, 'pawapay'], ACTION)
  await openRail(db, REMITTANCE, undefined, ACTION)
  await world.rails.refresh()
})

/** Creates a new sender with complete details. */
async function known(): Promise<Sender> {
  sender = await world.sender()
  world.known.add(sender.userId)
  return sender
}

async function rowOf(opened: Opened) {
  const { rows } = await sql<{
    reference: string
    rail: string | null
    purpose: string | null
    wake_version: number
  }>`
    select t.payout_reference as reference, r.rail, t.purpose_of_funds as purpose, t.wake_version from transfers t
    left join payout_routes r on r.reference = t.payout_reference
    where t.payment_intent_id = ${opened.id}`.execute(world.database.owner)
  const [row] = rows
  if (row === undefined) throw new Error('There is no such transfer')
  return row
}

async function told(opened: Opened): Promise<Record<string, unknown>> {
  const { reference } = await rowOf(opened)
  const answer = await fetch(`${world.sandboxUrl}/sandbox/pawapay/v2/remittances/${reference}`, {
    headers: { authorization: 'Bearer sandbox' },
  })
  return ((await answer.json()) as { data: { sender: Record<string, unknown> } }).data.sender
}

describe('a network that requires sender details', () => {
  test('shows it before payment', async () => {
    const needs = async () =>
      (await world.rails.networks(await world.configuration.current()))
        .filter(({ needsSender }) => needsSender)
        .map(({ country, network }) => `${country}/${network}`)
    expect(await needs()).toEqual(['GH/mtn'])
    await closeRail(world.database.db, REMITTANCE, MTN, WORDS, ACTION)
    expect(await needs()).toEqual([])
  })

  test('accepts no payment before purpose, source of funds and sender are declared', async () => {
    const stranger = await world.sender()
    const draft = (more: object) => stranger.draft({ ...more })
    const silent = await stranger.create(await draft({}))
    expect([silent.status, silent.code]).toEqual([422, 'declaration_required'])
    expect(silent.body).toMatchObject({ error: { field: 'purposeOfFunds' } })
    const half = await stranger.create(await draft({ purposeOfFunds: 'taxes' }))
    expect(half.body).toMatchObject({ error: { code: 'declaration_required', field: 'sourceOfFunds' } })
    const unknown = await stranger.create(await draft(DECLARED))
    expect([unknown.status, unknown.code]).toEqual([403, 'sender_details_required'])
    const odd = await stranger.create(await draft({ ...DECLARED, purposeOfFunds: 'fun' }))
    expect(odd.body).toMatchObject({ error: { code: 'invalid_field', field: 'purposeOfFunds' } })
    world.known.add(stranger.userId)
    expect((await stranger.create(await draft(DECLARED))).status).toBe(200)
  })

  test('receives all details, at the locked price, and pays out', async () => {
    const opened = await (await known()).open(DECLARED)
    await world.pay(opened)
    await world.reaches(opened, 'sent')
    expect(await rowOf(opened)).toMatchObject({ rail: REMITTANCE, purpose: 'family_support' })
    const { quote } = opened
    expect(await told(opened)).toMatchObject({
      transactionDetails: {
        originalAmount: '50.00',
        originalCurrency: 'USD',
        buyFxRate: quote.rate,
        senderFees: (quote.fee / 100).toFixed(2),
        purposeOfFunds: 'FAMILY_SUPPORT',
        sourceOfFunds: 'SALARY',
      },
      senderDetails: {
        firstName: 'Hawa',
        lastName: 'Kollie',
        nationality: 'LBR',
        address: { postalCode: '00000', country: 'USA' },
        identification: { type: 'PASSPORT', number: 'LR0000001' },
        relationshipRecipient: 'MOTHER',
      },
    })
  })

  test.each([
    ['0003', 'sent'],
    ['0004', 'sent'],
  ])('a number ending in %s has an unknown outcome at first, and is %s once', async (ending, state) => {
    const opened = await (await known()).open({ ...DECLARED, phone: recipient(ending) })
    await world.pay(opened)
    await world.reaches(opened, state)
    expect((await rowOf(opened)).rail).toBe(REMITTANCE)
  })

  test('gets no anonymous payout: while the details cannot be read it waits, and uses no other rail', async () => {
    const opened = await (await known()).open(DECLARED)
    world.known.delete(sender.userId)
    await world.pay(opened)
    const isRefused = async () =>
      (
        await sql`select from payout_attempts a join transfers t on t.id = a.transfer_id
          where t.payment_intent_id = ${opened.id} and a.outcome = 'rejected'`.execute(world.database.owner)
      ).rows.length > 0
    await vi.waitFor(async () => expect(await isRefused()).toBe(true), PATIENCE)
    expect((await rowOf(opened)).rail).toBeNull()
    world.known.add(sender.userId)
    await world.makeStepsDue()
    await world.reaches(opened, 'sent')
    expect((await rowOf(opened)).rail).toBe(REMITTANCE)
  })

  test('refunds the transfer when the wallet is full', async () => {
    const opened = await (await known()).open({ ...DECLARED, phone: recipient('0005') })
    await world.pay(opened)
    await world.reaches(opened, 'refunded')
  })

  test('treats its callback as a hint to request the status', async () => {
    const opened = await (await known()).open({ ...DECLARED, phone: recipient('0002') })
    await world.pay(opened)
    await vi.waitFor(async () => expect((await rowOf(opened)).rail).toBe(REMITTANCE), PATIENCE)
    const { reference, wake_version } = await rowOf(opened)
    const callback = JSON.stringify({ remittanceId: reference, status: 'COMPLETED' })
    expect((await world.callback(callback)).status).toBe(200)
    expect((await rowOf(opened)).wake_version).toBe(wake_version + 1)
  })

  test('matches in the daily comparison of books', async () => {
    const opened = await (await known()).open(DECLARED)
    await world.pay(opened)
    await world.reaches(opened, 'sent')
    const { reference } = await rowOf(opened)
    const run = () => reconcile({ db: world.database.db, ...world.providerBooks }, { settleMinutes: 0 })
    // A remittance unknown to pawaPay is found.
    await sql`update payout_routes set rail = 'pawapay' where reference = ${reference}`.execute(
      world.database.owner,
    )
    expect((await run()).breaks).toMatchObject([{ kind: 'payout_missing_there', subject: reference }])
    await sql`update payout_routes set rail = ${REMITTANCE} where reference = ${reference}`.execute(
      world.database.owner,
    )
    expect((await run()).breaks).toEqual([])
  })
})

describe('a rail added to the route after the payment', () => {
  test('is skipped when it needs details that the sender was not asked for: the next rail pays', async () => {
    await routeNetwork(world.database.db, MTN, ['pawapay'], ACTION)
    const opened = await (await world.sender()).open(DECLARED)
    // If no rail requires details, none are stored.
    expect((await rowOf(opened)).purpose).toBeNull()
    await routeNetwork(world.database.db, MTN, [REMITTANCE, 'pawapay'], ACTION)
    await world.pay(opened)
    await world.reaches(opened, 'sent')
    expect((await rowOf(opened)).rail).toBe('pawapay')
  })

  test('makes the payout wait when it is the only one, until another rail is open', async () => {
    await routeNetwork(world.database.db, MTN, ['pawapay'], ACTION)
    const opened = await (await world.sender()).open()
    await routeNetwork(world.database.db, MTN, [REMITTANCE], ACTION)
    await world.pay(opened)
    await world.reaches(opened, 'paying_out')
    expect((await rowOf(opened)).rail).toBeNull()
    await routeNetwork(world.database.db, MTN, [REMITTANCE, 'pawapay'], ACTION)
    await world.makeStepsDue()
    await world.reaches(opened, 'sent')
    expect((await rowOf(opened)).rail).toBe('pawapay')
  })
})
