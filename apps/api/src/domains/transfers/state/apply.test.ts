import { money } from '@sesa/money'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { inTransaction, type Db, type Tx } from '../../../db/index.ts'
import {
  createTestDatabase,
  forge,
  holdingLocks,
  untilWaiting,
  type TestDatabase,
} from '../../../db/testing.ts'
import { storeTransfer, storeUser } from '../../../testing/stored-transfer.ts'
import { post } from '../../record/index.ts'
import { reserve as reserveAmount } from '../../payouts/float/index.ts'
import { pinRoute } from '../../payouts/rails/routes-store.ts'
import type { PayoutRoute } from '../payout-router.ts'
import { apply, decideAndApply, decideInTransaction } from './apply.ts'
import { Change } from './change.ts'
import { capture, paidOut, refund } from './ledger-entries.ts'
import { LeaseLost, readTransfer, type Claim } from './transfer-row.ts'
import { claimOne } from './transitions.ts'

let database: TestDatabase
let userId: string
let claim: Claim

beforeAll(async () => {
  database = await createTestDatabase()
  userId = await storeUser(database.owner)
})
beforeEach(async () => {
  await forge(
    database.owner,
    sql`truncate transfers, staff_actions, ledger_postings, ledger_entries restart identity cascade`,
  )
  claim = await claimed('awaiting_payment')
})
afterAll(() => database.drop())

async function claimed(state: string): Promise<Claim> {
  const { id } = await storeTransfer(database.owner, userId, state)
  await set(id, 'next_step_at = now()')
  const found = await inTransaction(database.db, 'test.claim', (tx) => claimOne(tx, { id }))
  if (found === undefined) throw new Error('Not claimed')
  return found
}

const set = (id: string, values: string) =>
  forge(database.owner, sql`update transfers set ${sql.raw(values)} where id = ${id}`)

/** Writes a change. What it returns must be what the database has, since customers are answered with it. */
const write = (change: Change) =>
  inTransaction(database.db, 'test.apply', async (tx) => {
    const applied = await apply(tx, change)
    if (applied !== null) expect(applied.next).toMatchObject({ ...(await readTransfer(tx, applied.next.id)) })
    return applied
  })

/** Reads the transfer, and everything that was written about it. */
async function written(id = claim.id) {
  const { owner } = database
  const [row, events, postings, requests, refunds, moves, routes, reserved] = await Promise.all([
    owner
      .selectFrom('transfers')
      .selectAll()
      .select(sql<number | null>`round(extract(epoch from next_step_at - now()))::int`.as('wait'))
      .where('id', '=', id)
      .executeTakeFirstOrThrow(),
    sql<{ event: string }>`
      select concat_ws(' ', kind, from_state, to_state, hold_reason, detail, staff) as event
      from transfer_events where transfer_id = ${id} order by id`.execute(owner),
    sql<{ posting: string }>`
      select concat_ws(' ', e.kind, p.from_account, p.to_account, p.amount) as posting
      from ledger_entries e join ledger_postings p on p.entry_id = e.id and p.transfer_id = e.transfer_id
      order by e.id, p.from_account`.execute(owner),
    owner.selectFrom('payout_attempts').selectAll().where('transfer_id', '=', id).orderBy('id').execute(),
    owner.selectFrom('refund_attempts').selectAll().where('transfer_id', '=', id).execute(),
    owner.selectFrom('outbox').selectAll().where('transfer_id', '=', id).orderBy('id').execute(),
    sql<{ rail: string }>`
      select rail from payout_routes where reference = ${claim.payout_reference}`.execute(owner),
    sql<{ reserved: string }>`
      select concat_ws(' ', account, country, currency, amount) as reserved
      from float_reservations where reference = ${claim.payout_reference}`.execute(owner),
  ])
  return {
    row,
    events: events.rows.map(({ event }) => event),
    postings: postings.rows.map(({ posting }) => posting),
    requests,
    refunds,
    moves,
    routes: routes.rows.map(({ rail }) => rail),
    reserved: reserved.rows.map((one) => one.reserved),
  }
}

const CHARGE = {
  captured_at: new Date('2026-11-29T12:00:00Z'),
  card_brand: 'visa',
  card_last4: '4242',
  card_wallet: 'apple_pay',
  card_country: 'US',
  card_key: Buffer.alloc(32, 7),
  payout_delay_minutes: 15,
}
const PAWAPAY = { rail: 'pawapay', account: 'pawapay', isCounted: true }
const HELD = { hold_reason: 'staff', hold_owner: 'operations' }

