import { money } from '@sesa/money'
import { sql } from 'kysely'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { onPrimary } from '../../../db/reads.ts'
import { inTransaction } from '../../../db/index.ts'
import { createTestDatabase, forge, type TestDatabase } from '../../../db/testing.ts'
import { storeTransfer, storeUser } from '../../../testing/stored-transfer.ts'
import { post } from '../../record/index.ts'
import { comparePayouts } from './compare-payouts.ts'
import type { PayoutReport } from './ports.ts'

let database: TestDatabase
let userId: string

beforeAll(async () => {
  database = await createTestDatabase()
  userId = await storeUser(database.owner)
})
beforeEach(async () => {
  await forge(database.owner, sql`truncate ledger_postings, ledger_entries, transfers cascade`)
})
afterAll(() => database.drop())

const HOUR_MS = 3_600_000
const hoursAgo = (hours: number) => new Date(Date.now() - hours * HOUR_MS)
/** Covers transfers that reached their last state in the past three days. */
const WINDOW = { recent: hoursAgo(72), until: hoursAgo(-1), after: null, most: 100 }

/** Stores a transfer of LRD 17,000.00 that reached this state `hours` ago; books its payout if `isBooked`. */
async function resting(state: string, isBooked: boolean, hours = 1) {
  const { owner, db } = database
  const stored = await storeTransfer(owner, userId, state)
  await sql`update transfers set state_changed_at = ${hoursAgo(hours)} where id = ${stored.id}`.execute(owner)
  await sql`insert into payout_attempts (transfer_id) values (${stored.id})`.execute(owner)
  if (isBooked) {
    await inTransaction(db, 'test.post', (tx) =>
      post(tx, {
        transferId: stored.id,
        kind: 'paid_out',
        postings: [{ from: 'customer', to: 'payout_float', amount: money(1_700_000n, 'LRD') }],
      }),
    )
  }
  return stored
}

const compare = (word: PayoutReport, window: Partial<typeof WINDOW> = {}) =>
  comparePayouts(onPrimary(database.db), { status: () => Promise.resolve(word) }, { ...WINDOW, ...window })

describe('the carrier’s report on a payout', () => {
  it.each([
    ['sent', true, 'completed', null],
    ['sent', true, 'pending', 'missing_there'],
    ['sent', true, 'failed', 'missing_there'],
    ['sent', true, 'not_found', 'missing_there'],
    ['sent', true, 'unknown', null],
    ['refunded', false, 'completed', 'missing_here'],
    ['refunded', false, 'pending', 'missing_here'],
    ['refunded', false, 'failed', null],
    ['refunded', false, 'not_found', null],
    ['refunded', false, 'unknown', null],
    ['sent', false, 'completed', 'missing_here'],
    ['sent', false, 'pending', null],
  ] as const)(
    'for a transfer that is %s, booked: %s, is %s: %s',
    async (state, isBooked, status, difference) => {
      const { reference, payout } = await resting(state, isBooked)
      const { breaks, answered, compared } = await compare({ status })
      expect(breaks).toMatchObject(
        difference === null
          ? []
          : [
              {
                kind: `payout_${difference}`,
                subject: payout,
                ours: expect.stringMatching(
                  `^${reference} ${state}, LRD 17,000.00 ${isBooked ? 'booked' : 'not booked'}`,
                ),
                theirs: status,
                owner: 'operations',
                movedAt: expect.any(Date),
              },
            ],
      )
      const isAnswered = status !== 'unknown'
      expect(answered).toEqual(isAnswered ? [payout] : [])
      expect(compared).toEqual({ payouts: 1, payoutsOlder: 0, payoutsAnswered: isAnswered ? 1 : 0 })
    },
  )

  it.each([
    [true, 'completed', money(1_700_000n, 'LRD'), null],
    [true, 'completed', money(1_700_001n, 'LRD'), 'amount'],
    [true, 'completed', money(1_700_000n, 'GHS'), 'amount'],
    [true, 'failed', money(1_700_001n, 'LRD'), 'missing_there'],
    [false, 'failed', money(1_700_000n, 'LRD'), null],
  ] as const)(
    'is compared by amount (booked: %s, %s, %o): %s',
    async (isBooked, status, amount, difference) => {
      await resting(isBooked ? 'sent' : 'refunded', isBooked)
      const { breaks } = await compare({ status, amount })
      expect(breaks.map(({ kind }) => kind)).toEqual(difference === null ? [] : [`payout_${difference}`])
      if (difference !== null) expect(breaks[0]?.theirs).toMatch(/^\w+, (LRD|GHS) 17,000\.0[01]$/)
    },
  )

  it('proves nothing when it is missing for an old payout, but counts when it is a refusal', async () => {
    await resting('sent', true, 100)
    expect(await compare({ status: 'not_found' })).toMatchObject({
      breaks: [],
      compared: { payouts: 0, payoutsOlder: 1, payoutsAnswered: 1 },
    })
    expect((await compare({ status: 'failed' })).breaks).toMatchObject([{ kind: 'payout_missing_there' }])
  })
})

