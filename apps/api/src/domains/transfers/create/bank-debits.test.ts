import { money } from '@sesa/money'
import { sql } from 'kysely'
import { randomInt } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../db/testing.ts'
import { Refused } from '../../../lib/refused.ts'
import { storeTransfer, storeUser } from '../../../testing/stored-transfer.ts'
import { BANK_DEBIT_LIMITS, checkBankDebits, debitsOf } from './limits.ts'

const MORE = /^You can send up to USD \d[\d,.]* from a bank account for now\. Send less, or pay by card\.$/
const NONE = 'You can’t pay from a bank account until your earlier bank payments settle. Pay by card.'

describe('a bank debit', () => {
  test.each<[string, number, number, number, string | RegExp | null]>([
    ['of a new customer', 0, 0, 50_000, null],
    ['of a new customer, a cent above', 0, 0, 50_001, /USD 500\.00/],
    ['that fills what is left', 30_000, 0, 20_000, null],
    ['above what is left', 30_000, 0, 20_001, /USD 200\.00/],
    ['when nothing is left', 50_000, 2, 1, NONE],
    ['when more is open than a new limit allows', 60_000, 0, 1, NONE],
    ['after two settled', 0, 2, 50_001, /USD 500\.00/],
    ['after three settled', 0, 3, 300_000, null],
    ['after three settled, above what is left', 250_000, 3, 50_001, /USD 500\.00/],
  ])('%s', (_what, unsettled, settled, cents, refusal) => {
    const check = () =>
      checkBankDebits({ unsettled: BigInt(unsettled), settled }, money(cents, 'USD'), BANK_DEBIT_LIMITS)
    if (refusal === null) return expect(check).not.toThrow()
    try {
      check()
      expect.unreachable()
    } catch (error) {
      expect(error).toBeInstanceOf(Refused)
      expect(error).toMatchObject({ code: 'amount_above_limit', options: { field: 'amount' } })
      expect((error as Refused).message).toMatch(refusal === NONE ? NONE : MORE)
      expect((error as Refused).message).toMatch(refusal)
    }
  })
})

describe('the debits of a customer', () => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await createTestDatabase()
  })
  afterAll(() => database.drop())

  /** Stores a bank debit of USD 100.00 that was charged this long ago; null: not yet. */
  async function debit(user: string, state: string, charged: string | null, method = 'bank_debit') {
    const { owner } = database
    const { id } = await storeTransfer(owner, user, state)
    await sql`update transfers set pay_method = ${method}, captured_at = now() - ${charged}::interval,
      clearing = case when ${method} = 'momo' then 'collection_float' else clearing end where id = ${id}`.execute(
      owner,
    )
    return id
  }
  async function debits(user: string) {
    const { rows } = await debitsOf(user).execute(database.db)
    return rows[0]
  }

  test.each<[string, string, string | null, { unsettled: bigint; settled: number }]>([
    ['not charged yet', 'awaiting_payment', null, { unsettled: 10_000n, settled: 0 }],
    ['just charged', 'sent', '1 minute', { unsettled: 10_000n, settled: 0 }],
    ['charged almost ten days ago', 'sent', '9 days 23 hours 59 minutes', { unsettled: 10_000n, settled: 0 }],
    ['charged ten days ago', 'sent', '10 days 1 second', { unsettled: 0n, settled: 1 }],
    ['cancelled', 'cancelled', null, { unsettled: 0n, settled: 0 }],
    ['refunded', 'refunded', '1 day', { unsettled: 0n, settled: 0 }],
    ['being refunded', 'refunding', '1 day', { unsettled: 10_000n, settled: 0 }],
  ])('count when %s', async (_what, state, charged, counted) => {
    const user = await storeUser(database.owner)
    await debit(user, state, charged)
    expect(await debits(user)).toEqual(counted)
  })

  it('count no disputed debit as settled, and no other way to pay or customer', async () => {
    const [user, other] = [await storeUser(database.owner), await storeUser(database.owner)]
    const disputed = await debit(user, 'sent', '20 days')
    await sql`insert into disputes (transfer_id, provider_id, amount, currency)
      values (${disputed}, ${`du_${disputed}`}, 10000, 'USD')`.execute(database.owner)
    await debit(user, 'sent', '20 days', 'card')
    await debit(user, 'sent', '1 day', 'card')
    await debit(other, 'sent', '1 day')
    await debit(other, 'sent', '20 days')
    expect(await debits(user)).toEqual({ unsettled: 0n, settled: 0 })
    expect(await debits(other)).toEqual({ unsettled: 10_000n, settled: 1 })
  })

  it('count unsettled debits of the earlier account of a number, but none as settled', async () => {
    const { owner } = database
    const [before, after] = [await storeUser(owner), await storeUser(owner)]
    await debit(before, 'sent', '1 day')
    await debit(before, 'sent', '11 days')
    const phone = `+1213555${randomInt(1_000, 9_999)}`
    await sql`insert into phone_identities (user_id, phone_number, country) values (${after}, ${phone}, 'US')`.execute(
      owner,
    )
    await sql`insert into former_numbers (user_id, number_key, closed_at)
      values (${before}, sha256(convert_to(${phone}, 'UTF8')), clock_timestamp())`.execute(owner)
    await debit(before, 'sent', '1 minute')
    expect(await debits(after)).toEqual({ unsettled: 10_000n, settled: 0 })
  })
})
