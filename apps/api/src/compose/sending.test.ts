import { afterAll, beforeAll, expect, it } from 'vitest'
import { inTransaction } from '../db/index.ts'
import { freezeSender } from '../domains/transfers/create/senders.ts'
import { readLimits } from '../domains/transfers/create/shared-limits.ts'
import { readFrozenSender } from '../domains/transfers/index.ts'
import { newNumber, startIdentityApp, type IdentityApp } from '../testing/identity-app.ts'
import { storeTransfer } from '../testing/stored-transfer.ts'
import { composeConfiguration } from './configuration.ts'
import { LIMITS, sendingRules } from './sending.ts'

let world: IdentityApp
beforeAll(async () => {
  world = await startIdentityApp()
})
afterAll(() => world.close())

const PROFILE = { name: 'Fatu Kamara', email: 'fatu@example.com', dob: '1990-04-02', gender: 'female' }
const DETAILS = {
  nationality: 'LR',
  addressLine: '12 Broad Street',
  city: 'Monrovia',
  country: 'LR',
  identificationType: 'passport',
  identificationNumber: 'LR0000001',
}
const CONFIG = {
  secret: Buffer.alloc(32, 1),
  secretBefore: undefined,
  providers: { mode: 'sandbox', url: 'http://127.0.0.1:9', stripeWebhookSecret: 'whsec' },
} as const

it('gives rails the sender and the document of the payment, whatever the account holds now', async () => {
  const { database, accounts } = world
  const phone = newNumber()
  const browser = await world.signIn(phone)
  const put = async (path: string, body: object) =>
    expect((await browser.send('PUT', path, body)).status).toBe(200)
  await put('/user/profile', PROFILE)
  await put('/user/sender-details', DETAILS)
  const { user } = (await browser.send('GET', '/auth/boot')).body as { user: { uid: string } }
  await storeTransfer(database.owner, user.uid, 'paid')
  const { id } = await database.owner
    .selectFrom('transfers')
    .select('id')
    .where('user_id', '=', user.uid)
    .executeTakeFirstOrThrow()
  await inTransaction(database.db, 'test.freeze', (tx) => freezeSender(tx, id))
  await put('/user/profile', { ...PROFILE, name: 'Totally Different', dob: '1970-05-05' })
  await put('/user/sender-details', { ...DETAILS, city: 'Ganta', identificationNumber: 'LR0000002' })

  const { senderOf } = sendingRules(CONFIG, { accounts })
  const told = async (wanted: 'name' | 'identity') =>
    senderOf(user.uid, wanted, await readFrozenSender(database.db, id))
  const frozen = { name: 'Fatu Kamara', phone, gender: 'female', dob: '1990-04-02' }
  expect(await told('name')).toEqual({ ...frozen, identity: null })
  expect(await told('identity')).toMatchObject({
    ...frozen,
    identity: { address: { city: 'Monrovia' }, identification: { type: 'passport', number: 'LR0000001' } },
  })

  // A transfer of an earlier release has no copy.
  await database.owner.deleteFrom('transfer_senders').where('user_id', '=', user.uid).execute()
  expect(await told('identity')).toMatchObject({
    name: 'Totally Different',
    dob: '1970-05-05',
    identity: { address: { city: 'Ganta' }, identification: { number: 'LR0000002' } },
  })
})

it('publishes the limits of the first tier', async () => {
  const { db } = world.database
  const { limitsOf } = sendingRules(CONFIG, { accounts: world.accounts })
  const { own } = await readLimits(
    limitsOf,
    db,
    '00000000-0000-4000-8000-000000000000',
    null,
    await composeConfiguration(db).current(),
  )
  expect(own).toEqual({ per24Hours: LIMITS.per24Hours, per30Days: LIMITS.per30Days })
})
