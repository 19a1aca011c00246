import { PATIENCE } from '@sesa/test-kit/patience'
import { money } from '@sesa/money'
import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { payoutRequest } from '../../../providers/testing/answering.ts'
import { closeAndVerify } from '../../../testing/books.ts'
import { SENDER, startEngineWorld, type EngineWorld } from '../../../testing/engine-world.ts'
import { startJobs } from '../../../testing/job-runner.ts'
import type { Opened, Sender } from '../../../testing/sender.ts'
import type { PayoutRouter } from '../../transfers/payout-router.ts'
import type { FreshRequest, PayoutRail } from '../../transfers/ports.ts'
import {
  closeRail,
  createRailsModule,
  endManualPayout,
  listManualPayouts,
  openRail,
  routeNetwork,
} from './index.ts'
import { createRouter } from './router.ts'
import { pinRoute } from './routes-store.ts'
import { sendPayout } from '../../../testing/payout-requests.ts'
import { NOW, ago } from '../../../testing/transfer-changes.ts'
import {
  captureInState,
  expireLease,
  payoutRequestOf,
  recordRequest,
} from '../../../testing/transfer-states.ts'

const ACTION = { staff: 'Ada', reason: 'a test of the rails' }
const MTN = { country: 'LR', network: 'mtn' } as const
const ORANGE = { country: 'LR', network: 'orange' } as const
const REPAIRED = 'Lonestar MTN is being repaired. Try again tomorrow.'

let world: EngineWorld
let sender: Sender
/** Runs after the engine has chosen a rail, and before it pins it. */
let afterChoice: ((reference: string) => Promise<unknown>) | undefined
beforeAll(async () => {
  world = await startEngineWorld({
    between: ({ cards, payouts }) => ({
      cards,
      payouts: {
        ...payouts,
        async choose(request, known, moment) {
          const route = await payouts.choose(request, known, moment)
          await afterChoice?.(request.reference)
          return route
        },
      },
    }),
  })
  await world.rails.refresh()
})
afterAll(async () => expect(await closeAndVerify(world)).toBeGreaterThan(5))
afterEach(async () => {
  afterChoice = undefined
  const { db } = world.database
  await routeNetwork(db, MTN, ['pawapay', 'mtn-momo-lr'], ACTION)
  await routeNetwork(db, ORANGE, ['pawapay', 'manual'], ACTION)
  for (const rail of ['pawapay', 'mtn-momo-lr']) await openRail(db, rail, undefined, ACTION)
  await world.rails.refresh()
})

/** Creates a new sender's request to Liberia, with amounts at today's rate. */
async function create(network: string, phone = '+231881234567', amount = 5_000) {
  sender = await world.sender()
  const path = `/currency/rates/USD/LRD/${amount / 100}`
  const { value } = (await sender.call<{ value: number }>('GET', path)).body
  const receiveAmount = Math.round(value * 100)
  const body = await sender.draft(
    { country: 'LR', network, phone, receiveCurrency: 'LRD', receiveAmount },
    amount,
  )
  return sender.create(body)
}

const open = async (network: string, phone?: string): Promise<Opened> => (await create(network, phone)).body

async function railOf(opened: Opened): Promise<string | undefined> {
  const { rows } = await sql<{ rail: string }>`select r.rail from payout_routes r
    join transfers t on t.payout_reference = r.reference where t.payment_intent_id = ${opened.id}`.execute(
    world.database.owner,
  )
  return rows[0]?.rail
}

/** Returns the transfer's pay-outs in the books of all rails. */
async function payoutsOf(opened: Opened) {
  const { reference } = await payoutRequestOf(world, opened)
  return (await world.books()).payouts.filter((payout) => payout.reference === reference)
}

/** Returns the sender details that MTN received. */
async function senderTold(opened: Opened): Promise<Record<string, unknown>> {
  const base = `${world.sandboxUrl}/sandbox/mtn-momo/remittance`
  const basic = Buffer.from('00000000-0000-4000-8000-000000000001:sandbox').toString('base64')
  const key = { 'ocp-apim-subscription-key': 'sandbox' }
  const token = await fetch(`${base}/token/`, {
    method: 'POST',
    headers: { ...key, authorization: `Basic ${basic}` },
  })
  const { access_token: bearer } = (await token.json()) as { access_token: string }
  const { rows } = await sql<{ reference: string }>`select payout_reference as reference from transfers
    where payment_intent_id = ${opened.id}`.execute(world.database.owner)
  const answer = await fetch(`${base}/v2_0/cashtransfer/${rows[0]?.reference}`, {
    headers: { ...key, authorization: `Bearer ${bearer}` },
  })
  const told = Object.entries((await answer.json()) as Record<string, unknown>)
  return Object.fromEntries(told.filter(([name]) => /^(or|payer(?!Message))/.test(name)))
}

