import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newNumber, startIdentityApp, type Browser, type IdentityApp } from '../../../testing/identity-app.ts'
import { readBirthDate } from './rules.ts'

let world: IdentityApp
let phone: string
let browser: Browser
beforeAll(async () => {
  world = await startIdentityApp()
  phone = newNumber()
  browser = await world.signIn(phone)
})
afterAll(() => world.close())

const FULL = { name: 'Fatu Kamara', email: 'Fatu@Example.COM', gender: 'female', dob: '1990-04-02' }

describe('creating a profile', () => {
  it('starts from null, accepts only the verified number and country, and is idempotent', async () => {
    expect((await browser.send('GET', '/user/auth')).body).toEqual({
      user: null,
      agreementsDue: expect.any(Array) as object[],
    })
    const create = (body: object) => browser.send('POST', '/user/create', body)
    expect((await create({ phoneNumber: newNumber(), country: 'LR' })).code).toBe('phone_mismatch')
    const country = await create({ phoneNumber: phone, country: 'GH' })
    expect(country.body).toMatchObject({ error: { code: 'phone_mismatch', field: 'country' } })
    expect((await create({ phoneNumber: '+233302123456', country: 'GH' })).code).toBe('phone_not_mobile')
    expect((await create({ phoneNumber: '+447911123456', country: 'LR' })).code).toBe('country_not_served')
    expect((await create({ phoneNumber: 'abc', country: 'LR' })).code).toBe('phone_invalid')
    expect((await create({ phoneNumber: phone, country: 'NG' })).code).toBe('country_not_served')
    expect((await browser.send('GET', '/user/auth')).body).toEqual({
      user: null,
      agreementsDue: expect.any(Array) as object[],
    })

    const first = await create({ phoneNumber: phone, country: 'LR' })
    expect(first.status).toBe(201)
    const spaced = `${phone.slice(0, 4)} ${phone.slice(4, 6)} ${phone.slice(6)}`
    const second = await create({ phoneNumber: spaced, country: 'LR' })
    expect(second.status).toBe(200)
    expect(second.body).toEqual(first.body)
    expect(first.body).toEqual({
      user: {
        name: null,
        email: null,
        emailVerified: false,
        pendingEmail: null,
        phoneNumber: phone,
        country: 'LR',
        gender: null,
        dob: null,
        complete: false,
      },
    })
  })

  it('needs a bearer token', async () => {
    const stranger = world.browser()
    expect((await stranger.send('GET', '/user/auth')).code).toBe('unauthenticated')
    expect((await stranger.send('POST', '/user/create', { phoneNumber: phone, country: 'LR' })).status).toBe(
      401,
    )
    expect((await stranger.send('PUT', '/user/profile', FULL)).status).toBe(401)
    stranger.cookies.set('sesa-3000', browser.cookies.get('sesa-3000') ?? '')
    expect((await stranger.send('GET', '/user/auth')).code).toBe('unauthenticated')
  })
})

describe('an unfinished profile', () => {
  const typed = { name: 'Fatu K', email: '', dob: '', gender: '' }
  const detailsOf = (email: string) => ({ name: FULL.name, email, dob: FULL.dob })
  const draftOf = async (person: Browser) => (await person.send('GET', '/user/draft')).body['draft']
  async function newPerson(): Promise<Browser> {
    const number = newNumber()
    const person = await world.signIn(number)
    await person.send('POST', '/user/create', { phoneNumber: number, country: 'LR' })
    return person
  }

  it('is kept for its owner, and included in the first answer', async () => {
    const [person, stranger] = [await newPerson(), await newPerson()]
    expect((await person.send('PUT', '/user/draft', { profile: typed })).status).toBe(200)
    const boot = await person.send('GET', '/auth/boot')
    expect(boot.body).toMatchObject({ profile: { complete: false }, draft: { draft: { profile: typed } } })
    expect(await draftOf(stranger)).toBeNull()
  })

  it('ends when the profile is saved, not when saving is refused; a transfer stays', async () => {
    const person = await newPerson()
    const details = detailsOf('ends@example.com')
    await person.send('PUT', '/user/draft', { profile: typed })
    expect((await person.send('PUT', '/user/profile', { ...details, dob: '' })).code).toBe('date_invalid')
    expect(await draftOf(person)).toEqual({ profile: typed })
    expect((await person.send('PUT', '/user/profile', details)).status).toBe(200)
    expect(await draftOf(person)).toBeNull()
    await person.send('PUT', '/user/draft', { sendAmount: '5' })
    expect((await person.send('PUT', '/user/profile', { ...details, gender: 'female' })).status).toBe(200)
    expect(await draftOf(person)).toEqual({ sendAmount: '5' })
  })

  it('does not reappear with a write that arrives while the profile is saved', async () => {
    const person = await newPerson()
    const [late, saved] = await Promise.all([
      person.send('PUT', '/user/draft', { profile: typed }),
      person.send('PUT', '/user/profile', detailsOf('late@example.com')),
      person.send('PUT', '/user/draft', { profile: { ...typed, email: 'f' } }),
    ])
    expect(saved.status).toBe(200)
    expect([200, 409]).toContain(late.status)
    expect(await draftOf(person)).toBeNull()
  })
})

