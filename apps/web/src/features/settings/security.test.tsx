// @vitest-environment happy-dom
import { calls, type SignedIn } from '@sesa/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { refusal } from '@sesa/ui/testing/scripted-api.ts'
import { openApp, securityApi } from '../../testing/app.tsx'
import { reads, textOf } from '../../testing/reads.ts'
import { sampleUser } from '../../testing/samples.ts'
import { sampleMethods } from '../../testing/account-samples.ts'

const SETTINGS = '/me/settings'
const PASSWORD = 'plantain under rain'
const region = async (name: string) => within(await screen.findByRole('region', { name }))
const box = (name: string) => screen.findByLabelText<HTMLInputElement>(name)
const button = (name: string) => screen.findByRole<HTMLButtonElement>('button', { name })
const alert = async () => textOf(await screen.findByRole('alert'))

it.each([
  [
    {},
    'Phone numberWe send a code to +231 77 012 3456.Email addresshawa@example.org, confirmedChange your email',
  ],
  [{ emailVerified: false }, 'hawa@example.org, not confirmed yet'],
  [{ pendingEmail: 'new@example.org' }, 'hawa@example.org, confirmed. Confirm new@example.org to use it.'],
  [{ email: null, phoneNumber: null }, 'Phone numberNot addedEmail addressNot addedAdd your email'],
])('with %j says how one signs in', async (methods, words) => {
  await openApp({ at: SETTINGS, api: securityApi(methods) })
  await reads(words)
})

describe('the password', () => {
  it('is set once it is strong and typed twice', async () => {
    const api = securityApi()
    api.answer(calls.putPassword, undefined)
    const { user } = await openApp({ at: SETTINGS, api })
    await user.click(await button('Set password'))
    expect(await alert()).toContain('Choose a password')
    expect(screen.queryByLabelText('Current password')).toBeNull()
    await user.type(await box('New password'), PASSWORD)
    await reads('Very good')
    await user.type(await box('Confirm new password'), 'something else')
    await user.click(await button('Set password'))
    expect(await alert()).toContain('The new passwords don’t match.')
    expect((await box('New password')).value).toBe(PASSWORD)
    expect(api.sent(calls.putPassword)).toEqual([])
    await user.clear(await box('Confirm new password'))
    await user.type(await box('Confirm new password'), PASSWORD)
    api.answer(calls.getSignInMethods, sampleMethods({ password: true }))
    await user.click(await button('Set password'))
    expect(await screen.findByText('Password set')).toBeDefined()
    expect(api.sent(calls.putPassword)[0]?.body).toEqual({ new: PASSWORD, confirm: PASSWORD })
    expect(await region('Change password')).toBeDefined()
  })

  it('is changed with the current one, or reset by email', async () => {
    const api = securityApi({ password: true })
    api.answer(calls.putPassword, ({ body }) =>
      body.current === PASSWORD ? undefined : refusal('password_wrong', { field: 'current' }),
    )
    const { user } = await openApp({ at: SETTINGS, api })
    await reads('If you have forgotten your password, contact support (+231770000000, support@sesa.example)')
    await user.type(await box('New password'), 'cassava leaf and rice')
    await user.type(await box('Confirm new password'), 'cassava leaf and rice')
    await user.click(await button('Change password'))
    expect(await alert()).toContain('Enter your current password.')
    await user.type(await box('Current password'), 'not this one')
    await user.click(await button('Change password'))
    await waitFor(async () => expect(await alert()).toContain('The password isn’t right.'))
    await user.clear(await box('Current password'))
    await user.type(await box('Current password'), PASSWORD)
    await user.click(await button('Change password'))
    expect(await screen.findByText('Password changed')).toBeDefined()
    expect((await box('Current password')).value).toBe('')
    expect(screen.getByRole('link', { name: 'choose a new one by email' }).getAttribute('href')).toBe(
      '/forgot-password',
    )
  })
})