async function stateOf(network: { country: string; network: string }, rails = world.rails) {
  const states = await rails.networks(await world.configuration.current())
  return states.find((one) => one.country === network.country && one.network === network.network)
}

describe('the route to a network', () => {
  test('is the first choice of staff, or the next one when that is closed', async () => {
    const first = await open('mtn')
    await world.pay(first)
    await world.reaches(first, 'sent')
    expect(await railOf(first)).toBe('pawapay')

    await closeRail(world.database.db, 'pawapay', MTN, REPAIRED, ACTION)
    const second = await open('mtn')
    await world.pay(second)
    await world.reaches(second, 'sent')
    expect(await railOf(second)).toBe('mtn-momo-lr')
    expect(await senderTold(second)).toEqual({
      payerFirstName: 'Hawa',
      payerSurName: 'Kollie',
      payerMsisdn: SENDER.phone.slice(1),
      orginatingCountry: 'US',
      originalAmount: '50.00',
      originalCurrency: 'USD',
    })
  })

  test('is closed before payment when every rail is closed, with the reason that staff gave', async () => {
    for (const rail of ['pawapay', 'mtn-momo-lr']) {
      expect(await closeRail(world.database.db, rail, MTN, REPAIRED, ACTION)).toBe(1)
    }
    const { status, body, code } = await create('mtn')
    expect([status, code]).toEqual([422, 'network_unavailable'])
    expect(body).toMatchObject({ error: { field: 'network', message: REPAIRED } })
    expect(await stateOf(MTN)).toMatchObject({ closed: REPAIRED })
    // The country's other network is not affected.
    expect(await stateOf(ORANGE)).toMatchObject({ closed: null })
  })

  test('that closes after the payment delays the payout until it opens again', async () => {
    const opened = await open('mtn')
    for (const rail of ['pawapay', 'mtn-momo-lr'])
      await closeRail(world.database.db, rail, MTN, REPAIRED, ACTION)
    await world.pay(opened)
    await sender.call('POST', '/complete', { id: opened.id })
    expect(await world.state(opened)).toMatchObject({ state: 'paying_out' })
    expect(await railOf(opened)).toBeUndefined()
    await openRail(world.database.db, 'mtn-momo-lr', undefined, ACTION)
    await world.makeStepsDue()
    await world.reaches(opened, 'sent')
    expect(await railOf(opened)).toBe('mtn-momo-lr')
  })

  test('stays the same for a payout whose outcome is unknown, even when the table changes', async () => {
    const opened = await create('mtn', '+231881230004')
    await world.pay(opened.body)
    await vi.waitFor(async () => expect(await railOf(opened.body)).toBe('pawapay'), PATIENCE)
    await routeNetwork(world.database.db, MTN, ['mtn-momo-lr'], ACTION)
    await world.makeStepsDue()
    await world.reaches(opened.body, 'sent')
    expect(await railOf(opened.body)).toBe('pawapay')
  })

  describe('is chosen once', () => {
    const NAMES = ['pawapay', 'mtn-momo-lr']
    const sentBy: string[] = []
    const rail = (name: string): [string, PayoutRail] => [
      name,
      {
        send: async () => {
          sentBy.push(name)
          return { outcome: 'accepted' }
        },
        status: async () => ({ status: 'pending' }),
      },
    ]
    const routerOf = (names: readonly string[]) =>
      createRouter(world.database.db, new Map(names.map(rail)), {
        configuration: world.configuration,
        needSender: new Set(),
        accountOf: (name) => name,
      })
    afterEach(() => void sentBy.splice(0))

    const sendOn = (router: PayoutRouter, request: FreshRequest, options?: { mayBeLost: boolean }) =>
      sendPayout({ db: world.database.db, configuration: world.configuration }, router, request, options)

    test('chosen by two workers at once is the first worker’s, and so is its query', async () => {
      const opened = await open('mtn')
      afterChoice = (reference) => pinRoute(world.database.db, reference, 'mtn-momo-lr')
      await world.pay(opened)
      await world.reaches(opened, 'sent')
      expect(await railOf(opened)).toBe('mtn-momo-lr')
      expect(await senderTold(opened)).toMatchObject({ originalAmount: '50.00' })
      expect(await payoutsOf(opened)).toHaveLength(1)
    })

    test('is chosen again when its wallet runs low before it is pinned', async () => {
      await world.float.refresh()
      const opened = await open('mtn')
      const chosen: string[] = []
      afterChoice = async (reference) => {
        chosen.push(reference)
        if (chosen.length > 1) return
        await world.setFloat('pawapay', 'LBR', '0.00')
        await world.float.refresh()
      }
      await world.pay(opened)
      await world.reaches(opened, 'sent')
      expect([await railOf(opened), chosen.length]).toEqual(['mtn-momo-lr', 2])
      expect(await payoutsOf(opened)).toHaveLength(1)
      await world.setFloat('pawapay', 'LBR', '100000000000.00')
      await world.float.refresh()
    })

    test('is found at its rail when a restored backup lacks it', async () => {
      const opened = await open('mtn')
      await captureInState(world, opened, 'paying_out')
      await recordRequest(world, opened, 'rejected')
      const request = await payoutRequestOf(world, opened)
      await world.rails.router.send({ ...request, rail: 'mtn-momo-lr' })
      await world.arrange(opened, { captured_at: ago('1 hour') })
      await expireLease(world, opened)
      await world.reaches(opened, 'sent')
      expect(await railOf(opened)).toBe('mtn-momo-lr')
      expect(await payoutsOf(opened)).toHaveLength(1)
    })

    test('does not send a request that became old meanwhile', async () => {
      const sending = { ...payoutRequest, ...MTN, rail: 'pawapay', isFresh: () => false }
      const stale = { outcome: 'rejected', code: 'STALE_REQUEST', next: 'retry' }
      expect(await routerOf(NAMES).send(sending)).toEqual(stale)
      expect(sentBy).toEqual([])
    })

    test.each([
      ['the rail that has it', { 'mtn-momo-lr': 'completed' }, 'accepted', ['mtn-momo-lr']],
      ['the first open one, if no rail has it', {}, 'accepted', ['pawapay']],
      ['none while a rail does not answer', { 'mtn-momo-lr': 'unknown' }, 'unknown', []],
      ['none when two rails have it', { pawapay: 'failed', 'mtn-momo-lr': 'pending' }, 'unknown', []],
    ] as const)('of a charge before the database started is %s', async (_name, known, outcome, sent) => {
      const answers: Readonly<Record<string, 'completed' | 'unknown' | 'pending' | 'failed'>> = known
      const late = createRouter(
        world.database.db,
        new Map(
          NAMES.map((name) => [
            name,
            {
              ...rail(name)[1],
              status: async () => {
                const status = answers[name] ?? 'not_found'
                return status === 'failed' ? { status, code: 'WALLET_FULL' } : { status }
              },
            },
          ]),
        ),
        { configuration: world.configuration, needSender: new Set(), accountOf: (name) => name },
      )
      const sending = { ...payoutRequest, ...MTN, reference: randomUUID() }
      const status = {
        accepted: known['mtn-momo-lr' as keyof typeof known] ?? 'not_found',
        unknown: 'unknown',
      }
      const lost = { rail: null, mayBeLost: true }
      expect((await late.status(sending.reference, lost)).status).toBe(status[outcome])
      expect((await sendOn(late, sending, lost)).outcome).toBe(outcome)
      expect(sentBy).toEqual(sent)
      expect((await late.status(randomUUID())).status).toBe('not_found')
    })

    test('reports an unknown outcome when its rail is no longer configured', async () => {
      const sending = { ...payoutRequest, ...MTN, reference: randomUUID() }
      expect(await sendOn(routerOf(NAMES), sending)).toEqual({ outcome: 'accepted' })
      const without = routerOf(['mtn-momo-lr'])
      expect(await sendOn(without, sending)).toEqual({ outcome: 'unknown' })
      expect(await without.status(sending.reference)).toEqual({ status: 'unknown' })
      expect(sentBy).toEqual(['pawapay'])
    })
  })

  test('is closed when no rail of this deployment reaches it', async () => {
    await routeNetwork(world.database.db, MTN, ['mtn-momo-gh'], ACTION)
    const { code } = await create('mtn')
    expect(code).toBe('network_unavailable')
  })
})

