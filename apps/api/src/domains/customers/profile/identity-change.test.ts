import { afterAll, beforeAll, expect, it, describe } from 'vitest'
import { newNumber, startIdentityApp, type Browser, type IdentityApp } from '../../../testing/identity-app.ts'
import { storeTransfer } from '../../../testing/stored-transfer.ts'

let world: IdentityApp
beforeAll(async () => {
  world = await startIdentityApp()
})
afterAll(() => world.close())

const FULL = { name: 'Fatu Kamara', email: 'fatu@example.com', dob: '1990-04-02' }

async function customer(): Promise<{ browser: Browser; uid: string }> {
  const browser = await world.signIn(newNumber())
  expect((await browser.send('PUT', '/user/profile', FULL)).status).toBe(200)
  const { user } = (await browser.send('GET', '/auth/boot')).body as { user: { uid: string } }
  return { browser, uid: user.uid }
}

const put = (browser: Browser, change: object) => browser.send('PUT', '/user/profile', { ...FULL, ...change })

const earlier = (uid: string) =>
  world.database.owner
    .selectFrom('identity_changes')
    .select(['name', 'dob'])
    .where('user_id', '=', uid)
    .orderBy('id')
    .execute()

const stateOf = (uid: string) =>
  world.database.owner
    .selectFrom('transfers')
    .select(['state', 'cancel_reason'])
    .where('user_id', '=', uid)
    .execute()

describe('another name or date of birth', () => {
  it.each([{ name: 'Totally Different' }, { dob: '1970-05-05' }])(
    'after the first transfer requires step-up: %j',
    async (change) => {
      const { browser, uid } = await customer()
      await storeTransfer(world.database.owner, uid, 'sent')
      await world.ageProof(browser)
      const refused = await put(browser, change)
      expect(refused.body).toMatchObject({ error: { code: 'step_up_required', field: 'name' } })
      expect((await browser.send('GET', '/user/auth')).body).toMatchObject({ user: FULL })
      expect(await earlier(uid)).toEqual([])
      // Fields outside the identity need no step-up.
      expect((await put(browser, { gender: 'female' })).status).toBe(200)
    },
  )

  it('with step-up is stored; the earlier values are kept, and included in the data export', async () => {
    const { browser, uid } = await customer()
    await storeTransfer(world.database.owner, uid, 'sent')
    expect((await put(browser, { name: 'Totally Different' })).status).toBe(200)
    expect((await put(browser, { name: 'Totally Different', dob: '1970-05-05' })).status).toBe(200)
    expect(await earlier(uid)).toEqual([
      { name: 'Fatu Kamara', dob: '1990-04-02' },
      { name: 'Totally Different', dob: '1990-04-02' },
    ])
    const { data } = (await browser.send('GET', '/user/export')).body as { data: Record<string, unknown> }
    expect(data['earlierProfiles']).toMatchObject([
      { name: 'Fatu Kamara', dob: '1990-04-02', until: expect.any(String) },
      { name: 'Totally Different', dob: '1990-04-02' },
    ])
  })

  it('before the first transfer needs no step-up, and keeps no earlier values', async () => {
    const { browser, uid } = await customer()
    await world.ageProof(browser)
    expect((await put(browser, { name: 'Totally Different' })).status).toBe(200)
    expect(await earlier(uid)).toEqual([])
  })

  it('of a user who sent nothing leaves nothing behind when the account is closed', async () => {
    const { browser, uid } = await customer()
    expect((await put(browser, { name: 'Totally Different' })).status).toBe(200)
    expect((await browser.send('DELETE', '/user')).status).toBe(200)
    const left = await world.database.owner
      .selectFrom('user_limits')
      .select('user_id')
      .where('user_id', '=', uid)
      .execute()
    expect(left).toEqual([])
  })

  it('closes the payment that is open', async () => {
    const { browser, uid } = await customer()
    await storeTransfer(world.database.owner, uid, 'awaiting_payment')
    expect((await put(browser, { gender: 'male' })).status).toBe(200)
    expect(await stateOf(uid)).toEqual([{ state: 'awaiting_payment', cancel_reason: null }])
    expect((await put(browser, { gender: 'male', dob: '1970-05-05' })).status).toBe(200)
    expect(await stateOf(uid)).toEqual([{ state: 'awaiting_payment', cancel_reason: 'identity' }])
  })

  it('is kept only in the locked record when the account is closed', async () => {
    const { browser, uid } = await customer()
    const { owner } = world.database
    await storeTransfer(owner, uid, 'sent')
    const { id } = await owner
      .selectFrom('transfers')
      .select('id')
      .where('user_id', '=', uid)
      .executeTakeFirstOrThrow()
    await owner
      .insertInto('transfer_senders')
      .values({ transfer_id: id, user_id: uid, name: 'Fatu Kamara', dob: '1990-04-02' })
      .execute()
    await put(browser, { name: 'Totally Different' })
    expect((await browser.send('DELETE', '/user')).status).toBe(200)
    const { record } = await owner
      .selectFrom('locked_records')
      .select('record')
      .where('user_id', '=', uid)
      .executeTakeFirstOrThrow()
    expect(record).toMatchObject({
      name: 'Totally Different',
      senders: [{ transfer_id: id, name: 'Fatu Kamara', dob: '1990-04-02' }],
      earlierProfiles: [{ name: 'Fatu Kamara', dob: '1990-04-02' }],
    })
    expect(await earlier(uid)).toEqual([])
    const left = await owner
      .selectFrom('transfer_senders')
      .select('name')
      .where('user_id', '=', uid)
      .execute()
    expect(left).toEqual([])
  })
})
