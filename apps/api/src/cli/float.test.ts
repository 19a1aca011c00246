import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startEngineWorld, type EngineWorld } from '../testing/engine-world.ts'
import { runStaffCommand } from './testing/staff-command.ts'

const BY = ['--by', 'Ama Boateng', '--reason', 'Two days of pay-outs']

let world: EngineWorld
beforeAll(async () => {
  world = await startEngineWorld({ worker: false })
  await world.rails.refresh()
  await world.setFloat('pawapay', 'GHA', '1234.50')
  await world.float.refresh()
})
afterAll(() => world.close())

const sesa = (...args: string[]) => runStaffCommand(world, ...args)

test('float lists the wallets, and the level of staff makes one low', async () => {
  const well = await sesa('float')
  expect(well.code).toBe(0)
  expect(well.out).toMatch(
    /^pawapay\/GH\/GHS +enough +GHS 1,234\.50 +GHS 0\.00 +GHS 0\.00 +GHS 1,234\.50 +- +20/m,
  )
  expect(well.out).toMatch(/^stripe\/\/USD +enough /m)

  expect(await sesa('float', 'alert', 'pawapay/GH/GHS', '5000', ...BY)).toMatchObject({
    code: 0,
    out: 'pawapay/GH/GHS: alert below GHS 5,000.00\n',
  })
  const low = await sesa('float', '--json')
  expect(low).toMatchObject({ code: 1, error: '' })
  expect(JSON.parse(low.out)).toMatchObject({
    wallets: expect.arrayContaining([
      expect.objectContaining({ wallet: 'pawapay/GH/GHS', state: 'low', need: 'GHS 5,000.00', hours: null }),
    ]),
  })
  const { rows } = await sql`select set_by, reason from float_alert_levels`.execute(world.database.owner)
  expect(rows).toEqual([{ set_by: 'Ama Boateng', reason: 'Two days of pay-outs' }])
})

test('doctor reports each wallet in a line', async () => {
  const { out, code } = await sesa('doctor')
  expect(code).toBe(1)
  expect(out).toMatch(/^PROBLEM float pawapay GH GHS: low: GHS 1,234\.50, need GHS 5,000\.00, read at 20/m)
  expect(out).toMatch(/^ok {6}float mtn-momo-lr LR LRD: enough: /m)
})

test('metrics have the balances that are known', async () => {
  const text = await world.metrics()
  expect(text).toContain('sesa_float_balance{account="pawapay",country="GH",currency="GHS"} 1234.5\n')
})

test.each([
  [['float', 'alert', 'pawapay/GH', '5000'], 'is not a wallet such as pawapay/GH/GHS'],
  [['float', 'alert', 'pawapay/GH/GHS', 'much'], 'Give a wallet and an amount'],
  [['float', 'alert', 'pawapay/GH/USD', '5000'], 'No balance of pawapay/GH/USD was ever read'],
])('%s is refused', async (args, message) => {
  const { code, error } = await sesa(...args, ...BY)
  expect(code).not.toBe(0)
  expect(error).toContain(message)
})