describe('a change', () => {
  it('of a charge writes the transfer, its events, its entry and its request at once', async () => {
    await set(claim.id, `failures = 3, charge_unknown = true, state_changed_at = now() - interval '1 hour'`)
    const change = Change.of(claim)
      .chargeIs(false)
      .move('paid', CHARGE)
      .book(capture(claim))
      .move('paying_out')
      .request('payout', PAWAPAY)
    const applied = await write(change)
    const { row, moves, ...others } = await written()
    expect(row).toMatchObject({ ...CHARGE, state: 'paying_out', attempts: 1, failures: 0 })
    expect(row).toMatchObject({ charge_unknown: false, wait: 0, lease_token: claim.lease_token })
    expect(row.state_changed_at.getTime()).toBeGreaterThan(claim.state_changed_at.getTime())
    expect(others).toEqual({
      events: ['moved awaiting_payment paid', 'moved paid paying_out'],
      postings: ['capture card_clearing:USD customer:USD 10000'],
      requests: [expect.objectContaining({ id: applied?.request, outcome: null, closed_at: null })],
      refunds: [],
      routes: ['pawapay'],
      reserved: ['pawapay LR LRD 1700000'],
    })
    const { state_changed_at, wake_version } = row
    const next = { ...CHARGE, state: 'paying_out', state_changed_at, wake_version, rail: 'pawapay' }
    expect(applied?.next).toMatchObject(next)
    expect(moves).toEqual([
      expect.objectContaining({ move: 'paid', state: 'paying_out', captured_at: CHARGE.captured_at }),
    ])
  })

  it('of a delivery closes its request, books it and releases the lease', async () => {
    const paying = await write(Change.of(claim).move('paid', CHARGE).move('paying_out').request('payout'))
    if (!paying?.next || paying.request === null) throw new Error('Not requested')
    const sent = Change.of(paying.next)
      .close({ id: paying.request }, 'accepted')
      .move('sent', { failure_code: 'RECIPIENT_NOT_FOUND' })
      .book(paidOut(claim))
    expect(await write(sent)).toMatchObject({ next: { state: 'sent', lease_token: null }, request: null })
    const { row, events, postings, requests, moves } = await written()
    expect(row).toMatchObject({ state: 'sent', failure_code: 'RECIPIENT_NOT_FOUND', next_step_at: null })
    expect(row).toMatchObject({ lease_token: null, lease_until: null, refund_order: null })
    expect(events.at(-1)).toBe('moved paying_out sent')
    expect(postings).toEqual([
      'paid_out customer:USD fx:USD 10000',
      'paid_out fx:LRD payout_float:LRD 1700000',
    ])
    expect(requests).toEqual([expect.objectContaining({ outcome: 'accepted', closed_at: expect.any(Date) })])
    expect(moves).toMatchObject([
      { move: 'paid', state: 'paying_out', failure_code: null },
      { move: 'sent', state: 'sent', failure_code: 'RECIPIENT_NOT_FOUND' },
    ])
  })

  it('notes a refusal with the closed request, else with the newest', async () => {
    const first = await write(Change.of(claim).move('paid', CHARGE).move('paying_out').request('payout'))
    if (!first?.next || first.request === null) throw new Error('Not requested')
    const second = await write(
      Change.of(first.next).close({ id: first.request }, 'rejected').refuse('EMPTY').request('payout'),
    )
    expect((await written()).requests).toMatchObject([
      { outcome: 'rejected', answer: 'EMPTY' },
      { outcome: null, answer: null },
    ])
    if (!second?.next) throw new Error('Not requested again')
    await write(Change.of(second.next).refuse('FULL: The wallet is full.'))
    expect((await written()).requests).toMatchObject([
      { outcome: 'rejected', answer: 'EMPTY' },
      { outcome: null, answer: 'FULL: The wallet is full.' },
    ])
  })

  it('books several entries in their order, each with its own postings', async () => {
    const other = '00000000-0000-7000-8000-00000000000a'
    await write(
      Change.of(claim).book(
        capture(claim),
        refund(claim.id, money(60n, 'USD'), claim),
        refund(other, money(40n, 'USD'), claim),
      ),
    )
    expect((await written()).postings).toEqual([
      'capture card_clearing:USD customer:USD 10000',
      'refund customer:USD card_clearing:USD 60',
      'refund customer:USD card_clearing:USD 40',
    ])
  })

  it('records a refund request with the order that it carries out', async () => {
    const id = '00000000-0000-7000-8000-000000000009'
    await sql`insert into staff_actions (id, transfer_id, action, staff, reason)
      values (${id}, ${claim.id}, 'refund', 'Ama Boateng', 'Looked at by hand')`.execute(database.owner)
    await set(claim.id, `refund_order = '${id}'`)
    const applied = await write(Change.of({ ...claim, refund_order: id }).request('refund'))
    expect((await written()).refunds).toEqual([
      expect.objectContaining({ id: applied?.request, refund_order: id }),
    ])
  })

  it('places holds on top of each other, and ends them', async () => {
    await write(Change.of(claim).set({ cancel_reason: 'user' }).beneath('refund_returned').hold('staff'))
    const held = await written()
    expect(held.row).toMatchObject({ ...HELD, cancel_reason: 'user', next_step_at: null, lease_token: null })
    expect(held.events).toEqual([
      'held awaiting_payment awaiting_payment refund_returned',
      'held awaiting_payment awaiting_payment staff',
    ])
    await set(claim.id, `lease_token = gen_random_uuid()`)
    const { row } = await written()
    await write(Change.of({ ...claim, ...row }).endHold(['refund_returned'], 'done'))
    const { row: after, events, moves } = await written()
    expect(after).toMatchObject({ hold_reason: 'refund_returned', hold_owner: 'operations' })
    expect(events.slice(2)).toEqual([
      'released awaiting_payment awaiting_payment done',
      'held awaiting_payment awaiting_payment refund_returned',
    ])
    expect(moves).toMatchObject([{ move: 'held', cancel_reason: 'user' }])
  })

  it('records who asked for a cancellation, once', async () => {
    await write(Change.of(claim).cancel('staff', 'screening').cancel('user', 'nobody').wait(0))
    const { row, events } = await written()
    expect(row.cancel_reason).toBe('staff')
    expect(events).toEqual(['cancel_requested awaiting_payment awaiting_payment screening'])
  })

  it('leaves the time of a charge exact', async () => {
    const charged = await claimed('paid')
    await set(charged.id, `captured_at = '2026-11-29 12:00:00.123456+00'`)
    await write(Change.of(charged).wait(1_000))
    const { rows } = await sql<{ at: string }>`
      select captured_at::text as at from transfers where id = ${charged.id}`.execute(database.owner)
    expect(rows[0]?.at).toContain('00.123456')
  })

  it('fails with an account that is not in the chart, and writes nothing', async () => {
    const amount = { amount: 5n, currency: 'XXX' } as unknown as ReturnType<typeof money>
    const before = await written()
    await expect(
      write(
        Change.of(claim)
          .move('paid', CHARGE)
          .book(refund(claim.id, amount, claim)),
      ),
    ).rejects.toThrow(/null value/)
    expect(await written()).toEqual({ ...before, row: { ...before.row, wait: expect.any(Number) } })
  })
})

