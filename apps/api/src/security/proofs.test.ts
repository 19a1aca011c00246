import { PATIENCE } from '@sesa/test-kit/patience'
import { asksAlways, calls, PROOFS, type Proof } from '@sesa/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { sessionOf } from '../testing/sandbox-faults.ts'
import type { Client } from './testing/client.ts'
import { byEmail, showOtherName, takeEverywhere } from './testing/itinerary.ts'
import { changes } from './testing/operations.ts'
import { startProduct, type ProductWorld } from './testing/product.ts'
import {
  askForGoogle,
  newDetails,
  openTransfer,
  pay,
  profileOf,
  Tour,
  transferBody,
  type Details,
  type Input,
} from './testing/tour.ts'

const REFUSED = 'step_up_required'
const proofs: readonly (readonly [string, Proof])[] = Object.entries(PROOFS)
const asked = proofs.filter(([, proof]) => 'asks' in proof).map(([name]) => name)
const sometimes = asked.filter((name) => !asksAlways(name))
/** The call is not served without Firebase; `firebase.test.ts` covers it. */
const NOT_SERVED = ['signInByFirebase']

let world: ProductWorld
let tour: Tour
/** A customer who has used every call, and can sign in with a password. */
const everywhere = newDetails()
/** A customer who has saved a card, and paid once. */
const payer = newDetails()
let ofPayer: Client

const setAge = (client: Client, minutes: number) =>
  sql`update sessions set auth_time = now() - make_interval(mins => ${minutes}::int)
    where id = ${sessionOf(client.bearer)}`.execute(world.database.owner)
const STATES = { stale: 11, proven: 0 } as const
type State = keyof typeof STATES

/** An unused session: no call has succeeded in it, so its state is unchanged. */
let unused: Client | undefined

/** Signs in, unless the last session is unused, and lets the proof expire for `stale`. */
async function signedIn(details: Details, state: State): Promise<Client> {
  const client = unused ?? (await tour.signInByEmail(details))
  await setAge(client, STATES[state])
  return client
}

beforeAll(async () => {
  world = await startProduct()
  tour = await Tour.start(world)
  await takeEverywhere(tour, everywhere)
  ofPayer = await tour.signUp(payer)
  const opened = await openTransfer(tour, ofPayer)
  await pay(tour, opened)
  const read = world.database.owner.selectFrom('transfers').select('state')
  await vi.waitFor(
    async () =>
      expect(await read.where('payment_intent_id', '=', opened.id).executeTakeFirst()).toEqual({
        state: 'sent',
      }),
    PATIENCE,
  )
})
afterAll(() => world.close())

describe('the list of proofs', () => {
  it('has every call that changes something or asks for a proof, and no other name', () => {
    const listed: readonly string[] = proofs.map(([name]) => name)
    const served = tour.operations.filter((operation) => changes(operation)).map(({ id }) => id)
    const asking = Object.entries(calls).filter(([, { errors }]) => errors.some((code) => code === REFUSED))
    const changing = Object.entries(calls).filter(([, { method }]) => method !== 'GET')
    const wanted = [...served, ...[...asking, ...changing].map(([name]) => name)]
    expect(wanted.filter((name) => !listed.includes(name))).toEqual([])
    expect(listed.filter((name) => !Object.hasOwn(calls, name))).toEqual([])
    console.log(`${listed.length} calls listed, ${asked.length} of them ask for a proof`)
  })

  it('agrees with the errors that each call documents', () => {
    const documented = proofs.filter(([name]) =>
      (calls[name as keyof typeof calls].errors as readonly string[]).includes(REFUSED),
    )
    // The Google popup reports the code on one of our pages.
    expect(documented.map(([name]) => name).sort()).toEqual(
      asked.filter((name) => name !== 'startGoogle').sort(),
    )
  })
})

/** Returns an input that the call accepted before; its codes and links are already used. */
function takenInput(name: string): Input {
  const taken = tour.visits.find(({ operation, answer }) => operation.id === name && answer.status < 400)
  if (!taken) throw new Error(`${name} was never called`)
  return taken.input
}

