import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { closeAndVerify } from '../../../testing/books.ts'
import { startEngineWorld, type EngineWorld } from '../../../testing/engine-world.ts'
import type { Answer, Opened, Sender } from '../../../testing/sender.ts'
import { readProfile } from '../../customers/profile/store.ts'
import { createReceiptsModule } from '../../support/receipts/index.ts'
import type { ProviderFailure } from '../ports.ts'
import { LEASED_ELSEWHERE, NO_LEASE } from '../../../testing/transfer-changes.ts'

let world: EngineWorld
let breakerIsOpen = false
let bankIsUndecided = false
const OPEN_BREAKER: ProviderFailure = { ok: false, reason: 'unknown', code: 'breaker_open' }

beforeAll(async () => {
  world = await startEngineWorld({
    worker: false,
    webhooks: false,
    cardTimeout: 700,
    between: ({ cards, payouts }) => ({
      payouts,
      cards: {
        ...cards,
        async readPayment(id) {
          if (breakerIsOpen) return OPEN_BREAKER
          const read = await cards.readPayment(id)
          return read.ok && bankIsUndecided
            ? { ok: true, value: { ...read.value, status: 'processing' } }
            : read
        },
        cancelPayment: async (id) => (breakerIsOpen ? OPEN_BREAKER : cards.cancelPayment(id)),
      },
    }),
    beside: (db, _rails, { readCharged }) => [
      createReceiptsModule({
        readCharged,
        profileOf: (userId) => readProfile(db, userId),
        settings: {
          provider: {
            name: 'Sesa',
            website: 'https://sesa.example',
            phone: '+1',
            email: 'a@b.c',
            address: 'x',
          },
          licences: [],
          regulators: { US: [], LR: [], GH: [], SL: [] },
        },
      }),
    ],
  })
})
afterAll(async () => expect(await closeAndVerify(world)).toBeGreaterThan(30))

interface FaultMode {
  readonly name: string
  set(): Promise<unknown>
  end(): Promise<unknown>
}

const cardFault = (name: string, mode: string, ms?: number): FaultMode => ({
  name,
  set: () => world.fault('card', mode, 1_000, ms),
  end: () => fetch(`${world.sandboxUrl}/sandbox/faults`, { method: 'DELETE' }),
})
const owner = (statement: string) => sql.raw(statement).execute(world.database.owner)

const FAULTS: readonly FaultMode[] = [
  cardFault('the card provider silent', 'time_out_before'),
  cardFault('the card provider too slow', 'slow', 1_500),
  cardFault('the card provider answering 500', 'error_500'),
  {
    name: 'the circuit breaker open',
    set: async () => (breakerIsOpen = true),
    end: async () => (breakerIsOpen = false),
  },
  {
    name: 'our own step failing to write',
    set: () => owner('alter table ledger_entries add constraint no_room check (false) not valid'),
    async end() {
      await owner('alter table ledger_entries drop constraint no_room')
      for (const error of world.errors.splice(0)) expect(String(error)).toContain('no_room')
    },
  },
]

interface Paid {
  readonly sender: Sender
  readonly opened: Opened
  readonly draft: Record<string, unknown>
}

/** Every endpoint that returns data about a payment. */
const ENDPOINTS: readonly (readonly [string, (paid: Paid) => Promise<Answer<unknown>>])[] = [
  ['POST /send-money', ({ sender, opened }) => sender.call('POST', '/send-money', { id: opened.id })],
  ['POST /complete', ({ sender, opened }) => sender.call('POST', '/complete', { id: opened.id })],
  ['the cancellation', ({ sender, opened }) => sender.call('POST', `/user/transactions/${opened.id}/cancel`)],
  ['the detail', ({ sender, opened }) => sender.call('GET', `/user/transactions/${opened.id}`)],
  ['the receipt', ({ sender, opened }) => sender.call('GET', `/user/transactions/${opened.id}/receipt`)],
  ['the same intent again', ({ sender, draft }) => sender.create(draft, 'first')],
  ['another intent', async ({ sender, draft }) => sender.create({ ...draft, name: 'Kofi Owusu' }, 'second')],
  ['the history', ({ sender }) => sender.call('GET', '/user/transactions')],
]

/** Endpoints that can answer truthfully during the fault. */
const ANSWERS_ANYWAY = new Set(['the history', 'the same intent again: our own step failing to write'])
const DENIES_CHARGE = /not charged|nothing was|not (been )?success|no charge|not succeeded|unpaid/i

async function paid(): Promise<Paid> {
  const sender = await world.sender()
  const { userId } = sender
  await world.database.owner.insertInto('profiles').values({ user_id: userId, name: 'Fatu Kamara' }).execute()
  const draft = await sender.draft()
  const { body: opened } = await sender.create(draft, 'first')
  await world.pay(opened)
  return { sender, opened, draft }
}