describe('changing a profile', () => {
  const put = (change: object) => browser.send('PUT', '/user/profile', { ...FULL, ...change })

  it('is complete with name, email and date of birth; gender is optional', async () => {
    const answer = await put({})
    expect(answer.status).toBe(200)
    expect(answer.body).toMatchObject({
      user: { ...FULL, email: 'Fatu@example.com', complete: true, country: 'LR', phoneNumber: phone },
    })
    const { gender: _gender, ...rest } = FULL
    const without = await browser.send('PUT', '/user/profile', rest)
    expect(without.body).toMatchObject({ user: { gender: null, complete: true } })
    const boot = await browser.send('GET', '/auth/boot')
    expect(boot.body).toMatchObject({
      user: { email: 'Fatu@example.com', displayName: 'Fatu Kamara' },
      profile: { complete: true },
    })
  })

  it.each([
    ['José Ångström-O’Brien', 'José Ångström-O’Brien'],
    ['  Nana   Yaa  Mensah Jr. ', 'Nana Yaa Mensah Jr.'],
    ['Ɛsi Ɔkɔ', 'Ɛsi Ɔkɔ'],
    ['张伟', '张伟'],
  ])('accepts the name %s', async (name, kept) => {
    expect((await put({ name })).body).toMatchObject({ user: { name: kept } })
  })

  it.each([
    ['name', '', 'name_invalid'],
    ['name', '   ', 'name_invalid'],
    ['name', '-', 'name_invalid'],
    ['name', 'R2D2', 'name_invalid'],
    ['name', '<b>Fatu</b>', 'name_invalid'],
    ['name', 'a'.repeat(101), 'name_invalid'],
    ['name', 'a'.repeat(300), 'name_invalid'],
    ['email', '', 'email_invalid'],
    ['email', 'fatu', 'email_invalid'],
    ['email', 'fatu@example', 'email_invalid'],
    ['email', 'fatu@@example.com', 'email_invalid'],
    ['email', 'fa tu@example.com', 'email_invalid'],
    ['email', 'fatu..k@example.com', 'email_invalid'],
    ['email', 'fatu@-example.com', 'email_invalid'],
    ['email', 'fatu@example.com\nbcc: x@example.com', 'email_invalid'],
    ['email', `${'a'.repeat(65)}@example.com`, 'email_invalid'],
    ['dob', '', 'date_invalid'],
    ['dob', '02/04/1990', 'date_invalid'],
    ['dob', '1990-02-30', 'date_invalid'],
    ['dob', '1990-13-01', 'date_invalid'],
    ['dob', '1850-01-01', 'date_invalid'],
    ['dob', '2999-01-01', 'date_invalid'],
    ['dob', `${new Date().getUTCFullYear() - 17}-01-01`, 'age_below_18'],
  ])('refuses %s %j with %s and changes nothing', async (field, value, code) => {
    const before = (await browser.send('GET', '/user/auth')).body
    const answer = await put({ [field]: value })
    expect(answer.status).toBe(422)
    expect(answer.body).toMatchObject({ error: { code, field } })
    expect((await browser.send('GET', '/user/auth')).body).toEqual(before)
  })

  it.each(['country', 'phoneNumber', 'complete', 'emailVerified', 'user_id', 'locked_at', '__proto__x'])(
    'refuses the field %s',
    async (field) => {
      const answer = await put({ [field]: 'GH' })
      expect([answer.status, answer.code]).toEqual([400, 'unknown_field'])
    },
  )

  it('names the missing field', async () => {
    const answer = await browser.send('PUT', '/user/profile', { name: 'Fatu', email: 'fatu@example.com' })
    expect(answer.body).toMatchObject({ error: { code: 'missing_field', field: 'dob' } })
  })

  it('keeps a verified address until the new one is verified', async () => {
    await put({ email: 'old@example.com' })
    expect((await put({ email: 'newer@example.com' })).body).toMatchObject({
      user: { email: 'newer@example.com', pendingEmail: null },
    })
    await world.database.owner.updateTable('profiles').set({ email_verified_at: new Date() }).execute()
    expect((await put({ email: 'changed@example.com' })).body).toMatchObject({
      user: { email: 'newer@example.com', emailVerified: true, pendingEmail: 'changed@example.com' },
    })
    expect((await put({ email: 'newer@example.com' })).body).toMatchObject({ user: { pendingEmail: null } })
  })

  it('records which fields changed, not their values', async () => {
    const other = await world.signIn(newNumber())
    await other.send('PUT', '/user/profile', FULL)
    await other.send('PUT', '/user/profile', FULL)
    await other.send('PUT', '/user/profile', { ...FULL, name: 'Fatu Sesay' })
    const { user } = (await other.send('GET', '/auth/boot')).body as { user: { uid: string } }
    const events = await world.database.db
      .selectFrom('security_events')
      .select('details')
      .where('user_id', '=', user.uid)
      .where('kind', '=', 'profile_changed')
      .orderBy('id')
      .execute()
    expect(events.map((event) => event.details)).toEqual([
      { fields: ['name', 'email', 'gender', 'dob'] },
      { fields: ['name'] },
    ])
  })
})

describe('coming of age', () => {
  const age = (dob: string, today: string): string => {
    try {
      return readBirthDate(dob, today)
    } catch (error) {
      return error instanceof Error && 'code' in error ? String(error.code) : 'unexpected'
    }
  }

  it.each([
    ['2008-11-21', '2026-11-21', '2008-11-21'],
    ['2008-11-22', '2026-11-21', 'age_below_18'],
    ['2008-02-29', '2026-02-28', 'age_below_18'],
    ['2008-02-29', '2026-03-01', '2008-02-29'],
    ['1906-11-21', '2026-11-21', '1906-11-21'],
    ['1905-11-22', '2026-11-21', '1905-11-22'],
    ['1905-11-20', '2026-11-21', 'date_invalid'],
    ['1905-11-21', '2026-11-21', 'date_invalid'],
    ['2026-11-22', '2026-11-21', 'date_invalid'],
  ])('born %s is on %s: %s', (dob, today, outcome) => {
    expect(age(dob, today)).toBe(outcome)
  })
})
