import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { inTransaction, type Db, type Tx } from '../../../db/index.ts'
import { createTestDatabase, forge, type TestDatabase } from '../../../db/testing.ts'
import { storeTransfer, storeUser } from '../../../testing/stored-transfer.ts'
import type { State } from '../state/states.ts'
import { apply, readClaimAgain } from '../state/apply.ts'
import { Change } from '../state/change.ts'
import { LeaseLost, readFrozenSender, readTransfer, type Claim } from '../state/transfer-row.ts'
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

const HELD = `hold_reason = 'staff', hold_owner = 'operations'`
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
const claim = (id: string) => inTx((tx) => claimOne(tx, { id }))

/** Claims a transfer. Columns set afterwards are missing from the claim. */
async function claimed(values: string, state?: string, afterwards?: string): Promise<Claim> {
  const id = await due(values, state)
  const found = await claim(id)
  if (found === undefined) throw new Error('Not claimed')
  if (afterwards !== undefined) await set(id, afterwards)
  return found
}

interface Released {
  readonly wait: number | null
  readonly untilExpiry: boolean | null
  readonly leased: boolean
  readonly failures: number
  readonly late_events_pending: boolean
}

/** Reads the lease, and the seconds until the next step is due, counted from the start of the transaction. */
async function rowOf(id: string, db: Db | Tx = database.owner) {
  const { rows } = await sql<Released>`
    select round(extract(epoch from next_step_at - now()))::int as wait, next_step_at = quote_expires_at as "untilExpiry",
      lease_token is not null as leased, failures, late_events_pending from transfers where id = ${id}`.execute(
    db,
  )
  return rows[0]
}

const write = (tx: Tx, change: Change) => apply(tx, change)

/** Writes a change and reads the row in the same transaction, so that a slow machine does not shorten the wait. */
const released = (change: Change) =>
  inTx(async (tx) => {
    const { id } = change.effect.read
    const applied = await write(tx, change)
    expect(applied).toMatchObject({ next: { lease_token: null }, request: null })
    expect(applied?.next).toMatchObject({ ...(await readTransfer(tx, id)) })
    return rowOf(id, tx)
  })

describe('the facts of a claim', () => {
  const FROZEN = { name: 'Fatu Kamara', phone: '+231770000001', gender: 'female', dob: '1990-04-02' } as const
  const DOCUMENT = {
    ...{ nationality: 'LR', address_line: '12 Broad Street', city: 'Monrovia', country: 'LR' },
    ...({ identification_type: 'passport', identification_number: Buffer.from('a1b2', 'hex') } as const),
  }

  /** Stores a customer whose profile has changed since they sent, with a tier until a day, and their due transfer. */
  async function customer(tier: 2 | 3, until: string | null, country: 'LR' | 'SL', state = 'paid') {
    const { owner } = database
    const user_id = await storeUser(owner)
    const phone_number = country === 'LR' ? '+231770000001' : '+23277000002'
    await owner.insertInto('customer_tiers').values({ user_id, tier, until }).execute()
    await owner.insertInto('phone_identities').values({ user_id, phone_number, country }).execute()
    await owner.insertInto('profiles').values({ user_id, name: 'Totally Different' }).execute()
    const { id: transfer_id } = await storeTransfer(owner, user_id, state)
    await set(transfer_id, `next_step_at = now()`)
    return { user_id, transfer_id }
  }

  it('are the sender as frozen, their tier and country today, and the wallets that count', async () => {
    const { owner } = database
    const [first, second] = [await customer(2, null, 'LR'), await customer(3, '2001-01-01', 'SL')]
    const { id: earlier } = await storeTransfer(owner, first.user_id, 'sent')
    const frozen = owner.insertInto('transfer_senders')
    await frozen.values({ ...first, ...FROZEN, ...DOCUMENT }).execute()
    await frozen.values({ ...first, transfer_id: earlier, name: 'Fatu Before' }).execute()
    await sql`insert into float_wallets (account, country, currency, ample) values ('pawapay', 'LR', 'LRD', false),
      ('mtn-momo', 'LR', 'LRD', true), ('manual', 'LR', 'USD', false), ('manual', 'GH', 'GHS', false)`.execute(
      owner,
    )
    const { nationality, city, country } = DOCUMENT
    expect((await claim(first.transfer_id))?.facts).toEqual({
      sender: {
        ...FROZEN,
        document: {
          ...{ nationality, identificationType: 'passport', sealedNumber: '\\xa1b2', occupation: null },
          address: { line: '12 Broad Street', postalCode: null, city, country },
        },
      },
      standing: { tier: 2, country: 'LR' },
      scarce: ['pawapay'],
    })
    // A transfer of an earlier release, of a customer whose document has expired.
    expect((await claim(second.transfer_id))?.facts).toEqual({
      ...{ sender: null, standing: { tier: 1, country: 'SL' }, scarce: ['pawapay'] },
    })
    await frozen.values({ ...second, name: 'Kofi Owusu', nationality: 'GH' }).execute()
    expect(await readFrozenSender(owner, second.transfer_id)).toMatchObject({
      name: 'Kofi Owusu',
      document: null,
    })
  })

  it.each([
    ['awaiting_payment', true],
    ['paid', true],
    ['paying_out', true],
    ['payout_unknown', true],
    ['payout_failed', false],
    ['refunding', false],
    ['refund_failed', false],
    ['sent', false],
  ] as const)('are read while it may still be paid out: %s, %s', async (state, isRead) => {
    const found = await claimed('', state)
    expect(found.facts !== null).toBe(isRead)
  })
})

