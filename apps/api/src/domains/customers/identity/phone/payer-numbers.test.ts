// Real PostgreSQL: two accounts that want one number meet at its lock.
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  newNumber,
  startIdentityApp,
  type Browser,
  type IdentityApp,
} from '../../../../testing/identity-app.ts'
import { storeTransfer } from '../../../../testing/stored-transfer.ts'

let world: IdentityApp
beforeAll(async () => {
  world = await startIdentityApp()
})
afterAll(() => world.close())

interface Customer {
  readonly browser: Browser
  readonly phone: string
  readonly userId: string
}

async function customer(phone = newNumber()): Promise<Customer> {
  const browser = await world.signIn(phone)
  await browser.send('POST', '/user/create', { phoneNumber: phone, country: 'LR' })
  const email = `${phone.slice(1)}@example.com`
  await browser.send('PUT', '/user/profile', { name: 'Fatu Kamara', email, dob: '1990-04-02' })
  const boot = await browser.send('GET', '/auth/boot')
  return { browser, phone, userId: (boot.body['user'] as { uid: string }).uid }
}

/** Requests a code for a number; returns the body that proves it. */
async function proofOf(phone: string, nth = 1) {
  const { body } = await world.browser().send('POST', '/auth/phone/start', { phoneNumber: phone })
  return { verificationId: String(body['verificationId']), code: await world.codeFor(phone, nth) }
}

const add = async ({ browser }: Customer, phone: string, nth = 1) =>
  browser.send('PUT', '/user/payer-numbers', await proofOf(phone, nth))
const remove = ({ browser }: Customer, phone: string) =>
  browser.send('DELETE', `/user/payer-numbers/${encodeURIComponent(phone)}`)
const list = async ({ browser }: Customer) =>
  (await browser.send('GET', '/user/payer-numbers')).body['numbers'] as { phone: string }[]
const phonesOf = async (who: Customer) => (await list(who)).map(({ phone }) => phone)

async function kindsOf({ userId }: Customer): Promise<string[]> {
  const { rows } = await sql<{ kind: string }>`
    select kind from security_events where user_id = ${userId} and kind like 'payer%' order by id`.execute(
    world.database.owner,
  )
  return rows.map(({ kind }) => kind)
}

async function formerOf({ userId }: Customer, phone: string): Promise<boolean> {
  const { rows } = await sql`select 1 from former_numbers
    where user_id = ${userId} and number_key = sha256(convert_to(${phone}, 'UTF8'))`.execute(
    world.database.owner,
  )
  return rows.length > 0
}

