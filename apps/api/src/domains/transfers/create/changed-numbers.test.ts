import { PATIENCE } from '@sesa/test-kit/patience'
import { money } from '@sesa/money'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { inTransaction } from '../../../db/index.ts'
import { untilWaiting } from '../../../db/testing.ts'
import { checkLimits } from '../../../testing/check-limits.ts'
import { newNumber, startIdentityApp, type Browser, type IdentityApp } from '../../../testing/identity-app.ts'
import { storeTransfer } from '../../../testing/stored-transfer.ts'
import { lockUser } from './limits.ts'

let world: IdentityApp
beforeAll(async () => {
  world = await startIdentityApp()
})
afterAll(() => world.close())

const uidOf = async (browser: Browser) =>
  ((await browser.send('GET', '/auth/boot')).body['user'] as { uid: string }).uid

async function change(browser: Browser, to: string) {
  const started = await world.browser().send('POST', '/auth/phone/start', { phoneNumber: to })
  const code = await world.codeFor(to)
  const { verificationId } = started.body
  return browser.send('PUT', '/auth/phone', { verificationId, code })
}

/** Waits until the old number receives the notice of the change. */
const untilNotified = (old: string) =>
  vi.waitFor(async () => {
    const texts = await world.received(old)
    if (!texts.some(({ text }) => text.includes('was changed'))) throw new Error('Not notified yet')
  }, PATIENCE)

it('counts an account’s transfers toward its old number, for the next account with that number', async () => {
  const { db, owner } = world.database
  const [old, next, other] = [newNumber(), newNumber(), newNumber()]
  const limits = { per24Hours: money(25_000n, 'USD'), per30Days: money(25_000n, 'USD') }
  const mayStill = (userId: string, cents: bigint) =>
    inTransaction(db, 'test.check', (tx) => checkLimits(tx, userId, money(cents, 'USD'), limits))
  const browser = await world.signIn(old)
  const first = await uidOf(browser)
  await storeTransfer(owner, first, 'sent')
  const changed = await change(browser, next)
  browser.bearer = String(changed.body['idToken'])
  await untilNotified(old)
  const second = await uidOf(await world.signIn(old))
  for (const userId of [first, second]) {
    await mayStill(userId, 15_000n)
    await expect(mayStill(userId, 15_001n)).rejects.toMatchObject({ code: 'limit_24_hours' })
  }
  // The second old number is stored in addition to the first.
  expect((await change(browser, other)).status).toBe(200)
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from former_numbers
    where user_id = ${first} and number_key in (sha256(${old}::bytea), sha256(${next}::bytea))`.execute(owner)
  expect(rows).toEqual([{ count: 2 }])
})

it('changing the number waits for a first transfer that is being opened', async () => {
  const { db, owner } = world.database
  const browser = await world.signIn(newNumber())
  const uid = await uidOf(browser)
  const { changing } = await db.transaction().execute(async (tx) => {
    await lockUser(tx, uid)
    const changing = change(browser, newNumber())
    await untilWaiting(world.database, 1)
    await storeTransfer(owner, uid, 'awaiting_payment')
    return { changing }
  })
  expect((await changing).code).toBe('money_in_flight')
})
