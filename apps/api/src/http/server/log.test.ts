import { afterAll, beforeAll, expect, it } from 'vitest'
import { Authenticator } from '@sesa/test-kit/authenticator'
import { newEmail, newNumber, startIdentityApp, type IdentityApp } from '../../testing/identity-app.ts'
import { endGoogle, Popup, startGoogle } from '../../testing/popup.ts'

const lines: string[] = []
let world: IdentityApp
beforeAll(async () => {
  world = await startIdentityApp(undefined, { logTo: { write: (line) => lines.push(line) } })
})
afterAll(() => world.close())

it('holds no code, token, cookie, password, number, address or name, whatever the call and its outcome', async () => {
  const [phone, email, google] = [newNumber(), newEmail(), newEmail()]
  const [password, name] = ['plantain harbour 58', 'Canary Kollie']
  const secrets = new Set<string>([phone, phone.slice(1), email, google, password, name])
  const browser = await world.signUp(email, password)
  secrets.add(browser.bearer ?? '').add(await world.linkFor(email))
  await world.signIn(phone, browser)
  secrets.add(browser.bearer ?? '').add(await world.codeFor(phone))
  await browser.send('PUT', '/user/profile', { name, email, dob: '1990-04-02' })
  const device = new Authenticator()
  const { options } = (await browser.send('POST', '/auth/passkeys/registration')).body as {
    options: { challenge: string; user: { id: string } }
  }
  secrets.add(options.challenge)
  await browser.send('POST', '/auth/passkeys', { name, response: device.create(options) })
  const callback = await new Popup(world.sandboxUrl).choose(await startGoogle(browser, '?add=true'), {
    email: google,
  })
  for (const part of ['code', 'state']) secrets.add(callback.searchParams.get(part) ?? '')
  await endGoogle(browser, callback)
  await endGoogle(world.browser(), callback)
  for (const value of browser.cookies.values()) if (value.length > 10) secrets.add(value)

  const wrong = 'canary wrong password'
  const token = 'canary-token'.repeat(4)
  secrets.add(wrong).add(token)
  const typed: Record<string, unknown> = {
    email,
    name,
    token,
    phoneNumber: phone,
    password: wrong,
    current: wrong,
    new: wrong,
    confirm: wrong,
    idToken: token,
    proof: token,
    dob: '1990-04-02',
    code: '123456',
    verificationId: '0193d2a0-7c1e-4f6a-9d1e-2b6a7c8d9e0f',
    country: 'LR',
    response: { id: token },
  }
  for (const { method, path, body } of world.app.servedCalls.values()) {
    if (path === '/user' && method === 'DELETE') continue
    const url = path.replace(/\{\w+\}/g, encodeURIComponent(phone))
    const fields = Object.keys(body && 'entries' in body ? (body.entries as object) : {})
    const filled = Object.fromEntries(fields.map((field) => [field, typed[field]]))
    for (const by of [world.browser(), browser]) {
      await by.send(method, url, body && filled)
      await by.send(method, `${url}?email=${encodeURIComponent(email)}&code=${token}`, body && typed)
    }
  }
  await browser.send('DELETE', '/user')

  const log = lines.join('')
  expect(lines.length).toBeGreaterThan(100)
  expect(log).toContain('credentials_wrong')
  expect(secrets.size).toBeGreaterThan(14)
  for (const secret of secrets)
    expect(log.includes(secret), `a secret of ${secret.length} letters`).toBe(false)
})

it('records failed sign-ins, refused access and refused input with time, source, call and only the account’s id', async () => {
  const phone = newNumber()
  const browser = await world.signIn(phone)
  const { uid } = (await browser.send('GET', '/auth/boot')).body['user'] as { uid: string }
  lines.length = 0
  await browser.send('POST', '/auth/email/sign-in', { email: newEmail(), password: 'plantain harbour 59' })
  await world.ageProof(browser)
  await browser.send('DELETE', '/auth/passkeys/0193d2a0-7c1e-4f6a-9d1e-2b6a7c8d9e0f')
  await browser.send('PUT', '/user/profile', { role: 'admin' })
  await world.browser().send('GET', '/user/auth')
  await browser.send('GET', '/user/auth')
  const said = lines.map((line) => JSON.parse(line) as Record<string, unknown>)
  const refused = said.filter(({ msg }) => msg === 'refused')
  expect(refused.map(({ event, code, route, user }) => [event, code, route, user])).toEqual([
    ['sign_in_failed', 'credentials_wrong', '/auth/email/sign-in', uid],
    ['access_refused', 'step_up_required', '/auth/passkeys/:id', uid],
    ['input_refused', 'missing_field', '/user/profile', uid],
    ['access_refused', 'unauthenticated', '/user/auth', null],
  ])
  const answered = said.filter(({ msg }) => msg === 'answered')
  expect(answered.at(-1)).toMatchObject({ route: '/user/auth', status: 200, user: uid })
  for (const line of said) {
    expect(line['time']).toBeTypeOf('number')
    expect(line['reqId']).toMatch(/^[0-9a-f-]{36}$/)
  }
})