describe('a number to pay from', () => {
  it('is added by its code and removed, without becoming a way to sign in', async () => {
    const [who, other] = [await customer(), newNumber()]
    expect(await list(who)).toEqual([{ phone: who.phone, isSignIn: true }])
    const added = await add(who, other)
    const both = [
      { phone: who.phone, isSignIn: true },
      { phone: other, isSignIn: false },
    ]
    expect(added.body).toEqual({ numbers: both })
    expect((await add(who, other, 2)).body).toEqual({ numbers: both })
    expect((await add(who, who.phone, 2)).body).toEqual({ numbers: both })
    expect((await who.browser.send('GET', '/auth/methods')).body).toMatchObject({ phoneNumber: who.phone })
    expect((await remove(who, who.phone)).body).toEqual({ numbers: both })
    expect((await remove(who, newNumber())).body).toEqual({ numbers: both })
    expect((await remove(who, other)).body).toEqual({ numbers: [both[0]] })
    expect(await kindsOf(who)).toEqual(['payer_number_added', 'payer_number_removed'])
  })

  it('needs a fresh proof, the right code, the account’s country and a free number', async () => {
    const [who, stranger, theirs] = [await customer(), await customer(), newNumber()]
    await add(stranger, theirs)
    expect((await add(who, '+233241234569')).code).toBe('phone_wrong_country')
    expect((await add(who, theirs, 2)).body).toMatchObject({ error: { code: 'phone_taken' } })
    expect((await add(who, stranger.phone, 2)).code).toBe('phone_taken')
    const proof = await proofOf(newNumber())
    const wrong = proof.code === '000000' ? '111111' : '000000'
    const tried = await who.browser.send('PUT', '/user/payer-numbers', { ...proof, code: wrong })
    expect(tried.code).toBe('code_wrong')
    await world.ageProof(who.browser)
    expect((await who.browser.send('PUT', '/user/payer-numbers', proof)).code).toBe('step_up_required')
    expect(await phonesOf(who)).toEqual([who.phone])
  })

  it('is exported, kept in the locked record, and free once its account is closed', async () => {
    const [who, next, number] = [await customer(), await customer(), newNumber()]
    await storeTransfer(world.database.owner, who.userId, 'sent')
    await add(who, number)
    const exported = await who.browser.send('GET', '/user/export')
    expect(exported.status).toBe(200)
    expect(JSON.stringify(exported.body['data'])).toContain(`"payerNumbers":[{"phoneNumber":"${number}"`)
    expect((await who.browser.send('DELETE', '/user')).status).toBe(200)
    const { rows } = await sql<{ record: object }>`select record from locked_records
      where user_id = ${who.userId}`.execute(world.database.owner)
    expect(rows[0]?.record).toMatchObject({ payerNumbers: [{ phone_number: number }] })
    expect(await formerOf(who, number)).toBe(true)
    expect((await add(next, number, 2)).status).toBe(200)
  })

  it('is one of at most three', async () => {
    const who = await customer()
    for (let n = 0; n < 3; n++) expect((await add(who, newNumber())).status).toBe(200)
    expect((await add(who, newNumber())).code).toBe('payer_numbers_full')
  })

  it('belongs to one of two accounts that add it at once', async () => {
    const [one, two, number] = [await customer(), await customer(), newNumber()]
    const proofs = [await proofOf(number, 1), await proofOf(number, 2)]
    const answers = await Promise.all(
      [one, two].map(({ browser }, at) => browser.send('PUT', '/user/payer-numbers', proofs[at])),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(
      [...(await phonesOf(one)), ...(await phonesOf(two))].filter((phone) => phone === number),
    ).toHaveLength(1)
  })

  it('ends when its holder signs up with it, and its transfers keep counting', async () => {
    const [who, number] = [await customer(), newNumber()]
    await storeTransfer(world.database.owner, who.userId, 'sent')
    await add(who, number)
    const [added, joined] = [await proofOf(number, 2), await proofOf(number, 3)]
    const [signedUp, again] = await Promise.all([
      world.browser().send('POST', '/auth/phone/verify', joined),
      who.browser.send('PUT', '/user/payer-numbers', added),
    ])
    expect(signedUp.status).toBe(200)
    expect([200, 409]).toContain(again.status)
    expect(await phonesOf(who)).toEqual([who.phone])
    expect(await kindsOf(who)).toContain('payer_number_ended')
    expect(await formerOf(who, number)).toBe(true)
  })

  it('becomes the sign-in number of its account, and the former one no longer pays', async () => {
    const [who, number] = [await customer(), newNumber()]
    await add(who, number)
    const changed = await who.browser.send('PUT', '/auth/phone', await proofOf(number, 2))
    expect(changed.status).toBe(200)
    who.browser.bearer = String(changed.body['idToken'])
    expect(await list(who)).toEqual([{ phone: number, isSignIn: true }])
    expect(await kindsOf(who)).toEqual(['payer_number_added'])
  })

  it('stays while a request to pay from it is open', async () => {
    const [who, number] = [await customer(), newNumber()]
    const { id } = await storeTransfer(world.database.owner, who.userId, 'awaiting_payment')
    await add(who, number)
    const attempt = sql`insert into collection_attempts (transfer_id, number, collector, country, network, phone, amount, currency)
      values (${id}, 1, 'pawapay', 'LR', 'mtn', ${number}, 1000, 'LRD')`
    await attempt.execute(world.database.owner)
    expect((await remove(who, number)).code).toBe('payment_attempt_open')
    expect(await phonesOf(who)).toContain(number)
    await sql`update collection_attempts set state = 'failed' where phone = ${number}`.execute(
      world.database.owner,
    )
    expect((await remove(who, number)).status).toBe(200)
    expect(await formerOf(who, number)).toBe(true)
  })
})