describe('a rail’s own terms', () => {
  test('show its bounds before payment', async () => {
    expect((await stateOf(MTN))?.bounds).toMatchObject({ maximum: money(50_000_000, 'LRD') })
    await sql`update rail_terms set max_amount = 100000 where rail = 'pawapay' and network = 'mtn'`.execute(
      world.database.owner,
    )
    const { code, body } = await create('mtn')
    expect(code).toBe('amount_above_limit')
    expect(body).toMatchObject({
      error: { field: 'receiveAmount', message: expect.stringContaining('LRD 1,000.00') },
    })
  })

  test('send a network it has closed through the next rail', async () => {
    await sql`update rail_terms set open = false where rail = 'pawapay' and country = 'LR'`.execute(
      world.database.owner,
    )
    const opened = await open('mtn')
    await world.pay(opened)
    await world.reaches(opened, 'sent')
    expect(await railOf(opened)).toBe('mtn-momo-lr')
  })

  test('count a rail as down after ten minutes of silence, and as up once it answers', async () => {
    await routeNetwork(world.database.db, MTN, ['pawapay'], ACTION)
    await sql`update rail_health set answered_at = now() - interval '11 minutes' where rail = 'pawapay'`.execute(
      world.database.owner,
    )
    expect((await create('mtn')).code).toBe('network_unavailable')
    await world.rails.refresh()
    expect((await create('mtn')).status).toBe(200)
  })

  test('are fetched again immediately when a rail has not answered yet as a worker starts', async () => {
    const { db, owner } = world.database
    await sql`delete from rail_health where rail = 'pawapay'`.execute(owner)
    await sql`delete from rail_terms where rail = 'pawapay'`.execute(owner)
    let asked = 0
    const told = [{ ...MTN, open: true, minimum: money(100n, 'LRD'), maximum: money(50_000_000n, 'LRD') }]
    const terms = () => Promise.resolve((asked += 1) === 1 ? null : told)
    const rails = createRailsModule({
      ...{ db, configuration: world.configuration },
      rails: new Map([['pawapay', { payouts: world.rails.router, terms }]]),
    })

    await rails.refresh()
    expect((await stateOf(MTN, rails))?.closed).toContain('isn’t available right now')
    asked = 0
    await rails.refreshAtStart()
    const stop = await startJobs(world.database, rails.jobs)
    try {
      await vi.waitFor(async () => expect((await stateOf(MTN, rails))?.closed).toBeNull(), PATIENCE)
      expect(asked).toBe(2)
    } finally {
      await stop()
    }
  })
})

