import { money } from '@sesa/money'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { forge } from '../db/testing.ts'
import { startEngineWorld, type EngineWorld } from '../testing/engine-world.ts'
import { runStaffCommand } from './testing/staff-command.ts'

const AMA = { staff: 'Ama Boateng', reason: 'Statement of November' }

let world: EngineWorld
beforeAll(async () => {
  world = await startEngineWorld()
  await world.setFloat('pawapay', 'GHA', '5000.00')
  await world.setFloat('mtn-momo', 'GHS', '750.00')
  await world.setFloat('mtn-momo-disbursement', 'GHS', '250.00')
  const opened = await (await world.sender()).open()
  await world.pay(opened)
  await world.reaches(opened, 'sent')
})
afterAll(() => world.close())

const sesa = (...args: string[]) => runStaffCommand(world, ...args)

test('doctor and reconcile report whether the books equal the providers’ balances', async () => {
  await sesa('reconcile')
  expect((await sesa('doctor')).out).toMatch(
    /^note {4}books payout_float:GHS: not compared: enter the opening balances under Treasury in the office$/m,
  )
  const capital = { account: 'pawapay', amount: money(600_000n, 'GHS'), as: 'capital' } as const
  await world.treasury.adjust({ ...capital, reference: 'opening' }, AMA)
  await sesa('reconcile')
  expect((await sesa('doctor')).out).toMatch(
    /^ok {6}books payout_float:GHS: equal to the providers’ balances: GHS /m,
  )
  const arrived = { account: 'pawapay', arrived: money(100_000n, 'GHS'), paid: money(9_050n, 'USD') }
  await world.treasury.topUp({ ...arrived, reference: 'FT26330' }, AMA)
  await forge(
    world.database.owner,
    sql`update ledger_postings set created_at = created_at - interval '1 hour'`,
  )
  await forge(
    world.database.owner,
    sql`update provider_movements set recorded_at = recorded_at - interval '1 hour'`,
  )
  const reconciled = await sesa('reconcile')
  expect(reconciled.code).toBe(1)
  expect(reconciled.out).toMatch(
    /balance_differs +payout_float:GHS +GHS 1,000\.00 more than the provider +mtn-momo-gh, mtn-momo-gh-disbursement, pawapay +treasury/,
  )
  expect((await sesa('doctor')).out).toMatch(
    /^PROBLEM books payout_float:GHS: GHS \S+, GHS 1,000\.00 more than the providers report\. See Treasury in the office$/m,
  )
})
