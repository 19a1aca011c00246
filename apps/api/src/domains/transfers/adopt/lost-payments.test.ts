// Real PostgreSQL, worker and sandbox. Only the payer's carrier is scripted.
import { money } from '@sesa/money'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { closeAndVerify } from '../../../testing/books.ts'
import { startEngineWorld, type EngineWorld } from '../../../testing/engine-world.ts'
import { askPayer, openByWallet, openCancelled } from '../mobile-money/testing/open-by-wallet.ts'
import { ScriptedCarrier } from '../mobile-money/testing/scripted-collector.ts'

const carrier = new ScriptedCarrier()
let world: EngineWorld
beforeAll(async () => {
  world = await startEngineWorld({ collectors: carrier.collectors })
})
afterAll(() => closeAndVerify(world))

it('names the references of a statement under which a collector has money that nothing here explains', async () => {
  const paid = await openByWallet(world)
  await askPayer(paid)
  carrier.approve()
  await world.reaches(paid.opened, 'sent')
  const returned = await openCancelled(world)
  carrier.approve()
  await world.reaches(returned.opened, 'refunded')
  const [lost, unpaid] = [randomUUID(), randomUUID()]
  carrier.statuses.set(lost, { status: 'completed', amount: money(1_771_600n, 'LRD') })
  carrier.statuses.set(unpaid, { status: 'failed', code: 'PAYMENT_NOT_APPROVED' })
  const own = [...carrier.started, ...carrier.refunded].map(({ id }) => id)
  expect(own).toHaveLength(3)
  const { adoption } = world.transfers.staffActions
  const plan = await adoption.plan({ since: new Date(Date.now() - 3_600_000), quietMinutes: 0 })
  expect(await adoption.unexplained([...own, lost, unpaid], plan)).toEqual([
    { reference: lost, payment: { collector: 'pawapay', amount: money(1_771_600n, 'LRD') } },
    { reference: unpaid, payment: null },
  ])
})