describe('the route of a pay-out', () => {
  const request = (route: PayoutRoute | null = PAWAPAY) =>
    Change.of(claim).move('paid', CHARGE).move('paying_out').request('payout', route)
  const reserve = (account: string) =>
    inTransaction(database.db, 'test.reserve', (tx) => {
      const amount = { amount: money(1_700_000n, 'LRD'), country: 'LR' } as const
      return reserveAmount(tx, claim.payout_reference, { account, ...amount })
    })
  const pin = (rail: string, db: Db | Tx = database.db) => pinRoute(db, claim.payout_reference, rail)

  it('moves the reservation of the opening to its account', async () => {
    await reserve('mtn-momo')
    await write(request())
    expect(await written()).toMatchObject({ routes: ['pawapay'], reserved: ['pawapay LR LRD 1700000'] })
  })

  it('stays when the next request is recorded', async () => {
    const first = await write(request())
    if (!first?.next) throw new Error('Not requested')
    const again = Change.of(first.next).request('payout', { ...PAWAPAY, account: null })
    expect((await write(again))?.next).toMatchObject({ rail: 'pawapay' })
    expect(await written()).toMatchObject({ routes: ['pawapay'], reserved: ['pawapay LR LRD 1700000'] })
  })

  it('is none for a request without an open route, which keeps its reservation', async () => {
    await reserve('mtn-momo')
    const { next, request: id } = (await write(request(null))) ?? {}
    expect([next?.rail, typeof id]).toEqual([null, 'bigint'])
    expect(await written()).toMatchObject({ routes: [], reserved: ['mtn-momo LR LRD 1700000'] })
  })

  it('is the one pinned since the claim was read, with its reservation', async () => {
    await reserve('mtn-momo')
    await pin('mtn-momo-lr')
    expect((await write(request()))?.next).toMatchObject({ rail: 'mtn-momo-lr' })
    expect(await written()).toMatchObject({
      routes: ['mtn-momo-lr'],
      reserved: ['mtn-momo LR LRD 1700000'],
    })
  })

  it('is the one that another process is pinning at this moment', async () => {
    let writing: ReturnType<typeof write> | undefined
    await holdingLocks(database, async (tx) => {
      await pin('mtn-momo-lr', tx)
      writing = write(request())
      await untilWaiting(database, 1)
    })
    expect((await writing)?.next).toMatchObject({ rail: 'mtn-momo-lr' })
    expect(await written()).toMatchObject({ routes: ['mtn-momo-lr'], reserved: [] })
  })

  it.each([
    ['nothing while it has to be counted', 'pawapay', 'LR', false, []],
    ['the route while it is ample', 'pawapay', 'LR', true, ['pawapay']],
    ['the route whatever another account holds', 'mtn-momo', 'LR', false, ['pawapay']],
    ['the route whatever it holds in another country', 'pawapay', 'GH', false, ['pawapay']],
  ] as const)('chosen without counting its wallet writes %s', async (_, account, country, ample, routes) => {
    await sql`delete from float_wallets`.execute(database.owner)
    await sql`insert into float_wallets (account, country, currency, ample)
      values (${account}, ${country}, ${country === 'LR' ? 'LRD' : 'GHS'}, ${ample})`.execute(database.owner)
    const { state } = claim
    const applied = await write(request({ ...PAWAPAY, isCounted: false }))
    const { row, events, requests, ...stored } = await written()
    expect(stored).toMatchObject({ routes, reserved: routes.map((one) => `${one} LR LRD 1700000`) })
    expect([requests.length, events.length / 2]).toEqual([routes.length, routes.length])
    expect([applied?.next.state ?? state, row.state]).toEqual(
      Array(2).fill(routes.length ? 'paying_out' : state),
    )
    // Once its wallet was counted, the decision stands.
    if (applied === null) expect(await write(request())).not.toBeNull()
  })

  it('is read by the next claim', async () => {
    await write(request())
    await set(claim.id, 'lease_until = now(), next_step_at = now()')
    const next = await inTransaction(database.db, 'test.claim', (tx) => claimOne(tx, { id: claim.id }))
    expect([claim.rail, next?.rail]).toEqual([null, 'pawapay'])
  })
})

