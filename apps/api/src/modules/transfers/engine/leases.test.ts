import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { inTransaction, type Tx } from '../../../db/index.ts'
import { createTestDatabase, forge, type TestDatabase } from '../../../db/testing.ts'
import { storeTransfer, storeUser } from '../../../testing/stored-transfer.ts'
import type { State } from '../state/states.ts'
import {
  clearPendingEvents,
  releaseLease,
  releaseLeaseAfterError,
  renewLease,
  releaseIdle,
} from '../state/claims.ts'
import { LeaseLost, type Claim } from '../state/transfer-row.ts'
import { claimDue, claimOne, extendLease } from '../state/transitions.ts'

let database: TestDatabase
let userId: string

beforeAll(async () => {
  database = await createTestDatabase()
  userId = await storeUser(database.owner)
})
beforeEach(async () => {
  await forge(database.owner, sql`truncate transfers cascade`)
})
afterAll(() => database.drop())

const HELD = `hold_reason = 'operator', hold_owner = 'operations'`
const LEASED = `lease_token = gen_random_uuid(), lease_until = now() +`

const set = (id: string, values: string) =>
  sql`update transfers set ${sql.raw(values)} where id = ${id}`.execute(database.owner)

/** Stores a transfer whose next step is due, with the given columns changed. */
async function due(values = '', state = 'paying_out'): Promise<string> {
  const { id } = await storeTransfer(database.owner, userId, state)
  await set(id, `next_step_at = now() - interval '1 second'`)
  if (values !== '') await set(id, values)
  return id
}

const inTx = <T>(work: (tx: Tx) => Promise<T>) => inTransaction(database.db, 'test.lease', work)
const claim = (id: string) => inTx((tx) => claimOne(tx, id))

/** Claims a transfer. Columns set afterwards are missing from the claim. */
async function claimed(values: string, state?: string, afterwards?: string): Promise<Claim> {
  const id = await due(values, state)
  const found = await claim(id)
  if (found === undefined) throw new Error('Not claimed')
  if (afterwards !== undefined) await set(id, afterwards)
  return found
}

/** Reads the lease, and the seconds until the next step is due. */
async function rowOf(id: string) {
  const { rows } = await sql<{ wait: number | null; leased: boolean; failures: number; recheck: boolean }>`
    select round(extract(epoch from next_step_at - now()))::int as wait, lease_token is not null as leased,
      failures, recheck from transfers where id = ${id}`.execute(database.owner)
  return rows[0]
}

describe('claiming a transfer', () => {
  it.each([
    ['works when its step is due', '', true],
    ['works by id when its step is due later', `next_step_at = now() + interval '1 hour'`, true],
    ['works when its lease has expired', `${LEASED} interval '-1 second'`, true],
    ['fails while another process has the lease', `${LEASED} interval '2 seconds'`, false],
    ['fails while it is on hold', HELD, false],
  ])('%s', async (_, values, isClaimed) => {
    const id = await due(values)
    expect((await claim(id)) !== undefined).toBe(isClaimed)
  })

  it('fails when no step is due', async () => {
    const id = await due()
    await set(id, 'next_step_at = null')
    expect(await claim(id)).toBeUndefined()
  })

  it('reports whether the price has expired, and whether nothing has changed for a day', async () => {
    const day = (hours: number) => `state_changed_at = now() - interval '${hours} hours'`
    const price = (seconds: number) => `quote_expires_at = now() + interval '${seconds} seconds'`
    expect(await claimed(`${day(25)}, ${price(10)}`)).toMatchObject({ stale: true, expired: false })
    expect(await claimed(`${day(23)}, ${price(-1)}`)).toMatchObject({ stale: false, expired: true })
  })

  it('takes the transfers that have been due the longest, up to the requested number', async () => {
    const ids: string[] = []
    for (const seconds of [10, 30, 20])
      ids.push(await due(`next_step_at = now() - interval '${seconds} seconds'`))
    const [last, first, second] = ids
    await due(`next_step_at = now() + interval '10 seconds'`)
    await due(`${LEASED} interval '10 seconds'`)
    const claims = async (limit: number) =>
      (await inTx((tx) => claimDue(tx, limit))).map(({ id }) => id).toSorted()
    expect(await claims(2)).toEqual([first, second].toSorted())
    expect(await claims(2)).toEqual([last])
    expect(await claims(2)).toEqual([])
  })
})

