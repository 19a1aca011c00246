import { PATIENCE } from '@sesa/test-kit/patience'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { startEngineWorld, type EngineWorld } from '../../../testing/engine-world.ts'
import { backdateRequests } from '../../../testing/transfer-states.ts'
import type { PayoutScreening } from '../payout-screening.ts'

type Verdict = Awaited<ReturnType<PayoutScreening['check']>>['verdict']

let verdict: Verdict = 'clear'
let world: EngineWorld
beforeAll(async () => {
  world = await startEngineWorld({
    screening: () => ({ check: () => Promise.resolve({ verdict, people: null }) }),
    // The carrier never gets the request.
    between: ({ cards, payouts }) => ({
      cards,
      payouts: {
        ...payouts,
        send: () => Promise.resolve({ outcome: 'unknown' }),
        status: () => Promise.resolve({ status: 'not_found' }),
      },
    }),
  })
})
afterAll(() => world.close())

it('gives up an unknown pay-out that was never found, once two people have refused it', async () => {
  const opened = await (await world.sender()).open()
  await world.pay(opened)
  await world.reaches(opened, 'payout_unknown')
  verdict = 'refused'
  await vi.waitFor(async () => {
    await backdateRequests(world, opened)
    await world.makeStepsDue()
    const { rows } = await sql`select 1 from transfer_events e join transfers t on t.id = e.transfer_id
      where t.payment_intent_id = ${opened.id} and e.to_state = 'payout_failed'`.execute(world.database.owner)
    expect(rows).not.toEqual([])
  }, PATIENCE)
  const row = await world.database.owner
    .selectFrom('transfers')
    .select(['failure_code', 'cancel_reason'])
    .where('payment_intent_id', '=', opened.id)
    .executeTakeFirstOrThrow()
  expect(row).toEqual({ failure_code: 'stopped', cancel_reason: null })
})