describe('the round through older pay-outs', () => {
  it('continues where the last run ended, and starts over at the end', async () => {
    const older = [await resting('sent', true, 100), await resting('sent', true, 100)].map(({ id }) => id)
    const [first = '', second = ''] = older.toSorted()
    const uptoOf = async (after: string | null, most: number) =>
      (
        await comparePayouts(
          onPrimary(database.db),
          { status: async () => ({ status: 'completed' }) },
          { ...WINDOW, after, most },
        )
      ).upto
    expect(await uptoOf(null, 1)).toBe(first)
    expect(await uptoOf(first, 1)).toBe(second)
    expect(await uptoOf(second, 1)).toBeNull()
    expect(await uptoOf(null, 2)).toBe(second)
    expect(await uptoOf(null, 3)).toBeNull()
    expect(await uptoOf(null, 0)).toBeNull()
  })
})

describe('a payout whose report agrees', () => {
  it('is not requested again until its transfer or its bookings change', async () => {
    const { id, payout } = await resting('sent', true)
    const { agreed } = await compare({ status: 'completed' })
    expect(agreed).toEqual([id])
    const agreeAt = (hours: number) =>
      sql`update payout_attempts set agreed_at = ${hoursAgo(hours)} where transfer_id = ${id}`.execute(
        database.owner,
      )
    await agreeAt(-0.1)
    expect(await compare({ status: 'completed' }, { most: 0 })).toMatchObject({ answered: [] })
    await agreeAt(0.5)
    expect(await compare({ status: 'completed' }, { most: 0 })).toMatchObject({ answered: [payout] })
  })

  it.each([
    ['pending', 'sent', false],
    ['not_found', 'refunded', false],
    ['unknown', 'sent', true],
  ] as const)('is asked for again after the report %s', async (status, state, isBooked) => {
    await resting(state, isBooked)
    expect(await compare({ status })).toMatchObject({ breaks: [], agreed: [] })
  })

  it('is requested again while its break is unresolved, and in the round through older ones', async () => {
    const { id, payout } = await resting('sent', true)
    await sql`update payout_attempts set agreed_at = now() + interval '1 minute' where transfer_id = ${id}`.execute(
      database.owner,
    )
    const older = { recent: hoursAgo(0) }
    expect(await compare({ status: 'completed' }, older)).toMatchObject({
      compared: { payouts: 0, payoutsOlder: 1 },
    })
    await sql`insert into reconciliation_breaks (kind, subject, owner, moved_at)
      values ('payout_amount', ${payout}, 'operations', now())`.execute(database.owner)
    expect(await compare({ status: 'completed' })).toMatchObject({
      compared: { payouts: 1, payoutsOlder: 0 },
    })
    await sql`delete from reconciliation_breaks`.execute(database.owner)
  })
})

describe('a run over many payouts', () => {
  it('checks each once, with at most eight requests at the same time', async () => {
    const stored = await Promise.all(Array.from({ length: 17 }, () => resting('sent', true)))
    const asked: string[] = []
    let [inProgress, most] = [0, 0]
    await comparePayouts(
      onPrimary(database.db),
      {
        async status(reference) {
          asked.push(reference)
          most = Math.max(most, ++inProgress)
          await sleep(5)
          inProgress--
          return { status: 'completed' }
        },
      },
      WINDOW,
    )
    expect(asked.toSorted()).toEqual(stored.map(({ payout }) => payout).toSorted())
    expect(most).toBe(8)
  })
})