describe.each(['stale', 'proven'] as const)('a %s session', (state) => {
  it.each(proofs.filter(([name]) => !sometimes.includes(name)).map(([name]) => name))(
    'calls %s',
    async (name) => {
      if (name === 'deleteUser' && state === 'proven') return expectDeletes()
      const client = await signedIn(everywhere, state)
      const input = name === 'deleteUser' ? {} : takenInput(name)
      const { status, code } = await tour.try(client, name, input)
      unused = status < 400 ? undefined : client
      const isRefused = asksAlways(name) && state === 'stale'
      expect({ status: isRefused ? status : 0, isRefused: code === REFUSED }).toEqual({
        status: isRefused ? 403 : 0,
        isRefused,
      })
    },
  )

  async function expectDeletes(): Promise<void> {
    const client = await tour.signIn(newDetails().phone)
    expect((await tour.try(client, 'deleteUser')).status).toBe(200)
  }
})

/** The calls that ask in one case only: the case, with a session in this state; returns the refusal's code. */
const CASES: Readonly<Record<string, (state: State) => Promise<string | undefined>>> = {
  async verifyPhone(state) {
    const client = await byEmail(tour)
    const { phone } = newDetails()
    const { verificationId } = await tour.call(client, 'startPhone', { body: { phoneNumber: phone } })
    const code = await tour.inbox.code(phone)
    await setAge(client, STATES[state])
    const before = await tour.call(client, 'getSignInMethods')
    const answer = await tour.try(client, 'verifyPhone', { body: { verificationId, code } })
    const after = await tour.call(client, 'getSignInMethods')
    // A number that was just added proves nothing: the proof's age is unchanged.
    expect(after['provenUntil']).toEqual(before['provenUntil'])
    expect(after['phoneNumber']).toBe(state === 'proven' ? phone : null)
    return answer.code
  },
  async startGoogle(state) {
    await setAge(ofPayer, STATES[state])
    const report = await askForGoogle(tour, ofPayer, payer.email)
    return report === 'ok' ? undefined : report
  },
  async putPassword(state) {
    const client = await tour.signIn(newDetails().phone)
    await setAge(client, STATES[state])
    const choice = { new: payer.password, confirm: payer.password }
    return (await tour.try(client, 'putPassword', { body: choice })).code
  },
  async endSession(state) {
    await tour.signInByEmail(payer)
    await setAge(ofPayer, STATES[state])
    const { sessions } = await tour.call(ofPayer, 'sessions')
    const other = (sessions as { id: string; current: boolean }[]).find(({ current }) => !current)
    return (await tour.try(ofPayer, 'endSession', { params: { id: other?.id ?? '' } })).code
  },
  async putProfile(state) {
    const { phone, ...others } = newDetails()
    const client = await tour.signIn(phone)
    await tour.call(client, 'createUser', { body: { phoneNumber: phone, country: 'LR' } })
    await setAge(client, STATES[state])
    const first = (await tour.try(client, 'putProfile', { body: profileOf(others) })).code
    await setAge(ofPayer, STATES[state])
    const body = profileOf({ ...payer, email: newDetails().email })
    expect((await tour.try(ofPayer, 'putProfile', { body })).code).toBe(first)
    return first
  },
  async confirmIdentityName(state) {
    await setAge(ofPayer, STATES.proven)
    if (state === 'stale') await showOtherName(tour, ofPayer, payer)
    await setAge(ofPayer, STATES[state])
    return (await tour.try(ofPayer, 'confirmIdentityName')).code
  },
  async createPaymentIntent(state) {
    await setAge(ofPayer, STATES[state])
    const body = await transferBody(tour, ofPayer)
    const without = await tour.try(ofPayer, 'createPaymentIntent', { body })
    expect([without.status, without.body['customerSessionClientSecret']]).toEqual([200, null])
    return (await tour.try(ofPayer, 'createPaymentIntent', { body: { ...body, savePaymentMethod: true } }))
      .code
  },
}

describe('a call that asks in one case', () => {
  it('is tested in that case', () => {
    expect(Object.keys(CASES).sort()).toEqual(sometimes.filter((name) => !NOT_SERVED.includes(name)).sort())
  })

  it.each(Object.entries(CASES))(
    '%s refuses a stale session there, and takes a proven one',
    async (_name, run) => {
      expect(await run('stale')).toBe(REFUSED)
      expect(await run('proven')).toBeUndefined()
    },
  )
})