describe('extending a lease', () => {
  const left = async (id: string) => {
    const { rows } = await sql<{ left: number }>`
      select round(extract(epoch from lease_until - now()))::int as left from transfers where id = ${id}`.execute(
      database.owner,
    )
    return rows[0]?.left
  }
  const ENDING = `lease_until = now() + interval '2 seconds'`

  it('gives the claim 10 more seconds', async () => {
    const found = await claimed('', undefined, ENDING)
    await extendLease(database.db, found)
    expect(await left(found.id)).toBe(10)
  })

  it('leaves the lease of another process as it is', async () => {
    const found = await claimed('', undefined, `${ENDING}, lease_token = gen_random_uuid()`)
    await extendLease(database.db, found)
    expect(await left(found.id)).toBe(2)
  })

  it('does not wait for a transaction that has the row', async () => {
    const found = await claimed('', undefined, ENDING)
    await inTx(async (tx) => {
      await sql`select from transfers where id = ${found.id} for update`.execute(tx)
      await extendLease(database.db, found)
    })
    expect(await left(found.id)).toBe(2)
  })
})

describe('releasing a lease', () => {
  const REFUND = '00000000-0000-7000-8000-000000000009'
  const WOKEN = 'bumps = bumps + 1'

  it.each([
    ['for the given time', '', 'paying_out', undefined, 60],
    ['not at all after a wake', '', 'paying_out', WOKEN, 0],
    [
      'until the price expires',
      `quote_expires_at = now() + interval '20 seconds'`,
      'awaiting_payment',
      undefined,
      20,
    ],
    [
      'for the given time once the price has expired',
      `quote_expires_at = now() - interval '20 seconds'`,
      'awaiting_payment',
      undefined,
      60,
    ],
    [
      'for the given time once it is paid',
      `quote_expires_at = now() + interval '20 seconds'`,
      'paid',
      undefined,
      60,
    ],
  ])('makes the next step wait %s', async (_, values, state, afterwards, wait) => {
    const held = await claimed(values === '' ? 'failures = 3' : `failures = 3, ${values}`, state, afterwards)
    await inTx((tx) => releaseLease(tx, held, 60_000))
    expect(await rowOf(held.id)).toMatchObject({ leased: false, failures: 0, wait })
  })

  it('after an error keeps the count of failures and waits', async () => {
    const held = await claimed('failures = 3')
    await inTx((tx) => releaseLeaseAfterError(tx, held, { failures: 4, waitMs: 60_000 }))
    expect(await rowOf(held.id)).toMatchObject({ leased: false, failures: 4, wait: 60 })
  })

  it.each([
    ['nothing', undefined, null],
    ['a wake', WOKEN, 0],
  ])('of a transfer on hold leaves it waiting for %s', async (_, afterwards, wait) => {
    const held = await claimed('', 'paying_out', afterwards)
    await inTx((tx) => releaseIdle(tx, held))
    expect(await rowOf(held.id)).toMatchObject({ leased: false, wait })
  })

  it.each<[string, State, Partial<Claim>, string | undefined, number | null]>([
    ['an open transfer continues', 'paying_out', {}, undefined, 0],
    ['an ended transfer stops', 'sent', {}, undefined, null],
    ['an ended transfer continues after a wake', 'sent', {}, WOKEN, 0],
    [
      'an ended transfer continues when staff requested a refund',
      'sent',
      { refund_order: REFUND },
      undefined,
      0,
    ],
    ['a transfer on hold stops', 'paying_out', { hold_reason: 'operator' }, undefined, null],
  ])('after handling late events: %s', async (_, state, values, afterwards, wait) => {
    const held = await claimed('recheck = true', state, afterwards)
    await inTx((tx) => clearPendingEvents(tx, { ...held, ...values }))
    expect(await rowOf(held.id)).toMatchObject({ leased: false, recheck: afterwards !== undefined, wait })
  })

  it('or renewing it fails when another process has taken over', async () => {
    const lost = await claimed('', 'paying_out', `lease_until = now() - interval '1 second'`)
    await claim(lost.id)
    await expect(inTx((tx) => renewLease(tx, lost))).rejects.toThrow(LeaseLost)
    await expect(inTx((tx) => releaseLease(tx, lost, 60_000))).rejects.toThrow(LeaseLost)
    expect(await rowOf(lost.id)).toMatchObject({ leased: true })
  })

  it('is not needed to renew it for the full time', async () => {
    const held = await claimed('', 'paying_out', `lease_until = now() + interval '1 second'`)
    await inTx((tx) => renewLease(tx, held))
    const { rows } = await sql`select from transfers
      where lease_until > now() + interval '8 seconds'`.execute(database.owner)
    expect(rows).toHaveLength(1)
  })
})
