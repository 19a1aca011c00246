import { afterAll, beforeAll, expect, it } from 'vitest'
import { untilWaiting } from '../../db/testing.ts'
import { newNumber, startIdentityApp, type Browser, type IdentityApp } from '../../testing/identity-app.ts'
import { storeTransfer } from '../../testing/stored-transfer.ts'
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

it('a change of number waits for a first transfer that is being opened', async () => {
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
