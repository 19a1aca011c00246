// @vitest-environment happy-dom
import { calls, type AnswerOf } from '@sesa/contract'
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { refusal, type ScriptedApi } from '@sesa/ui/testing/scripted-api.ts'
import { newApi, openApp } from '../../testing/app.tsx'
import { sampleProfile, sampleUser } from '../../testing/samples.ts'

const PHONE = '+231770123456'
const EMAIL = 'hawa@example.org'
const PASSWORD = 'plantain under rain'

let api: ScriptedApi

/** Returns the answer for a code that was sent. */
function started(change: Partial<AnswerOf<typeof calls.startPhone>> = {}): AnswerOf<typeof calls.startPhone> {
  const at = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString()
  const verificationId = '22222222-2222-4222-8222-222222222222'
  return { verificationId, resendAfter: at(30), expiresAt: at(600), digits: 6, sentBy: 'sms', ...change }
}

beforeEach(() => {
  api = newApi()
  api.answer(calls.startPhone, started())
  const expiresAt = new Date(Date.now() + 3_600_000).toISOString()
  const signedIn = { idToken: 'token', expiresAt, user: sampleUser({ phoneNumber: PHONE }) }
  api.answer(calls.verifyPhone, signedIn)
  api.answer(calls.signInByEmail, signedIn)
  api.answer(calls.getUser, { user: sampleProfile({ phoneNumber: PHONE }), agreementsDue: [] })
})

const open = (at = '/sign-in') => openApp({ at, api, profile: null })
const field = (name: string | RegExp) => screen.findByLabelText<HTMLInputElement>(name)
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })
const says = (text: string | RegExp) =>
  waitFor(() => expect(document.body.textContent.replaceAll('\u00a0', ' ')).toMatch(text))

/** Sends the number, and returns the code field. */
async function sendNumber(user: Awaited<ReturnType<typeof open>>['user'], digits = 6) {
  await user.type(await field('Phone number'), PHONE)
  await user.click(button('Submit'))
  return field(`${digits}-digit code`)
}

describe('by phone', () => {
  it('refuses a wrong code, keeps it, and accepts the right one with a space', async () => {
    const { user, place } = await open()
    const code = await sendNumber(user)
    expect(document.activeElement).toBe(code)
    expect(button('Confirm').disabled).toBe(true)
    await says('We sent a 6-digit code to +231 77 012 3456.')
    api.refuse(calls.verifyPhone, 'code_wrong', { field: 'code' })
    await user.type(code, '123457')
    await says('That code isn’t right.')
    expect(code.value).toBe('123457')
    expect(document.title).toMatch(/^Error: /)
    api.answer(calls.verifyPhone, ({ body }) =>
      body.code === '123456'
        ? { idToken: 'token', expiresAt: new Date(Date.now() + 3_600_000).toISOString(), user: sampleUser() }
        : refusal('code_wrong', { field: 'code' }),
    )
    await user.clear(code)
    // Messengers add spaces when a code is copied.
    await user.click(code)
    await user.paste('123 456')
    expect(code.value).toBe('123456')
    await user.click(button('Confirm'))
    await waitFor(() => expect(place()).toBe('/me/dashboard'))
  })

  it('shows the code step again after a reload, and goes back to the number', async () => {
    const { user } = await open()
    await sendNumber(user)
    const { state } = history
    await openApp({ at: '/sign-in', api, profile: null })
    history.replaceState(state, '', '/sign-in')
    window.dispatchEvent(new PopStateEvent('popstate', { state }))
    await says('We sent a 6-digit code to the number ending in 56.')
    expect(button('Enter the number again')).toBeDefined()
  })

  it.each([
    ['/sign-in', '+23177', 'phone_invalid', 'Your phone number is not valid'],
    ['/signin', '+44 7700 900123', 'country_not_served', /We don’t|don’t serve/],
  ] as const)('at %s, says what is wrong with %s', async (at, typed, _, message) => {
    const { user } = await open(at)
    const number = await field('Phone number')
    await user.type(number, typed)
    await user.click(button('Submit'))
    await waitFor(() => expect(document.getElementById(`${number.id}-error`)?.textContent).toMatch(message))
    expect(document.activeElement).toBe(number)
    expect(api.sent(calls.startPhone)).toEqual([])
  })

  it('explains a security check that failed, and repeats it on the next press', async () => {
    api.refuse(calls.startPhone, 'proof_required', { details: { challenge: 'c' } })
    vi.stubGlobal(
      'Worker',
      class {
        onerror?: () => void
        postMessage = () => this.onerror?.()
        terminate = () => undefined
      },
    )
    const { user } = await open('/signin')
    const number = await field('Phone number')
    await user.type(number, PHONE)
    await user.click(button('Submit'))
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toMatch(/The code was not sent.*We couldn’t finish the security check/)
    expect(number.value).toMatch(/\d/)
    api.answer(calls.startPhone, started())
    await user.click(button('Submit'))
    expect(await field('6-digit code')).toBeDefined()
  })

  it('says so while a security check takes long', async () => {
    let finish = (): void => undefined
    api.answer(calls.startPhone, ({ body }) =>
      body.proof === 'proof' ? started() : refusal('proof_required', { details: { challenge: 'c' } }),
    )
    vi.stubGlobal(
      'Worker',
      class {
        onmessage?: (event: { data: string }) => void
        postMessage = () => void (finish = () => this.onmessage?.({ data: 'proof' }))
        terminate = () => undefined
      },
    )
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
    const { user } = await open()
    await user.type(await field('Phone number'), PHONE)
    await user.click(button('Submit'))
    vi.advanceTimersByTime(1_100)
    await says(/Running a quick security check/)
    finish()
    expect(await field('6-digit code')).toBeDefined()
    expect(document.body.textContent).not.toContain('Running a quick security check')
  })

  it('asks for a long code where strangers have used up the short ones', async () => {
    api.answer(calls.startPhone, started({ digits: 10 }))
    const { user } = await open()
    const code = await sendNumber(user, 10)
    await user.type(code, '1234567890')
    await waitFor(() =>
      expect(api.sent(calls.verifyPhone).map(({ body }) => body.code)).toEqual(['1234567890']),
    )
  })

  it('offers a code by email when no more codes go to the number', async () => {
    api.answer(calls.startPhone, ({ body }) =>
      body.via === 'email'
        ? started({ digits: 10, sentBy: 'email' })
        : refusal('rate_limited', { message: 'Too many code requests.', details: { mailedCode: true } }),
    )
    const { user } = await open()
    await user.type(await field('Phone number'), PHONE)
    await user.click(button('Submit'))
    await says(/Too many code requests\./)
    await user.click(button('Email me a code'))
    const code = await field('10-digit code')
    expect(document.activeElement).toBe(code)
    await says(/If you confirmed an email address over a day ago/)
  })
})