describe('the phone number', () => {
  it('is changed to one of the same country, with the code sent to it', async () => {
    const api = securityApi()
    const verificationId = crypto.randomUUID()
    const soon = new Date(Date.now() + 60_000).toISOString()
    api.answer(calls.startPhone, {
      verificationId,
      resendAfter: soon,
      expiresAt: soon,
      digits: 6,
      sentBy: 'sms',
    })
    const next = '+231770987654'
    const signedIn: SignedIn = {
      ...{ idToken: 'another', expiresAt: new Date(Date.now() + 3_600_000).toISOString() },
      user: sampleUser({ phoneNumber: next }),
    }
    api.answer(calls.changePhone, ({ body }) =>
      body.code === '123456' ? signedIn : refusal('code_wrong', { field: 'code' }),
    )
    api.answer(calls.getUser, { user: null, agreementsDue: [] })
    api.refuse(calls.createUser, 'rate_limited')
    const { user } = await openApp({ at: SETTINGS, api })
    await reads('You can switch to another number in Liberia when no transfer is in progress.')
    await user.click(await button('Change phone number'))
    const section = await region('Change phone number')
    await user.type(section.getByLabelText('Phone number'), next)
    await user.click(section.getByRole('button', { name: 'Submit' }))
    await reads('We sent a code to +231 77 098 7654.')
    await user.type(await section.findByLabelText('6-digit code'), '654321')
    await waitFor(() => expect(section.getAllByText(/That code isn’t right/).length).toBeGreaterThan(0))
    await user.clear(section.getByLabelText('6-digit code'))
    await user.type(section.getByLabelText('6-digit code'), '123456')
    expect(await screen.findByText('Phone number changed')).toBeDefined()
    expect(api.sent(calls.startPhone)[0]?.body).toMatchObject({ phoneNumber: next })
  })

  it('opens at once for a payment by mobile money, and leads back to it', async () => {
    const to = encodeURIComponent('/send-money?step=overview')
    const { user, place } = await openApp({ at: `${SETTINGS}?to=${to}`, api: securityApi() })
    const section = await region('Change phone number')
    expect(document.activeElement).toBe(section.getByRole('heading'))
    expect(section.getByLabelText('Phone number')).toBeDefined()
    await user.click(section.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(place()).toMatch(/^\/send-money/))
  })

  it('stays when another number, or none, is wanted', async () => {
    const { user } = await openApp({ at: SETTINGS, api: securityApi() })
    await user.click(await button('Change phone number'))
    await user.click(await button('Cancel'))
    expect(await button('Change phone number')).toBeDefined()
  })
})

describe('other numbers that pay', () => {
  const OWN = { phone: '+231770123456', isSignIn: true }
  const OTHER = { phone: '+231886001122', isSignIn: false }

  it('are removed one by one, and never the one that signs in', async () => {
    const api = securityApi()
    api.answer(calls.listPayerNumbers, { numbers: [OWN, OTHER] })
    const { user } = await openApp({ at: SETTINGS, api })
    const section = await region('Other numbers you pay from')
    expect(section.getAllByRole('button').map(textOf)).toEqual(['Remove'])
    api.refuse(calls.removePayerNumber, 'payment_attempt_open')
    const remove = section.getByRole('button', { name: 'Remove +231 88 600 1122' })
    await user.click(remove)
    await waitFor(() => expect(section.getByRole('alert')).toBeDefined())
    api.answer(calls.removePayerNumber, { numbers: [OWN] })
    await user.click(remove)
    expect(await screen.findByText('Number removed')).toBeDefined()
    expect(api.sent(calls.removePayerNumber)[1]?.params).toEqual({ phone: OTHER.phone })
    expect(document.activeElement).toBe(section.getByRole('heading'))
    expect(section.getByText('None. You can add one when you pay.')).toBeDefined()
  })

  it('are not mentioned where there are none', async () => {
    const api = securityApi()
    await openApp({ at: SETTINGS, api })
    await waitFor(() => expect(api.sent(calls.listPayerNumbers)).toHaveLength(1))
    expect(screen.queryByText('Other numbers you pay from')).toBeNull()
  })

  it('can be listed again after a failure', async () => {
    const api = securityApi()
    api.refuse(calls.listPayerNumbers, 'internal')
    const { user } = await openApp({ at: SETTINGS, api })
    const section = await region('Other numbers you pay from')
    api.answer(calls.listPayerNumbers, { numbers: [OWN, OTHER] })
    await user.click(await section.findByRole('button', { name: 'Try again' }))
    await section.findByText('+231 88 600 1122')
  })
})
