import { calls } from '@sesa/contract'
import { randomBytes } from 'node:crypto'
import { Authenticator } from '@sesa/test-kit/authenticator'
import type { Person } from '../world/person.ts'
import type { World } from '../world/world.ts'
import type { Scenario } from './stage.ts'

const PASSWORD = 'three blue canoes at dawn'
const OTHER_PASSWORD = 'seven red kettles at dusk'

const newAddress = (): string => `${randomBytes(6).toString('hex')}@example.com`

/** Returns the token of the newest link to one of our pages that reached a mailbox. */
async function linkIn(world: World, address: string, page: string, messages = 1): Promise<string> {
  return world.providers.find(address, new RegExp(`${page}#([\\w-]{43})`), messages)
}

const optionsOf = (body: { options: Record<string, unknown> }) =>
  body.options as { challenge: string; user: { id: string } }

async function signUpByEmail(world: World, person: Person, email: string): Promise<void> {
  await person.ask(calls.signUpByEmail, { body: { email, password: PASSWORD } })
  const token = await linkIn(world, email, 'verify-email')
  const { signedIn } = await person.ask(calls.verifyEmail, { body: { token, password: PASSWORD } })
  person.enter(signedIn)
}

/** The other ways to sign in, and changes to them. */
export const signIns: readonly Scenario[] = [
  {
    name: 'a customer signs up by email, changes the password, forgets it and chooses another',
    movers: ['worker'],
    async play({ world, armed }) {
      const person = world.stranger()
      const email = newAddress()
      await armed()
      await signUpByEmail(world, person, email)
      person.enter(await person.ask(calls.signInByEmail, { body: { email, password: PASSWORD } }))
      await person.ask(calls.putPassword, {
        body: { current: PASSWORD, new: OTHER_PASSWORD, confirm: OTHER_PASSWORD },
      })
      await person.ask(calls.forgotPassword, { body: { email } })
      const token = await linkIn(world, email, 'reset-password')
      await person.ask(calls.resetPassword, { body: { token, password: PASSWORD } })
    },
  },
  {
    name: 'a customer mistypes the password, at sign-in and in the settings',
    movers: ['worker'],
    async play({ world, armed }) {
      const person = world.stranger()
      const email = newAddress()
      await signUpByEmail(world, person, email)
      await armed()
      await person.call(calls.signInByEmail, { body: { email, password: OTHER_PASSWORD } })
      await person.call(calls.putPassword, {
        body: { current: OTHER_PASSWORD, new: OTHER_PASSWORD, confirm: OTHER_PASSWORD },
      })
    },
  },
  {
    name: 'a session of the earlier release is bound to its browser, and a copy of its cookie ends it',
    movers: ['worker'],
    async play({ world, armed }) {
      const person = world.stranger()
      await person.signIn()
      await world.database.sql(
        `update sessions set device_hash = null
          where user_id = (select user_id from phone_identities where phone_number = $1)`,
        [person.phone],
      )
      await armed()
      await person.call(calls.refreshToken, { headers: person.asBrowser() })
      await person.call(calls.refreshToken, {
        headers: person.asBrowser((name) => !name.includes('device')),
      })
    },
  },
  {
    name: 'a customer confirms an address, changes it and undoes the change',
    movers: ['worker'],
    async play({ world, armed }) {
      const person = await world.person()
      const address = `${person.phone.slice(1)}@example.com`
      const other = newAddress()
      await armed()
      await person.ask(calls.verifyEmail, { body: { token: await linkIn(world, address, 'verify-email') } })
      await person.ask(calls.putProfile, { body: { name: 'Musu Kollie', email: other, dob: person.dob } })
      await linkIn(world, other, 'verify-email')
      await person.ask(calls.resendEmail)
      await person.ask(calls.verifyEmail, { body: { token: await linkIn(world, other, 'verify-email', 2) } })
      await person.ask(calls.undoEmail, { body: { token: await linkIn(world, address, 'undo-email') } })
    },
  },
  {
    name: 'a customer declines a passkey, later creates one, signs in with it and removes it',
    movers: ['worker'],
    async play({ world, armed }) {
      const person = await world.person()
      const device = new Authenticator(world.publicUrl)
      await armed()
      await person.call(calls.declinePasskey)
      const options = await person.ask(calls.startPasskey)
      const { id } = await person.ask(calls.addPasskey, {
        body: { name: 'A phone', response: { ...device.create(optionsOf(options)) } },
      })
      const challenge = await person.ask(calls.challengePasskey)
      const response = { ...device.get(optionsOf(challenge)) }
      person.enter(await person.ask(calls.signInByPasskey, { body: { response } }))
      const again = await person.ask(calls.challengePasskey)
      const genuine = device.get(optionsOf(again))
      const forged = { ...genuine, response: { ...genuine.response, signature: 'AAAA' } }
      await person.call(calls.signInByPasskey, { body: { response: forged } })
      await person.call(calls.removePasskey, { params: { id } })
    },
  },
  {
    name: 'a customer changes the phone number, ends other sessions and closes the account',
    movers: ['worker'],
    async play({ world, armed }) {
      const person = await world.person()
      const { phone } = world.stranger()
      await armed()
      const { verificationId } = await person.ask(calls.startPhone, { body: { phoneNumber: phone } })
      const code = await world.providers.code(phone)
      // The profile no longer belongs to this number.
      world.log.acknowledged.names.delete(person.phone)
      person.enter(await person.ask(calls.changePhone, { body: { verificationId, code } }))
      await person.call(calls.endOtherSessions)
      await person.ask(calls.exportData)
      await person.call(calls.deleteUser)
    },
  },
  {
    name: 'the server starts with another secret',
    movers: ['worker'],
    async play({ world, restart }) {
      // The first sign-in creates the key that the other secret cannot read.
      await world.stranger().signIn()
      const other = { SESA_SECRET: randomBytes(32).toString('base64') }
      await world.worker.stop('SIGTERM')
      await world.worker.start(other)
      await restart('server', other)
      try {
        await world.stranger().signIn()
      } finally {
        for (const child of [world.server, world.worker]) await child.stop('SIGTERM')
        // Values encrypted or signed with that secret can no longer be read.
        const { sql } = world.database
        await sql(`update messages set state = 'failed', failure = 'expired', body = null, ended_at = now()
          where state = 'queued'`)
        await sql('update signing_keys set retired_at = now() where retired_at is null')
      }
    },
  },
]