/** Runs something while the card provider has this fault. */
async function withFault<T>(
  { set, end }: Pick<FaultMode, 'set' | 'end'>,
  work: () => Promise<T>,
): Promise<T> {
  await set()
  try {
    return await work()
  } finally {
    await end()
  }
}

describe.each(FAULTS)('a charged customer, with $name', ({ name, set, end }) => {
  const customers = new Map<string, Paid>()
  const answers = new Map<string, Answer<unknown>>()
  // The calls wait for the same fault at the same time.
  beforeAll(async () => {
    for (const [endpoint] of ENDPOINTS) customers.set(endpoint, await paid())
    const askAll = () =>
      Promise.all(
        ENDPOINTS.map(async ([endpoint, ask]) => {
          const customer = customers.get(endpoint)
          if (customer !== undefined) answers.set(endpoint, await ask(customer))
        }),
      )
    await withFault({ set, end }, askAll)
  })

  it.each(ENDPOINTS)(
    'learns from %s that we are checking, never that nothing was charged',
    async (endpoint) => {
      const { status, code, body } = answers.get(endpoint) ?? {}
      expect(JSON.stringify(body)).not.toMatch(DENIES_CHARGE)
      const isTrue = ANSWERS_ANYWAY.has(endpoint) || ANSWERS_ANYWAY.has(`${endpoint}: ${name}`)
      expect([status, code]).toEqual(isTrue ? [200, undefined] : [503, 'card_provider_unavailable'])

      const { sender, opened } = customers.get(endpoint) ?? (await paid())
      const ended = await sender.call<{ status: string }>('POST', '/send-money', { id: opened.id })
      // Cancelling, or paying for another transfer instead, refunds the money.
      expect(['sent', 'refunded', 'failed']).toContain(ended.body.status)
      expect((await world.books()).payments.find(({ id }) => id === opened.id)).toMatchObject({
        captured: 5_000,
      })
    },
  )
})

describe('an uncharged customer', () => {
  const unpaid = async (): Promise<Paid> => {
    const sender = await world.sender()
    const draft = await sender.draft()
    const { body: opened } = await sender.create(draft, 'first')
    expect((await world.pay(opened, '4000000000000002')).status).toBe(402)
    return { sender, opened, draft }
  }

  it('is informed that nothing was charged once the card provider reports so after the attempt', async () => {
    const customer = await unpaid()
    for (const [endpoint, ask] of ENDPOINTS.slice(0, 5).filter(([name]) => name !== 'the cancellation')) {
      expect([endpoint, (await ask(customer)).code]).toEqual([endpoint, 'payment_not_successful'])
    }
    const closed = await customer.sender.call<{ outcome: string }>(
      'POST',
      `/user/transactions/${customer.opened.id}/cancel`,
    )
    expect(closed.body.outcome).toBe('cancelled')
  })

  it.each(FAULTS.slice(0, 4))('gets an unavailable error with $name', async ({ set, end }) => {
    const { sender, opened } = await unpaid()
    const { code } = await withFault({ set, end }, () =>
      sender.call('POST', '/send-money', { id: opened.id }),
    )
    expect(code).toBe('card_provider_unavailable')
  })

  it('gets an unavailable error while another process queries the card provider', async () => {
    const { sender, opened } = await unpaid()
    await world.arrange(opened, LEASED_ELSEWHERE)
    // The call waits 8 seconds of this clock.
    const [now, start] = [performance.now.bind(performance), performance.now()]
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => start + (now() - start) * 20)
    const { code } = await sender
      .call('POST', '/complete', { id: opened.id })
      .finally(() => clock.mockRestore())
    expect(code).toBe('card_provider_unavailable')
    await world.arrange(opened, NO_LEASE)
  })

  it('gets an unavailable error while the bank has not answered', async () => {
    const { sender, opened } = await unpaid()
    bankIsUndecided = true
    const { code } = await sender.call('POST', '/send-money', { id: opened.id }).finally(() => {
      bankIsUndecided = false
    })
    expect(code).toBe('card_provider_unavailable')
  })

  it('gets an unavailable error while staff review the transfer', async () => {
    const { sender, opened } = await unpaid()
    const action = { staff: 'Ama Boateng', reason: 'Looked at by hand' }
    const reference = await world.referenceOf(opened)
    await world.transfers.staffActions.hold(reference, action)
    for (const path of ['/send-money', '/complete']) {
      expect((await sender.call('POST', path, { id: opened.id })).code).toBe('card_provider_unavailable')
    }
    expect((await sender.call('GET', `/user/transactions/${opened.id}`)).code).toBe(
      'card_provider_unavailable',
    )
    await world.transfers.staffActions.release(reference, action)
  })
})