describe('a change of a transfer that is no longer as it was read', () => {
  const ACTION = '00000000-0000-7000-8000-000000000009'
  const attempt = () =>
    Change.of(claim)
      .move('paid', CHARGE)
      .book(capture(claim))
      .move('paying_out')
      .request('payout', PAWAPAY)
      .close({ id: 1n }, 'accepted')
      .refuse('LATE')

  it.each([
    `lease_token = gen_random_uuid()`,
    `lease_token = null`,
    `state = 'cancelled'`,
    `cancel_reason = 'user'`,
    `hold_reason = 'staff', hold_owner = 'operations'`,
    `refund_order = '${ACTION}'`,
    `late_events_pending = true`,
  ])('writes nothing: %s', async (values) => {
    await sql`insert into payout_attempts (id, transfer_id) overriding system value values (1, ${claim.id})
      on conflict (id) do update set transfer_id = excluded.transfer_id`.execute(database.owner)
    await set(claim.id, values)
    const before = await written()
    expect(await write(attempt())).toBeNull()
    expect(await written()).toEqual({ ...before, row: { ...before.row, wait: expect.any(Number) } })
  })

  it('is written once when it is written twice at the same time', async () => {
    const both = await Promise.all([1, 2].map(() => write(attempt())))
    expect(both.filter((one) => one !== null)).toHaveLength(1)
    const { events, postings } = await written()
    expect([events.length, postings.length]).toEqual([2, 1])
  })

  it('is written in spite of a wake, and makes the next step due', async () => {
    await set(claim.id, 'wake_version = wake_version + 1')
    await write(Change.of(claim).wait(60_000))
    expect((await written()).row).toMatchObject({ wait: 0, lease_token: null })
  })

  it.each([
    [true, { state: 'cancelled', cancel_reason: 'user' }],
    [false, { state: 'awaiting_payment', cancel_reason: 'user' }],
  ])('is decided again from the transfer as it is (%s)', async (cancels, expected) => {
    await set(claim.id, `cancel_reason = 'user'`)
    const seen: unknown[] = []
    await decideAndApply(database.db, 'test.decide', claim, (current) => {
      seen.push(current.cancel_reason)
      const isCancelled = cancels && current.cancel_reason !== null
      return isCancelled ? Change.of(current).move('cancelled') : Change.of(current).wait(0)
    })
    expect(seen).toEqual([null, 'user'])
    expect((await written()).row).toMatchObject(expected)
  })

  it('leaves nothing that was written beside it', async () => {
    await set(claim.id, `lease_token = gen_random_uuid()`)
    const decided = decideInTransaction(database.db, 'test.decide', claim, async (current, tx) => {
      await post(tx, capture(current))
      return Change.of(current).wait(0)
    })
    await expect(decided).rejects.toThrow(LeaseLost)
    expect((await written()).postings).toEqual([])
  })

  it('is not decided again once another process has the lease', async () => {
    await set(claim.id, `lease_token = gen_random_uuid()`)
    const decided = decideAndApply(database.db, 'test.decide', claim, (current) => Change.of(current).wait(0))
    await expect(decided).rejects.toThrow(LeaseLost)
  })
})

