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
  transfer: { status: string; notice: string | null }
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
      expect(transfer.notice).not.toMatch(/refund|back|arriv/i)
    }
  },
)