describe('claiming a transfer', () => {
  it.each([
    ['works when its step is due', '', true],
    ['works by id when its step is due later', `next_step_at = now() + interval '1 hour'`, true],
    ['works when its lease has expired', `${LEASED} interval '-1 second'`, true],
    ['fails while another process has the lease', `${LEASED} interval '1 hour'`, false],
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
    expect(await claimed(`${day(25)}, ${price(3_600)}`)).toMatchObject({ stale: true, expired: false })
    expect(await claimed(`${day(23)}, ${price(-1)}`)).toMatchObject({ stale: false, expired: true })
  })

  it('claims the longest overdue transfers, up to the requested number', async () => {
    const ids: string[] = []
    for (const seconds of [10, 30, 20])
      ids.push(await due(`next_step_at = now() - interval '${seconds} seconds'`))
    const [last, first, second] = ids
    await due(`next_step_at = now() + interval '1 hour'`)
    await due(`${LEASED} interval '1 hour'`)
    const claims = async (limit: number) =>
      (await inTx((tx) => claimDue(tx, limit))).map(({ id }) => id).toSorted()
    expect(await claims(2)).toEqual([first, second].toSorted())
    expect(await claims(2)).toEqual([last])
    expect(await claims(2)).toEqual([])
  })
})

describe('extending a lease', () => {
  /** Reads when a lease ends. */
  const endOf = async (id: string) => {
    const { rows } = await sql<{ end: Date; now: Date }>`
      select lease_until as end, clock_timestamp() as now from transfers where id = ${id}`.execute(
      database.owner,
    )
    if (rows[0] === undefined) throw new Error('No transfer')
    return rows[0]
  }
  const ENDING = `lease_until = now() - interval '1 hour'`

  it('gives the claim 10 seconds from now', async () => {
    const found = await claimed('', undefined, ENDING)
    const before = await endOf(found.id)
    await extendLease(database.db, found)
    const after = await endOf(found.id)
    const asked = after.end.getTime() - 10_000
    expect(asked).toBeGreaterThanOrEqual(before.now.getTime())
    expect(asked).toBeLessThanOrEqual(after.now.getTime())
  })

  it('leaves the lease of another process unchanged', async () => {
    const found = await claimed('', undefined, `${ENDING}, lease_token = gen_random_uuid()`)
    const { end } = await endOf(found.id)
    await extendLease(database.db, found)
    expect((await endOf(found.id)).end).toEqual(end)
  })

  it('does not wait for a transaction that has the row', async () => {
    const found = await claimed('', undefined, ENDING)
    const { end } = await endOf(found.id)
    await inTx(async (tx) => {
      await sql`select from transfers where id = ${found.id} for update`.execute(tx)
      await extendLease(database.db, found)
    })
    expect((await endOf(found.id)).end).toEqual(end)
  })
})