describe('by email', () => {
  it('chooses the tab by arrow key, and says what is missing', async () => {
    const { user } = await open('/sign-up?to=send-money')
    await says('Create an account to send money now')
    screen.getByRole('tab', { name: 'Phone' }).focus()
    await user.keyboard('{ArrowRight}')
    expect(document.activeElement?.textContent).toBe('Email')
    await user.click(button('Sign up'))
    const alert = await screen.findByRole('alert')
    expect(document.activeElement).toBe(alert)
    expect(alert.textContent).toMatch(/Enter your email address.*Choose a password/)
    await user.type(await field('Password'), 'short')
    await says('3 more characters to go')
  })

  it('signs up, and says where the link went', async () => {
    api.answer(calls.signUpByEmail, { status: 'accepted' })
    const { user } = await open('/signup')
    expect(screen.queryByRole('tab')).toBeNull()
    await user.type(await field('Email address'), EMAIL)
    await user.type(await field('Password'), PASSWORD)
    await user.click(button('Sign up'))
    expect(await screen.findByRole('heading', { level: 1, name: 'Check your email' })).toBeDefined()
    await says(`We sent a link to ${EMAIL}. Use it within 24 hours to open your account.`)
    expect(api.sent(calls.signUpByEmail)[0]?.body).toEqual({ email: EMAIL, password: PASSWORD })
  })

  it('says that a password is wrong, and keeps the address', async () => {
    api.refuse(calls.signInByEmail, 'credentials_wrong')
    const { user, place } = await open('/sign-in?with=email')
    await user.type(await field('Email address'), EMAIL)
    await user.type(await field('Password'), 'plantain under sun')
    await user.click(button('Sign in'))
    expect((await screen.findByRole('alert')).textContent).toContain(
      'The email address or the password isn’t right.',
    )
    expect((await field('Email address')).value).toBe(EMAIL)
    await user.click(screen.getByRole('link', { name: 'Forgot your password?' }))
    await waitFor(() => expect(place()).toBe('/forgot-password'))
  })
})

it('shows no hint to sign up to visitors who came by themselves', async () => {
  await open('/sign-in')
  await field('Phone number')
  expect(screen.queryByText('Create an account to send money now')).toBeNull()
  for (const tab of ['Phone', 'Email']) expect(screen.getByRole('tab', { name: tab })).toBeDefined()
})
