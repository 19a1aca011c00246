import { money } from '@sesa/money'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { setAlertLevel } from '../domains/payouts/float/overview.ts'
import { startEngineWorld, type EngineWorld } from '../testing/engine-world.ts'
import { runStaffCommand } from './testing/staff-command.ts'

let world: EngineWorld
beforeAll(async () => {
  world = await startEngineWorld({ worker: false })
  await world.rails.refresh()
  await world.setFloat('pawapay', 'GHA', '15234.50')
  await world.float.refresh()
})
afterAll(() => world.close())

test('doctor reports each wallet in a line', async () => {
  const doctor = () => runStaffCommand(world, 'doctor')
  const well = await doctor()
  expect(well.out).toMatch(
    /^ok {6}float pawapay GH GHS: enough: GHS 15,234\.50, need GHS 15,000\.00, read at 20/m,
  )
  expect(well.out).toMatch(/^ok {6}float mtn-momo-lr LR LRD: enough: /m)
  const wallet = { account: 'pawapay', country: 'GH', currency: 'GHS' } as const
  const by = { staff: 'Ama Boateng', reason: 'Two days of pay-outs' }
  expect(await setAlertLevel(world.database.db, wallet, money(5_000_000n, 'GHS'), by)).toBe(true)
  const { out, code } = await doctor()
  expect(code).toBe(1)
  expect(out).toMatch(/^PROBLEM float pawapay GH GHS: low: GHS 15,234\.50, need GHS 50,000\.00, read at 20/m)
})

test('metrics have the balances that are known', async () => {
  const text = await world.metrics()
  expect(text).toContain('sesa_float_balance{account="pawapay",country="GH",currency="GHS"} 15234.5\n')
})
