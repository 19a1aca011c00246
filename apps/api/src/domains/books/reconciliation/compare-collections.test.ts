import { money, type Money } from '@sesa/money'
import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { onPrimary } from '../../../db/reads.ts'
import { createTestDatabase, forge, type TestDatabase } from '../../../db/testing.ts'
import { storeTransfer, storeUser } from '../../../testing/stored-transfer.ts'
import type { CollectionStatus } from '../../transfers/index.ts'
import { compareCollections } from './compare-collections.ts'
import { listBreaks } from './list-breaks.ts'
import { reconcile } from './run.ts'

let database: TestDatabase
let userId: string
beforeAll(async () => {
  database = await createTestDatabase()
  userId = await storeUser(database.owner)
})
beforeEach(async () => {
  await forge(database.owner, sql`truncate reconciliation_breaks, collection_attempts, transfers cascade`)
})
afterAll(() => database.drop())

const lrd = (minor: bigint): Money => money(minor, 'LRD')
const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000)
const WINDOW = { recent: hoursAgo(72), until: hoursAgo(-1) }

/** Stores a request for LRD 17,716.00 that ended an hour ago. */
async function ended(
  state: string,
  change: { hours?: number; agreedHours?: number; takenBack?: number } = {},
) {
  const { owner } = database
  const { hours = 1, agreedHours, takenBack = null } = change
  const { id: transferId } = await storeTransfer(owner, userId, 'sent')
  const id = randomUUID()
  const received = state === 'completed' ? 1_771_600n : null
  await sql`insert into collection_attempts (id, transfer_id, number, collector, country, network, phone, amount, currency, state,
      ended_at, received, received_currency, agreed_at, taken_back)
    values (${id}, ${transferId}, 1, 'pawapay', 'LR', 'mtn', '+231886123456', 1771600, 'LRD', ${state}, ${hoursAgo(hours)},
      ${received}, ${received === null ? null : 'LRD'}, ${agreedHours === undefined ? null : hoursAgo(agreedHours)},
      ${takenBack})`.execute(owner)
  return id
}

const booksOf = (status: CollectionStatus) => ({ of: () => ({ status: () => Promise.resolve(status) }) })
const compare = (status: CollectionStatus) =>
  compareCollections(onPrimary(database.db), booksOf(status), WINDOW)

describe('the carrier’s report on a request to pay', () => {
  it.each<readonly [string, string, CollectionStatus, string | null]>([
    ['completed', 'completed as much', { status: 'completed', amount: lrd(1_771_600n) }, null],
    ['completed', 'completed without an amount', { status: 'completed', amount: null }, null],
    ['completed', 'completed less', { status: 'completed', amount: lrd(1_771_500n) }, 'amount'],
    [
      'completed',
      'completed in another currency',
      { status: 'completed', amount: money(1_771_600n, 'USD') },
      'amount',
    ],
    ['completed', 'failed', { status: 'failed', code: 'REVERSED' }, 'missing_there'],
    ['completed', 'not_found', { status: 'not_found' }, 'missing_there'],
    ['completed', 'open', { status: 'open' }, 'missing_there'],
    ['completed', 'unknown', { status: 'unknown' }, null],
    ['failed', 'completed as much', { status: 'completed', amount: lrd(1_771_600n) }, 'missing_here'],
    ['never_arrived', 'completed as much', { status: 'completed', amount: lrd(1_771_600n) }, 'missing_here'],
    ['stopped', 'completed as much', { status: 'completed', amount: lrd(1_771_600n) }, 'missing_here'],
    ['failed', 'failed', { status: 'failed', code: 'EXPIRED' }, null],
    ['never_arrived', 'not_found', { status: 'not_found' }, null],
  ])('that is %s here and %s there', async (state, _said, status, difference) => {
    const id = await ended(state)
    const { breaks, answered, compared } = await compare(status)
    expect(breaks.map(({ kind, subject }) => [kind, subject])).toEqual(
      difference === null ? [] : [[`collection_${difference}`, id]],
    )
    expect(answered).toEqual(status.status === 'unknown' ? [] : [id])
    expect(compared['collections']).toBe(1)
  })

  it.each<readonly [number, CollectionStatus, string | null]>([
    [1_771_600, { status: 'failed', code: 'REVERSED' }, null],
    [1_771_600, { status: 'completed', amount: lrd(1_771_600n) }, 'amount'],
    [100, { status: 'completed', amount: lrd(1_771_500n) }, null],
    [100, { status: 'failed', code: 'REVERSED' }, 'missing_there'],
  ])('of which %i was taken back is compared with the rest', async (takenBack, status, difference) => {
    await ended('completed', { takenBack })
    const { breaks } = await compare(status)
    expect(breaks.map(({ kind }) => kind)).toEqual(difference === null ? [] : [`collection_${difference}`])
  })

  it('is asked for until it agrees, and not about a request that is old or still open', async () => {
    await ended('completed', { agreedHours: 0 })
    await ended('completed', { hours: 100 })
    await ended('refused')
    expect((await compare({ status: 'unknown' })).compared['collections']).toBe(0)
  })

  it('is unknown for a collector that this deployment no longer has', async () => {
    await ended('completed')
    const gone = {
      of: () => {
        throw new Error('No such collector')
      },
    }
    const { breaks, answered } = await compareCollections(onPrimary(database.db), gone, WINDOW)
    expect([breaks, answered]).toEqual([[], []])
  })

  it('opens a break that names the transfer and the carrier, and closes it once both agree', async () => {
    const id = await ended('completed')
    const nothing = { rows: [], next: null }
    const run = (status: CollectionStatus) =>
      reconcile(
        {
          db: database.db,
          cards: { entries: () => Promise.resolve(nothing), payments: () => Promise.resolve(nothing) },
          payouts: { status: () => Promise.resolve({ status: 'unknown' }) },
          collections: booksOf(status),
        },
        { settleMinutes: 0 },
      )
    const { breaks } = await run({ status: 'failed', code: 'REVERSED' })
    expect(breaks.map(({ kind, subject }) => [kind, subject])).toEqual([['collection_missing_there', id]])
    const [listed] = await listBreaks(database.db, { limit: 10, cardAccount: 'stripe' })
    expect(listed).toMatchObject({ provider: 'pawapay', transfer: expect.stringMatching(/^S-/) as string })
    expect(listed?.ours?.replaceAll('\u00A0', ' ')).toMatch(/completed, LRD 17,716\.00$/)
    expect((await run({ status: 'unknown' })).breaks).toHaveLength(1)
    expect((await run({ status: 'completed', amount: lrd(1_771_600n) })).breaks).toEqual([])
    const { compared } = await run({ status: 'unknown' })
    expect(compared['collections']).toBe(0)
  })
})
