import { PATIENCE } from '@sesa/test-kit/patience'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import {
  GOOD_PASSWORD,
  newEmail,
  newNumber,
  ROOMY,
  startIdentityApp,
  type Browser,
  type IdentityApp,
} from '../../../testing/identity-app.ts'

const WRONG = 'cassava window 91'
const lines: string[] = []
let world: IdentityApp
beforeAll(async () => {
  const limits = { ...ROOMY, triesPerAccount: 1_000 }
  world = await startIdentityApp(limits, { logTo: { write: (line) => void lines.push(line) } })
})
afterAll(() => world.close())

const uidOf = async (browser: Browser): Promise<string> =>
  ((await browser.send('GET', '/auth/boot')).body['user'] as { uid: string }).uid

const failuresOf = async (browser: Browser): Promise<string[]> => {
  const { events } = (await browser.send('GET', '/user/activity')).body as {
    events: { kind: string; text: string }[]
  }
  return events.filter(({ kind }) => kind === 'sign_in_failed').map(({ text }) => text)
}

/** Tries a password from a network address, and returns its line in the security log. */
async function guess(email: string, address: string): Promise<Record<string, unknown>> {
  lines.length = 0
  const browser = world.browser()
  browser.address = address
  await browser.send('POST', '/auth/email/sign-in', { email, password: WRONG })
  return refusalIn(lines)
}

const refusalIn = (all: readonly string[]): Record<string, unknown> =>
  all.map((line) => JSON.parse(line) as Record<string, unknown>).find(({ msg }) => msg === 'refused') ?? {}

describe('the log line of a failed sign-in', () => {
  it('has keyed hashes of source and identifier, and the account if there is one', async () => {
    const email = newEmail()
    const uid = await uidOf(await world.signUp(email, GOOD_PASSWORD))
    const line = await guess(email, '203.0.113.9')
    const hash = expect.stringMatching(/^[0-9a-f]{32}$/) as unknown
    expect(line).toMatchObject({ event: 'sign_in_failed', source: hash, tried: hash, account: uid })
    expect(JSON.stringify(line)).not.toMatch(/203\.0\.113|kollie/)

    const other = await guess(newEmail(), '203.0.113.9')
    expect(other).toMatchObject({ source: line['source'], account: null })
    expect(other['tried']).not.toBe(line['tried'])
    expect(await guess(email.toUpperCase(), '203.0.113.10')).toMatchObject({ tried: line['tried'] })
    expect((await guess(email, '203.0.113.10'))['source']).not.toBe(line['source'])
  })

  it('has one source for a whole /64 of IPv6', async () => {
    const email = newEmail()
    const sources = []
    for (const address of ['2001:db8:1:2::3', '2001:db8:1:2:ffff::1', '2001:db8:1:3::3'])
      sources.push((await guess(email, address))['source'])
    expect(sources[1]).toBe(sources[0])
    expect(sources[2]).not.toBe(sources[0])
  })

  it('names the account behind a wrong code', async () => {
    const phone = newNumber()
    const uid = await uidOf(await world.signIn(phone))
    const { verificationId } = (
      await world.browser().send('POST', '/auth/phone/start', { phoneNumber: phone })
    ).body
    const code = (await world.codeFor(phone, 2)) === '000000' ? '111111' : '000000'
    lines.length = 0
    await world.browser().send('POST', '/auth/phone/verify', { verificationId, code })
    expect(refusalIn(lines)).toMatchObject({
      code: 'code_wrong',
      account: uid,
      tried: expect.stringMatching(/^[0-9a-f]{32}$/),
    })
  })
})

describe('the owner sees failed sign-ins', () => {
  it('for the first, tenth and hundredth of a day, with a notice for the tenth', async () => {
    const email = newEmail()
    const browser = await world.signUp(email, GOOD_PASSWORD)
    for (let n = 0; n < 12; n++) await guess(email, '203.0.113.9')
    expect(await failuresOf(browser)).toEqual([
      '10 sign-ins with your password failed in one day',
      'A sign-in with your password failed',
    ])
    await vi.waitFor(async () => {
      const texts = (await world.received(email)).map(({ text }) => text)
      if (!texts.some((text) => text.includes('10 sign-ins with your password failed in one day.')))
        throw new Error('No notice of the tenth')
    }, PATIENCE)
  })

  it('however many failures a stranger causes', async () => {
    const email = newEmail()
    const browser = await world.signUp(email, GOOD_PASSWORD)
    const { owner } = world.database
    const many = 150
    await guess(email, '203.0.113.9')
    // Simulates many earlier tries, since each would cost a hash here.
    await owner.updateTable('rate_limits').set({ count: 98 }).where('bucket', 'like', 'failed:%').execute()
    for (let n = 0; n < 5; n++) await guess(email, '203.0.113.9')
    await owner.updateTable('rate_limits').set({ count: many }).where('bucket', 'like', 'failed:%').execute()
    for (let n = 0; n < 5; n++) await guess(email, '203.0.113.9')
    expect(await failuresOf(browser)).toEqual([
      '100 sign-ins with your password failed in one day',
      'A sign-in with your password failed',
    ])
  })

  it('with a code and at a change of password, separately', async () => {
    const phone = newNumber()
    const browser = await world.signIn(phone)
    const body = { new: GOOD_PASSWORD, confirm: GOOD_PASSWORD }
    await browser.send('PUT', '/auth/password', body)
    await browser.send('PUT', '/auth/password', {
      ...body,
      current: WRONG,
      new: 'x7 orchard lamp',
      confirm: 'x7 orchard lamp',
    })
    const { verificationId } = (
      await world.browser().send('POST', '/auth/phone/start', { phoneNumber: phone })
    ).body
    const code = (await world.codeFor(phone, 2)) === '000000' ? '111111' : '000000'
    await world.browser().send('POST', '/auth/phone/verify', { verificationId, code })
    expect(await failuresOf(browser)).toEqual([
      'A sign-in with a code to your phone failed',
      'A sign-in with your password failed',
    ])
  })
})