describe('manual payouts', () => {
  async function waitingPayout(): Promise<{ opened: Opened; reference: string }> {
    await routeNetwork(world.database.db, ORANGE, ['manual'], ACTION)
    await openRail(world.database.db, 'manual', ORANGE, ACTION)
    const opened = (await create('orange', '+231770123456')).body
    await world.pay(opened)
    await sender.call('POST', '/complete', { id: opened.id })
    const [waiting] = await listManualPayouts(world.database.db)
    expect(waiting).toMatchObject({ network: 'orange', phone: '+231770123456' })
    return { opened, reference: waiting?.transferReference ?? '' }
  }

  test('are off unless staff enable them', async () => {
    await sql`update network_rails set off_reason = 'Not open yet.' where rail = 'manual'`.execute(
      world.database.owner,
    )
    await routeNetwork(world.database.db, ORANGE, ['manual'], ACTION)
    expect((await create('orange', '+231770123456')).code).toBe('network_unavailable')
  })

  test('wait for staff, and a failed one is refunded', async () => {
    const { opened, reference } = await waitingPayout()
    expect(await world.state(opened)).toMatchObject({ state: 'paying_out' })
    const end = { transferReference: reference, outcome: 'failed' } as const
    expect(await endManualPayout(world.database.db, end, ACTION)).toBe(true)
    expect(await endManualPayout(world.database.db, { ...end, outcome: 'paid' }, ACTION)).toBe(false)
    // A refund requires every request to be older than 15 minutes, so that none is still in flight.
    await sql`update payout_attempts set sent_at = sent_at - interval '16 minutes'`.execute(
      world.database.owner,
    )
    await world.makeStepsDue()
    await world.reaches(opened, 'refunded')
  })

  test.each([
    ['paid', 'sent', ['capture', 'paid_out']],
    ['failed', 'refunded', ['capture', 'refund']],
  ] as const)(
    'that ended %s after their transfer was held for lack of an outcome: %s',
    async (outcome, end, kinds) => {
      const { opened, reference } = await waitingPayout()
      await world.arrange(opened, { state_changed_at: ago('25 hours'), next_step_at: NOW })
      await world.expectState(opened, 'paying_out', 'payout_unresolved')
      const told = { transferReference: reference, outcome }
      expect(await endManualPayout(world.database.db, told, ACTION)).toBe(true)
      await world.expectState(opened, end, null)
      expect(await world.kinds(opened)).toEqual(kinds)
    },
  )
})

test('every staff action is stored with its author and reason', async () => {
  await closeRail(world.database.db, 'pawapay', MTN, REPAIRED, { staff: 'Grace', reason: 'ticket 17' })
  const { rows } = await sql`select action, staff, reason, subject from staff_actions
    where staff = 'Grace'`.execute(world.database.owner)
  expect(rows).toEqual([
    { action: 'close_rail', staff: 'Grace', reason: 'ticket 17', subject: 'pawapay: LR/mtn' },
  ])
})
