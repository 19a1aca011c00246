import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startEngineWorld, type EngineWorld } from '../../../testing/engine-world.ts'
import { storeTransfer } from '../../../testing/stored-transfer.ts'
import { createTransferStoredAs } from '../../../testing/transfer-row.ts'
import { toDetail } from '../history/view.ts'
import { HOLDS, type HoldReason } from '../state/holds.ts'
import { STATES, type State } from '../state/states.ts'
import { outcomeOf } from './cancel.ts'

let world: EngineWorld
beforeAll(async () => {
  world = await startEngineWorld({ worker: false, webhooks: false })
})
afterAll(() => world.close())

interface Said {
  readonly notice: string | null
  readonly timeline: readonly { readonly text: string }[]
}

interface Cancelled {
  readonly outcome: string
  readonly transfer: Said & { readonly status: string }
}

const REASONS = Object.keys(HOLDS) as HoldReason[]
const CHARGED = STATES.filter((state) => !['awaiting_payment', 'cancelled', 'sent'].includes(state))
/** States in which the customer can still ask to cancel. */
const OPEN: readonly State[] = ['paid', 'paying_out', 'payout_unknown']

/** Expects a text that promises neither a refund nor a delivery. */
function expectNoPromise({ notice, timeline }: Said): void {
  expect(notice).toContain('We have your request to cancel. We’ll tell you what happens.')
  // Only a refund that has succeeded is still mentioned, in the past tense.
  const said = [notice, ...timeline.map(({ text }) => text)].join('\n')
  expect(said.replace('We sent a refund of USD 100.00 to your card.', '')).not.toMatch(/refund|back|arriv/i)
}

it.each(CHARGED.flatMap((state) => REASONS.map((reason) => [state, reason] as const)))(
  'a cancellation of a transfer that is %s promises nothing while %s holds it',
  (state, hold_reason) => {
    const at = new Date('2026-11-21T10:00:00Z')
    const row = createTransferStoredAs({
      ...{ state, hold_reason, cancel_reason: 'user', captured_at: at },
      ...{ amount: 10_000n, currency: 'USD', charge_amount: 10_000n, charge_currency: 'USD' },
    })
    expect(outcomeOf(row)).toBe('recorded')
    const detail = toDetail(row, [{ to_state: state, kind: 'moved', at }], true)
    expect(detail.status).toBe('held')
    expectNoPromise(detail)
  },
)

it.each(CHARGED.map((state, at) => [state, REASONS[at] ?? 'staff'] as const))(
  'the answer to a customer who cancels a transfer that is %s and held (%s) says the same, twice',
  async (state, hold_reason) => {
    const sender = await world.sender()
    const stored = await storeTransfer(world.database.owner, sender.userId, state)
    const asked = OPEN.includes(state) ? null : 'user'
    await sql`update transfers set hold_reason = ${hold_reason}, hold_owner = ${HOLDS[hold_reason].owner},
      cancel_reason = ${asked} where id = ${stored.id}`.execute(world.database.owner)
    for (let time = 0; time < 2; time++) {
      const { status, body } = await sender.call<Cancelled>(
        'POST',
        `/user/transactions/${stored.payment}/cancel`,
      )
      expect([status, body.outcome, body.transfer.status]).toEqual([200, 'recorded', 'held'])
      expectNoPromise(body.transfer)
    }
  },
)

it.each([
  [true, 'We’ll email you when there’s news.'],
  [false, 'We’ll tell you here when there’s news.'],
])('says that we’ll email only with a confirmed address: %s', async (isConfirmed, words) => {
  const { owner } = world.database
  const sender = await world.sender()
  const email = `${sender.userId}@example.com`
  await sql`insert into profiles (user_id, name, email, email_verified_at)
    values (${sender.userId}, 'Fatu Kamara', ${email}, case when ${isConfirmed}::boolean then now() end)`.execute(
    owner,
  )
  const { id, payment } = await storeTransfer(owner, sender.userId, 'paid')
  await sql`update transfers set hold_reason = 'screening', hold_owner = 'operations' where id = ${id}`.execute(
    owner,
  )
  const page = await sender.call<{ transfer: Said }>('GET', `/user/transactions/${payment}`)
  const { body } = await sender.call<{ home: { in_progress: Said[] } }>('GET', '/user/home')
  for (const said of [page.body.transfer, body.home.in_progress[0]]) expect(said?.notice).toContain(words)
})
