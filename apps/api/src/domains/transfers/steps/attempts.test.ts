import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { inTransaction, type Tx } from '../../../db/index.ts'
import { createTestDatabase, forge, type TestDatabase } from '../../../db/testing.ts'
import { storeTransfer, storeUser } from '../../../testing/stored-transfer.ts'
import { apply } from '../state/apply.ts'
import { Change } from '../state/change.ts'
import { countRefundAttempts, hasRefundAttempt, payoutHistory } from './attempts.ts'
import type { Claim } from '../state/transfer-row.ts'
import { claimOne } from '../state/transitions.ts'

let database: TestDatabase
let claim: Claim

const inTx = <T>(work: (tx: Tx) => Promise<T>) => inTransaction(database.db, 'test.attempts', work)

beforeAll(async () => {
  database = await createTestDatabase()
})
beforeEach(async () => {
  const { owner } = database
  await forge(owner, sql`truncate transfers, staff_actions cascade`)
  const { id } = await storeTransfer(owner, await storeUser(owner), 'paying_out')
  await sql`update transfers set next_step_at = now()`.execute(owner)
  const claimed = await inTx((tx) => claimOne(tx, { id }))
  if (claimed === undefined) throw new Error('Not claimed')
  claim = claimed
})
afterAll(() => database.drop())

const actionTo = (action: 'release' | 'refund', minutes = 0) =>
  sql`insert into staff_actions (transfer_id, action, staff, reason, at)
    values (${claim.id}, ${action}, 'Ama Boateng', 'Looked at by hand', now() - ${minutes} * interval '1 minute')`.execute(
    database.owner,
  )

/** Records a request from this many minutes ago. A null outcome leaves it open, as after a crash. */
async function request(outcome: 'accepted' | 'rejected' | 'unknown' | null, minutes = 0): Promise<void> {
  const recorded = await inTx((tx) => apply(tx, Change.of(claim).request('payout')))
  const id = recorded?.request ?? null
  if (id === null) throw new Error('Not recorded')
  if (outcome !== null) await inTx((tx) => apply(tx, Change.of(claim).close({ id }, outcome)))
  await sql`update payout_attempts set sent_at = now() - ${minutes} * interval '1 minute'
    where id = (select max(id) from payout_attempts)`.execute(database.owner)
}

describe('the history of pay-out requests', () => {
  const NONE = {
    count: 0,
    recent: 0,
    last: null,
    rejected: false,
    givenUp: false,
    closed: true,
    settled: true,
  }

  it('is empty before the first request', async () => {
    expect(await inTx((tx) => payoutHistory(tx, claim))).toEqual(NONE)
  })

  it.each([
    ['one open', [[null, 14]], { last: null, closed: false, settled: false }],
    ['one open for a long time', [[null, 16]], { last: null }],
    ['one accepted', [['accepted', 0]], { last: 'accepted' }],
    ['one rejected', [['rejected', 0]], { last: 'rejected', rejected: true }],
    ['one without an answer', [['unknown', 14]], { last: 'unknown', settled: false }],
    ['one without an answer for a long time', [['unknown', 16]], { last: 'unknown' }],
    [
      'one without an answer, then one rejected',
      [
        ['unknown', 1],
        ['rejected', 0],
      ],
      { last: 'rejected', rejected: true, settled: false },
    ],
    [
      'one rejected, then one accepted',
      [
        ['rejected', 1],
        ['accepted', 0],
      ],
      { last: 'accepted', rejected: true },
    ],
    [
      'one open, then one accepted',
      [
        [null, 1],
        ['accepted', 0],
      ],
      { last: 'accepted', closed: false, settled: false },
    ],
  ] as const)('shows for %s whether a request may still be on its way', async (_, requests, known) => {
    for (const [outcome, minutes] of requests) await request(outcome, minutes)
    const count = requests.length
    expect(await inTx((tx) => payoutHistory(tx, claim))).toEqual({ ...NONE, count, recent: count, ...known })
  })

  it('counts requests since the last release by staff, and shows whether staff requested a refund', async () => {
    await request('rejected', 10)
    await actionTo('release', 5)
    await request('rejected', 1)
    expect(await inTx((tx) => payoutHistory(tx, claim))).toMatchObject({
      count: 2,
      recent: 1,
      givenUp: false,
    })
    await actionTo('refund')
    expect(await inTx((tx) => payoutHistory(tx, claim))).toMatchObject({ count: 2, recent: 1, givenUp: true })
  })
})

describe('an attempt', () => {
  it('to refund counts toward the refund action that it was recorded for', async () => {
    const known = () =>
      inTx(async (tx) => [await hasRefundAttempt(tx, claim), await countRefundAttempts(tx, claim)])
    expect(await known()).toEqual([false, 0n])
    await inTx((tx) => apply(tx, Change.of(claim).request('refund')))
    expect(await known()).toEqual([true, 1n])
    const claimed = { ...claim, refund_order: '00000000-0000-7000-8000-000000000009' }
    expect(await inTx((tx) => countRefundAttempts(tx, claimed))).toBe(0n)
  })
})
