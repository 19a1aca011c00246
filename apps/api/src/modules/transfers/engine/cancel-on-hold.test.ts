import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startEngineWorld, type EngineWorld } from '../../../testing/engine-world.ts'
import { storeTransfer } from '../../../testing/stored-transfer.ts'
import { HOLDS, type HoldReason } from '../state/holds.ts'
import { STATES, type State } from '../state/states.ts'

let world: EngineWorld
beforeAll(async () => {
  world = await startEngineWorld({ worker: false, webhooks: false })
})
afterAll(() => world.close())

interface Cancelled {
  outcome: string
  transfer: { status: string; notice: string | null; timeline: readonly { text: string }[] }
}

const REASONS = Object.keys(HOLDS) as HoldReason[]
const CHARGED = STATES.filter((state) => !['awaiting_payment', 'cancelled', 'sent'].includes(state))
/** States in which the customer can still ask to cancel. */
const OPEN: readonly State[] = ['paid', 'paying_out', 'payout_unknown']

it.each(CHARGED.flatMap((state) => REASONS.map((reason) => [state, reason] as const)))(
  'a cancellation of a transfer that is %s promises nothing while %s holds it',
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
      const { outcome, transfer } = body
      expect([status, outcome, transfer.status]).toEqual([200, 'recorded', 'held'])
      expect(transfer.notice).toContain('We have your request to cancel. We’ll tell you what happens.')
      // Only a refund that has succeeded is still told, in the past.
      const said = [transfer.notice, ...transfer.timeline.map(({ text }) => text)].join('\n')
      expect(said.replace('We sent a refund of USD 100.00 to your card.', '')).not.toMatch(
        /refund|back|arriv/i,
      )
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
  interface Said {
    readonly notice: string | null
  }
  const page = await sender.call<{ transfer: Said }>('GET', `/user/transactions/${payment}`)
  const { body } = await sender.call<{ home: { in_progress: Said[] } }>('GET', '/user/home')
  for (const said of [page.body.transfer, body.home.in_progress[0]]) expect(said?.notice).toContain(words)
})
