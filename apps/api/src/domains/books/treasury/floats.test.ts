import { money } from '@sesa/money'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { inTransaction } from '../../../db/index.ts'
import { startOfficeWorld, type OfficeWorld, type TestMember } from '../../../testing/office-world.ts'
import { storeTransfer, storeUser } from '../../../testing/stored-transfer.ts'
import { post } from '../../record/index.ts'

const FLOATS = '/office/api/floats'
const WALLET = { account: 'pawapay', country: 'GH', currency: 'GHS' }

let world: OfficeWorld
let efua: TestMember
beforeAll(async () => {
  world = await startOfficeWorld()
  efua = await world.member('Efua Finance', 'finance')
  await sql`insert into float_wallets (account, country, currency, balance, asked_at)
    values ('pawapay', 'GH', 'GHS', 500000, now()), ('mtn-momo-lr', 'LR', 'LRD', 70000, now() - interval '1 hour')`.execute(
    world.database.owner,
  )
  await sql`insert into float_reservations (reference, account, country, currency, amount)
    values (gen_random_uuid(), 'pawapay', 'GH', 'GHS', 120000)`.execute(world.database.owner)
})
afterAll(() => world.close())

const level = (amount: number, currency = 'GHS') =>
  efua.browser.post(`${FLOATS}/alert-level`, {
    wallet: WALLET,
    amount: { amount, currency },
    reason: 'Two days',
  })

it('shows the reserved and free amounts of each wallet, and none for an old balance', async () => {
  const { body } = await world.administrator.browser.get(FLOATS)
  const ghs = (amount: number) => ({ amount, currency: 'GHS' })
  expect(body).toMatchObject({
    stopped: 0,
    wallets: [
      { name: 'mtn-momo-lr/LR/LRD', state: 'unknown', balance: null, available: null },
      {
        ...{ name: 'pawapay/GH/GHS', state: 'enough', balance: ghs(500_000), reserved: ghs(120_000) },
        ...{ available: ghs(380_000), alertLevel: ghs(0), hoursLeft: null },
      },
    ],
  })
})

it('sets an alert level, which is a staff action', async () => {
  expect((await level(400_000)).body).toMatchObject({
    wallets: [{}, { state: 'low', alertLevel: { amount: 400_000, currency: 'GHS' } }],
  })
  expect((await level(1, 'USD')).code).toBe('invalid_field')
  expect((await level(-1)).code).toBe('invalid_field')
  const missing = {
    wallet: { ...WALLET, country: 'LR' },
    amount: { amount: 1, currency: 'GHS' },
    reason: 'Why',
  }
  expect((await efua.browser.post(`${FLOATS}/alert-level`, missing)).code).toBe('not_found')
  const { rows } = await sql`select action, staff, reason, subject from staff_actions
    where action = 'set_alert_level'`.execute(world.database.owner)
  expect(rows).toEqual([
    { action: 'set_alert_level', staff: 'Efua Finance', reason: 'Two days', subject: 'pawapay/GH/GHS' },
  ])
})

it('releases the transfers that an empty wallet stopped, in the member’s name', async () => {
  const { owner } = world.database
  const { id, reference } = await storeTransfer(owner, await storeUser(owner), 'paying_out')
  await sql`update transfers set hold_reason = 'payout_float_empty', hold_owner = 'treasury' where id = ${id}`.execute(
    owner,
  )
  const charge = { from: 'card_clearing', to: 'customer', amount: money(10_000n, 'USD') } as const
  await inTransaction(owner, 'test.capture', (tx) =>
    post(tx, { transferId: id, kind: 'capture', postings: [charge] }),
  )
  expect((await efua.browser.get(FLOATS)).body).toMatchObject({ stopped: 1 })
  const { body } = await efua.browser.post(`${FLOATS}/release`, { reason: 'The bank confirms the top-up' })
  expect(body).toEqual({ released: [reference] })
  expect((await efua.browser.get(FLOATS)).body).toMatchObject({ stopped: 0 })
  const { rows } = await sql`select staff from staff_actions where transfer_id = ${id}`.execute(owner)
  expect(rows).toEqual([{ staff: 'Efua Finance' }])
})
