import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newNumber, startIdentityApp, type IdentityApp } from '../../../../testing/identity-app.ts'

let world: IdentityApp
beforeAll(async () => {
  world = await startIdentityApp()
})
afterAll(() => world.close())

const wrong = (code: string): string => (code === '000000' ? '111111' : '000000')

async function start(phone: string): Promise<string> {
  const answer = await world.browser().send('POST', '/auth/phone/start', { phoneNumber: phone })
  expect(answer.status).toBe(202)
  return String(answer.body['verificationId'])
}

const verify = (verificationId: string, code: string, browser = world.browser()) =>
  browser.send('POST', '/auth/phone/verify', { verificationId, code })

describe('requesting a code', () => {
  it('sends a message bound to our host, and returns the times', async () => {
    const phone = newNumber()
    const answer = await world.browser().send('POST', '/auth/phone/start', { phoneNumber: phone })
    expect(answer.status).toBe(202)
    expect(Object.keys(answer.body).sort()).toEqual([
      'digits',
      'expiresAt',
      'resendAfter',
      'sentBy',
      'verificationId',
    ])
    const code = await world.codeFor(phone)
    const [message] = await world.received(phone)
    expect(message?.text).toBe(
      `Your Sesa code is ${code}. It expires in 10 minutes. Never share it.\n\n@localhost #${code}`,
    )
  })

  it.each([
    ['+23', 'phone_invalid'],
    ['+231770', 'phone_invalid'],
    ['+2315551234', 'phone_invalid'],
    ['not a number', 'phone_invalid'],
    ['+447911123456', 'country_not_served'],
    ['00 234 803 123 4567', 'country_not_served'],
    ['+233302123456', 'phone_not_mobile'],
  ])('refuses %s with %s', async (phoneNumber, code) => {
    const answer = await world.browser().send('POST', '/auth/phone/start', { phoneNumber })
    expect([answer.status, answer.code]).toEqual([422, code])
    expect(answer.body).toMatchObject({ error: { field: 'phoneNumber' } })
  })

  it('refuses unknown fields', async () => {
    const browser = world.browser()
    const extra = { phoneNumber: newNumber(), channel: 'call' }
    expect((await browser.send('POST', '/auth/phone/start', extra)).code).toBe('unknown_field')
    expect((await browser.send('POST', '/auth/phone/start', {})).code).toBe('missing_field')
  })

  it('stores neither code nor message text in the clear', async () => {
    const phone = newNumber()
    await start(phone)
    const code = await world.codeFor(phone)
    const { db } = world.database
    const rows = [
      await db.selectFrom('verifications').selectAll().where('phone_number', '=', phone).execute(),
      await db.selectFrom('messages').selectAll().where('recipient', '=', phone).execute(),
    ]
    expect(JSON.stringify(rows)).toContain(phone)
    expect(JSON.stringify(rows)).not.toContain(code)
    for (const row of rows.flat()) {
      for (const value of Object.values(row)) {
        if (Buffer.isBuffer(value)) expect(value.includes(code)).toBe(false)
      }
    }
  })
})

