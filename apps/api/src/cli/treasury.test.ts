import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { forge } from '../db/testing.ts'
import { startEngineWorld, type EngineWorld } from '../testing/engine-world.ts'
import { runStaffCommand } from './testing/staff-command.ts'

const BY = ['--by', 'Ama Boateng', '--reason', 'Statement of November']
const REFERENCE = ['--reference', 'FT26330']

let world: EngineWorld
beforeAll(async () => {
  world = await startEngineWorld()
  await world.setFloat('pawapay', 'GHA', '5000.00')
  await world.setFloat('mtn-momo', 'GHS', '1000.00')
  const opened = await (await world.sender()).open()
  await world.pay(opened)
  await world.reaches(opened, 'sent')
})
afterAll(() => world.close())

const sesa = (...args: string[]) => runStaffCommand(world, ...args)

test('treasury shows positions, results and open currencies', async () => {
  expect(await sesa('treasury', 'compare')).toMatchObject({ code: 0, error: '' })
  const { code, out, error } = await sesa('treasury', '--days', '7')
  expect({ code, error }).toEqual({ code: 0, error: '' })
  expect(out).toMatch(/^card_clearing:USD +equal +USD 48\.25 +USD 48\.25 +USD 0\.00 +USD \S+ +stripe +20/m)
  expect(out).toMatch(/^payout_float:GHS +not_begun +-GHS \S+ +GHS 5,\S+ /m)
  expect(out).toMatch(/^Results of 7 days, together -USD \S+ at the newest rates:$/m)
  expect(out).toMatch(/^USD +USD 0\.00 +USD 0\.50 +USD 49\.50 +-USD 1\.75 +USD 0\.00$/m)
  expect(out).toMatch(/^GHS +-GHS \S+ +-USD \S+$/m)
  const json = JSON.parse((await sesa('treasury', '--json')).out) as { days: number; positions: unknown[] }
  expect(json).toMatchObject({
    days: 30,
    positions: expect.arrayContaining([
      expect.objectContaining({ account: 'card_clearing:USD', difference: 'USD 0.00', state: 'equal' }),
    ]),
  })
})

test('staff enter a top-up, a conversion and adjustments, and doctor then finds what differs', async () => {
  const capital = ['treasury', 'adjust', 'pawapay', '--amount', 'GHS 6000.00', '--as', 'capital']
  expect(await sesa(...capital, '--reference', 'opening', ...BY)).toMatchObject({
    code: 0,
    error: '',
    out: 'pawapay: GHS 6,000.00 as capital (opening)\n',
  })
  expect((await sesa('treasury', 'compare')).out).toMatch(/^payout_float:GHS +equal /m)
  expect((await sesa('doctor')).out).toMatch(
    /^ok {6}books payout_float:GHS: equal to the providers’ balances: GHS /m,
  )
  const topUp = [
    'treasury',
    'top-up',
    'pawapay',
    '--arrived',
    'GHS 1000',
    '--paid',
    'USD 90.50',
    ...REFERENCE,
    ...BY,
  ]
  expect(await sesa(...topUp)).toMatchObject({
    code: 0,
    out: 'pawapay: GHS 1,000.00 arrived, USD 90.50 left our bank (FT26330)\n',
  })
  expect(await sesa(...topUp)).toMatchObject({
    code: 1,
    error: 'FT26330 was entered for pawapay before. Give each movement its own reference.\n',
  })
  expect(
    await sesa('treasury', 'convert', '--sold', 'USD 1000', '--bought', 'GHS 11500', ...REFERENCE, ...BY),
  ).toMatchObject({ code: 0, out: 'bank: sold USD 1,000.00 for GHS 11,500.00 (FT26330)\n' })
  const { rows } = await sql`select action, staff, reason from staff_actions order by at`.execute(
    world.database.owner,
  )
  const by = { staff: 'Ama Boateng', reason: 'Statement of November' }
  expect(rows).toEqual(
    ['treasury_adjust', 'treasury_top_up', 'treasury_convert'].map((action) => ({ action, ...by })),
  )
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
    /balance_differs +payout_float:GHS +GHS 1,000\.00 more than the provider +mtn-momo-gh, pawapay +treasury/,
  )
  expect((await sesa('treasury')).code).toBe(1)
  expect((await sesa('doctor')).out).toMatch(
    /^PROBLEM books payout_float:GHS: GHS \S+, GHS 1,000\.00 more than the providers report\. See treasury$/m,
  )
})

test.each([
  [['top-up', 'pawapay', '--paid', 'USD 1', ...REFERENCE], "such as --arrived 'GHS 1000'"],
  [
    ['top-up', 'pawapay', '--arrived', 'EUR 5', '--paid', 'USD 1', ...REFERENCE],
    '--arrived takes a currency (LRD',
  ],
  [['top-up', 'pawapay', '--arrived', 'GHS 5', '--paid', '1', ...REFERENCE], "such as --paid 'USD 90.50'"],
  [['top-up', 'pawapay', '--arrived', 'GHS 5', '--paid', 'GHS 5'], 'Give the reference on the statement'],
  [['top-up', 'pawapay', '--arrived', 'GHS 5', '--paid', 'GHS 4', ...REFERENCE], 'Check both amounts'],
  [['top-up', 'stripe', '--arrived', 'USD 5', '--paid', 'USD 5', ...REFERENCE], 'stripe is not a wallet'],
  [['top-up', '--arrived', 'GHS 5', '--paid', 'GHS 5', ...REFERENCE], "missing required argument 'account'"],
  [['convert', '--sold', 'USD 0', '--bought', 'GHS 5', ...REFERENCE], "such as --sold 'USD 1000'"],
  [['convert', '--sold', 'USD 5', '--bought', 'USD 5', ...REFERENCE], 'Give two currencies'],
  [
    ['adjust', 'pawapay', '--amount', 'GHS 1.234', '--as', 'fee', ...REFERENCE],
    "such as --amount 'GHS -12.50'",
  ],
  [
    ['adjust', 'pawapay', '--amount', 'GHS -0.00', '--as', 'fee', ...REFERENCE],
    "such as --amount 'GHS -12.50'",
  ],
  [
    ['adjust', 'pawapay', '--amount', 'GHS -1', '--as', 'gift', ...REFERENCE],
    '--as takes fee, loss or capital.',
  ],
  [
    ['adjust', 'pawapai', '--amount', 'GHS -1', '--as', 'fee', ...REFERENCE],
    'No balance of pawapai in GHS was ever read',
  ],
])('treasury %s is refused', async (args, message) => {
  const before = await sql<{ count: bigint }>`select count(*) from staff_actions`.execute(
    world.database.owner,
  )
  const { code, error } = await sesa('treasury', ...args, ...BY)
  expect(error).toContain(message)
  expect(code).not.toBe(0)
  const after = await sql<{ count: bigint }>`select count(*) from staff_actions`.execute(world.database.owner)
  expect(after.rows).toEqual(before.rows)
})

test('treasury actions need a name and a reason, and days a number', async () => {
  const convert = ['treasury', 'convert', '--sold', 'USD 5', '--bought', 'GHS 5', ...REFERENCE]
  expect((await sesa(...convert)).error).toContain('Say who you are: --by NAME.')
  expect((await sesa('treasury', '--days', '0')).error).toContain(
    '--days takes a whole number of at least 1.',
  )
})
