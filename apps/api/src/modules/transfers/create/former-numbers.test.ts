import { sql } from 'kysely'
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startEngineWorld, type EngineWorld } from '../../../testing/engine-world.ts'
import type { Sender } from '../../../testing/sender.ts'
import { exportFormerNumbers, rememberNumber } from '../index.ts'
import { purge } from '../../retention/index.ts'

let world: EngineWorld
beforeAll(async () => {
  world = await startEngineWorld({ worker: false })
})
afterAll(() => world.close())

async function withNumber(phone: string): Promise<Sender> {
  const sender = await world.sender()
  await world.database.owner
    .insertInto('phone_identities')
    .values({ user_id: sender.userId, phone_number: phone, country: 'US' })
    .execute()
  return sender
}

/** Gives up the sender's number, as closing the account does. */
async function close({ userId }: Sender): Promise<void> {
  await world.database.db.transaction().execute(async (tx) => {
    await rememberNumber(tx, userId)
    await tx.deleteFrom('phone_identities').where('user_id', '=', userId).execute()
  })
}

/** Gives the sender another number, as changing it does. */
async function change({ userId }: Sender, phone: string): Promise<void> {
  await world.database.db.transaction().execute(async (tx) => {
    await rememberNumber(tx, userId)
    await tx
      .updateTable('phone_identities')
      .set({ phone_number: phone })
      .where('user_id', '=', userId)
      .execute()
  })
}

const leftOf = async (sender: Sender) =>
  (await sender.call<{ limits: { day: { left: number }; month: { left: number } } }>('GET', '/user/limits'))
    .body.limits

async function send(sender: Sender, amount: number): Promise<void> {
  const opened = await sender.open({}, amount)
  await world.pay(opened)
  await sender.call('POST', '/send-money', { id: opened.id })
}

describe('the limits of a phone number', () => {
  it('carry over to the next account with that number, and to no other', async () => {
    const first = await withNumber('+12135550101')
    for (const amount of [80_000, 80_000, 80_000]) await send(first, amount)
    await close(first)
    const second = await withNumber('+12135550101')
    expect(await leftOf(second)).toMatchObject({ day: { left: 59_900 }, month: { left: 760_000 } })
    const above = await second.create(await second.draft({}, 59_901))
    expect([above.status, above.code]).toEqual([422, 'limit_24_hours'])
    await send(second, 50_000)
    await close(second)
    expect(await leftOf(await withNumber('+12135550101'))).toMatchObject({ day: { left: 9_900 } })
    expect(await leftOf(await withNumber('+12135550102'))).toMatchObject({ day: { left: 299_900 } })
  })

  it('stay with the number and with the account when the account changes its number', async () => {
    const [old, next] = ['+12135550105', '+12135550106']
    const first = await withNumber(old)
    for (const amount of [80_000, 80_000, 80_000]) await send(first, amount)
    await change(first, next)
    expect(await leftOf(first)).toMatchObject({ day: { left: 59_900 }, month: { left: 760_000 } })
    const second = await withNumber(old)
    expect(await leftOf(second)).toMatchObject({ day: { left: 59_900 }, month: { left: 760_000 } })
    const above = await second.create(await second.draft({}, 59_901))
    expect([above.status, above.code]).toEqual([422, 'limit_24_hours'])
    // From now on the first account sends from another number.
    await send(first, 50_000)
    expect(await leftOf(second)).toMatchObject({ day: { left: 59_900 } })
    await send(second, 50_000)
    expect(await leftOf(first)).toMatchObject({ day: { left: 9_900 } })
    // The second account changes its number too.
    await change(second, '+12135550108')
    expect(await leftOf(await withNumber(old))).toMatchObject({ day: { left: 9_900 } })
  })

  it('count nothing twice when an account takes its old number back and gives it up again', async () => {
    const [old, next] = ['+12135550109', '+12135550110']
    const first = await withNumber(old)
    await send(first, 80_000)
    await change(first, next)
    const second = await withNumber(old)
    await send(second, 40_000)
    await close(second)
    await send(first, 20_000)
    await change(first, old)
    // USD 1,000 of its own and 400 of the account that had the number meanwhile.
    expect(await leftOf(first)).toMatchObject({ day: { left: 159_900 }, month: { left: 860_000 } })
    await change(first, next)
    expect(await leftOf(first)).toMatchObject({ day: { left: 199_900 } })
    expect(await leftOf(await withNumber(old))).toMatchObject({ day: { left: 159_900 } })
  })

  it('are forgotten after the longest window, and never stored for an account that sent nothing', async () => {
    const [sent, idle] = [await withNumber('+12135550103'), await withNumber('+12135550104')]
    await send(sent, 10_000)
    await Promise.all([close(sent), close(idle)])
    const { owner, db } = world.database
    const kept = async () =>
      (await owner.selectFrom('former_numbers').select('user_id').execute()).map(({ user_id }) => user_id)
    expect(await kept()).toContain(sent.userId)
    expect(await kept()).not.toContain(idle.userId)
    await purge(db)
    expect(await kept()).toContain(sent.userId)
    await sql`update former_numbers set closed_at = now() - interval '31 days'`.execute(owner)
    await purge(db)
    expect(await kept()).toEqual([])
  })

  it('are exported as digests to their own account only, oldest first', async () => {
    const [old, next, last] = ['+12135550111', '+12135550112', '+12135550113']
    const sender = await withNumber(old)
    await send(sender, 10_000)
    await change(sender, next)
    await change(sender, last)
    const { db } = world.database
    const digestOf = (phone: string) => createHash('sha256').update(phone).digest('hex')
    const exported = await exportFormerNumbers(db, sender.userId)
    expect(exported).toEqual([
      { digest: digestOf(old), givenUpAt: expect.any(Date) },
      { digest: digestOf(next), givenUpAt: expect.any(Date) },
    ])
    expect(Number(exported[0]?.givenUpAt)).toBeLessThanOrEqual(Number(exported[1]?.givenUpAt))
    expect(await exportFormerNumbers(db, (await world.sender()).userId)).toEqual([])
  })
})

describe('the purge of rows that no limit counts', () => {
  it.each([
    ['limit_keys', 'used_at'],
    ['card_declines', 'declined_at'],
    ['payment_origins', 'opened_at'],
  ])('deletes rows of %s after 30 days, not earlier', async (table, column) => {
    const { owner, db } = world.database
    await (await world.sender()).open()
    await sql`insert into card_declines (decline_id, transfer_id)
      select ${`ch_${table}`}, id from transfers limit 1`.execute(owner)
    const count = async () =>
      (
        await sql`select from ${sql.table(table)} where ${sql.ref(column)} < now() - interval '29 days'`.execute(
          owner,
        )
      ).rows.length
    const age = (days: number) =>
      sql`update ${sql.table(table)} set ${sql.ref(column)} = now() - make_interval(days => ${days}::int)`.execute(
        owner,
      )
    await age(29)
    await purge(db)
    expect(await count()).toBeGreaterThan(0)
    await age(31)
    await purge(db)
    expect(await count()).toBe(0)
  })
})