describe('releasing a lease', () => {
  const REFUND = '00000000-0000-7000-8000-000000000009'
  const WOKEN = 'wake_version = wake_version + 1'

  const EXPIRES = `quote_expires_at = now() + interval '1 hour'`
  const DAY_MS = 86_400_000

  it.each([
    ['for the given time', '', 'paying_out', undefined, { wait: 86_400 }],
    ['not at all after a wake', '', 'paying_out', WOKEN, { wait: 0 }],
    ['until the price expires', EXPIRES, 'awaiting_payment', undefined, { untilExpiry: true }],
    [
      'for the given time once the price has expired',
      `quote_expires_at = now() - interval '20 seconds'`,
      'awaiting_payment',
      undefined,
      { wait: 86_400 },
    ],
    ['for the given time once it is paid', EXPIRES, 'paid', undefined, { wait: 86_400 }],
  ])('makes the next step wait %s', async (_, values, state, afterwards, waits) => {
    const held = await claimed(values === '' ? 'failures = 3' : `failures = 3, ${values}`, state, afterwards)
    const row = await released(Change.of(held).wait(DAY_MS))
    expect(row).toMatchObject({ leased: false, failures: 0, ...waits })
  })

  it('after an error keeps the count of failures and waits', async () => {
    const held = await claimed('failures = 3')
    const row = await released(Change.of(held).waitAfterError(60_000, 4))
    expect(row).toMatchObject({ leased: false, failures: 4, wait: 60 })
  })

  it.each([
    ['nothing', undefined, null],
    ['a wake', WOKEN, 0],
  ])('of a transfer on hold leaves it waiting for %s', async (_, afterwards, wait) => {
    const held = await claimed('', 'paying_out', afterwards)
    expect(await released(Change.of(held).waitForWake())).toMatchObject({ leased: false, wait })
  })

  it.each<[string, State, string, string | undefined, number | null]>([
    ['an open transfer continues', 'paying_out', '', undefined, 0],
    ['an ended transfer stops', 'sent', '', undefined, null],
    ['an ended transfer continues after a wake', 'sent', '', WOKEN, 0],
    [
      'an ended transfer continues when staff requested a refund',
      'sent',
      `refund_order = '${REFUND}'`,
      undefined,
      0,
    ],
    ['a transfer on hold stops', 'paying_out', HELD, undefined, null],
  ])('after handling late events: %s', async (_, state, values, afterwards, wait) => {
    const held = await claimed('late_events_pending = true', state, afterwards)
    await sql`insert into staff_actions (id, transfer_id, action, staff, reason)
      values (${REFUND}, ${held.id}, 'refund', 'Ama Boateng', 'Looked at by hand') on conflict do nothing`.execute(
      database.owner,
    )
    if (values !== '') await set(held.id, values)
    const current = await inTx((tx) => readClaimAgain(tx, held))
    const row = await released(Change.of(current).eventsHandled())
    expect(row).toMatchObject({ leased: false, late_events_pending: afterwards !== undefined, wait })
  })

  it('or renewing it fails when another process has taken over', async () => {
    const lost = await claimed('', 'paying_out', `lease_until = now() - interval '1 second'`)
    await claim(lost.id)
    await expect(inTx((tx) => readClaimAgain(tx, lost))).rejects.toThrow(LeaseLost)
    expect(await inTx((tx) => write(tx, Change.of(lost).wait(60_000)))).toBeNull()
    expect(await rowOf(lost.id)).toMatchObject({ leased: true })
  })

  it('is not needed to renew it for the full time', async () => {
    const held = await claimed('', 'paying_out', `lease_until = now() + interval '1 second'`)
    const renewed = await inTx(async (tx) => {
      await write(tx, Change.of(held))
      return sql`select from transfers where lease_until = now() + interval '10 seconds'`.execute(tx)
    })
    expect(renewed.rows).toHaveLength(1)
  })
})