describe('a wake since the claim was read', () => {
  const WOKEN = 'wake_version = wake_version + 1'

  it.each<[string, (change: Change) => Change, string, object]>([
    ['keeps events pending', (change) => change.eventsHandled(), WOKEN, { late_events_pending: true }],
    ['or no events', (change) => change.eventsHandled(), '', { late_events_pending: false }],
    [
      'keeps a reported charge unknown',
      (one) => one.chargeIs(false).wait(0),
      WOKEN,
      { charge_unknown: true },
    ],
    ['or no charge', (change) => change.chargeIs(false).wait(0), '', { charge_unknown: false }],
    ['makes a hold due', (change) => change.hold('staff'), WOKEN, { wait: 0 }],
    ['or no hold', (change) => change.hold('staff'), '', { wait: null }],
    ['does not shorten the wait after an error', (one) => one.waitAfterError(60_000, 2), WOKEN, { wait: 60 }],
    [
      'after a hold of ours means no events',
      (one) => one.set({ late_events_pending: false }).hold('staff').endHold([], 'ended', 'ours'),
      WOKEN,
      { late_events_pending: false },
    ],
  ])('%s', async (_, changed, values, expected) => {
    await set(claim.id, 'late_events_pending = true, charge_unknown = true')
    if (values !== '') await set(claim.id, values)
    const read = { ...claim, late_events_pending: true, charge_unknown: true }
    await write(changed(Change.of(read)))
    expect((await written()).row).toMatchObject(expected)
  })
})

describe('people who must be clear', () => {
  const person = async (state: string): Promise<bigint> => {
    const { rows } = await sql<{ id: bigint }>`
      insert into screening_subjects (kind, phone, name, state, active_until)
      values ('recipient', ${`+23177${Math.trunc(Math.random() * 1e7)}`}, 'Isata Kamara', ${state}, 'infinity')
      returning id`.execute(database.owner)
    if (rows[0] === undefined) throw new Error('Not stored')
    return rows[0].id
  }

  it.each([
    [['clear', 'review'], false, true],
    [['clear', 'match'], false, false],
    [['clear', 'unscreened'], false, false],
    [['clear', 'unscreened'], true, true],
    [[], false, false],
  ])('when they are %s, with mayBeUnscreened %s', async (states, mayBeUnscreened, isWritten) => {
    const ids = await Promise.all(states.map(person))
    const change = Change.of(claim).move('paid', CHARGE).onlyIfClear({ ids, mayBeUnscreened })
    expect((await write(change)) !== null).toBe(isWritten)
    expect((await written()).events).toHaveLength(isWritten ? 1 : 0)
  })

  it('returns the transfer as it is, so that its people are screened again', async () => {
    const ids = [await person('match')]
    const { next, request } = await decideAndApply(database.db, 'test.decide', claim, (current) =>
      Change.of(current).move('paid', CHARGE).onlyIfClear({ ids, mayBeUnscreened: false }),
    )
    expect([next?.state, request]).toEqual(['awaiting_payment', null])
  })
})