describe('entering the code', () => {
  it('creates an account the first time and finds it the second time', async () => {
    const phone = newNumber()
    const first = await world.signIn(phone)
    const second = await world.signIn(phone)
    const uids = await Promise.all(
      [first, second].map(async (browser) => (await browser.send('GET', '/auth/boot')).body['user']),
    )
    expect(uids[0]).toMatchObject({ phoneNumber: phone, email: null, displayName: null })
    expect(uids[0]).toEqual(uids[1])
  })

  it('accepts a right code after wrong ones, once', async () => {
    const phone = newNumber()
    const id = await start(phone)
    const code = await world.codeFor(phone)
    const tried = await verify(id, wrong(code))
    expect([tried.status, tried.code]).toEqual([422, 'code_wrong'])
    expect(tried.body).toMatchObject({ error: { field: 'code', details: { triesLeft: 4 } } })
    expect((await verify(id, code)).status).toBe(200)
    expect((await verify(id, code)).code).toBe('code_used')
  })

  it('invalidates the code after five wrong tries', async () => {
    const phone = newNumber()
    const id = await start(phone)
    const code = await world.codeFor(phone)
    for (let n = 0; n < 5; n++) expect((await verify(id, wrong(code))).code).toBe('code_wrong')
    expect((await verify(id, code)).code).toBe('code_locked')
  })

  it('counts at most five of fifty parallel tries', async () => {
    const phone = newNumber()
    const id = await start(phone)
    const code = await world.codeFor(phone)
    const answers = await Promise.all(Array.from({ length: 50 }, () => verify(id, wrong(code))))
    const codes = answers.map((answer) => answer.code)
    expect(codes.filter((each) => each === 'code_wrong')).toHaveLength(5)
    expect(codes.filter((each) => each === 'code_locked')).toHaveLength(45)
  })

  it('opens one session for fifty parallel right codes', async () => {
    const phone = newNumber()
    const id = await start(phone)
    const code = await world.codeFor(phone)
    const answers = await Promise.all(Array.from({ length: 50 }, () => verify(id, code)))
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1)
    expect(answers.filter((answer) => answer.code === 'code_used')).toHaveLength(49)
  })

  it('expires after ten minutes', async () => {
    const phone = newNumber()
    const id = await start(phone)
    const code = await world.codeFor(phone)
    const { owner } = world.database
    const past = new Date(Date.now() - 1_000)
    await owner.updateTable('verifications').set({ expires_at: past }).where('id', '=', id).execute()
    expect((await verify(id, code)).code).toBe('code_expired')
  })

  it('is bound to its own verification', async () => {
    const [one, two] = [newNumber(), newNumber()]
    const ids = [await start(one), await start(two)]
    const [first, second] = [await world.codeFor(one), await world.codeFor(two)]
    if (first !== second) expect((await verify(ids[1] ?? '', first)).code).toBe('code_wrong')
    expect((await verify('0193d2a0-7c1e-4f6a-9d1e-2b6a7c8d9e0f', first)).code).toBe('code_expired')
  })

  it('answers code_wrong for malformed codes', async () => {
    const id = await start(newNumber())
    for (const code of ['12345', '1234567', 'abcdef', ''])
      expect((await verify(id, code)).code).toBe('code_wrong')
  })

  it('does not open a locked account', async () => {
    const phone = newNumber()
    const browser = await world.signIn(phone)
    const { owner } = world.database
    const { user_id } = await owner
      .selectFrom('phone_identities')
      .select('user_id')
      .where('phone_number', '=', phone)
      .executeTakeFirstOrThrow()
    await owner.updateTable('users').set({ locked_at: new Date() }).where('id', '=', user_id).execute()
    expect((await browser.send('GET', '/auth/sessions')).code).toBe('unauthenticated')
    const id = await start(phone)
    const code = await world.codeFor(phone, 2)
    const answer = await verify(id, code)
    expect([answer.status, answer.code]).toEqual([403, 'account_locked'])
  })
})

describe('with a bearer token', () => {
  it('refuses another account’s number, and a second number', async () => {
    const [mine, theirs] = [newNumber(), newNumber()]
    await world.signIn(theirs)
    const browser = await world.signIn(mine)
    const taken = await verify(await start(theirs), await world.codeFor(theirs, 2), browser)
    expect([taken.status, taken.code]).toEqual([409, 'phone_taken'])
    const other = newNumber()
    const second = await verify(await start(other), await world.codeFor(other), browser)
    expect(second.code).toBe('phone_mismatch')
    expect((await browser.send('GET', '/auth/sessions')).status).toBe(200)
  })

  it('links the number to an account that has none', async () => {
    const browser = await world.signIn(newNumber())
    const { owner } = world.database
    const before = await browser.send('POST', '/auth/token')
    const { uid } = before.body['user'] as { uid: string }
    await owner.deleteFrom('phone_identities').where('user_id', '=', uid).execute()
    const phone = newNumber()
    const linked = await verify(await start(phone), await world.codeFor(phone), browser)
    expect(linked.body).toMatchObject({ user: { uid, phoneNumber: phone } })
  })
})
