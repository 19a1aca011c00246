// @vitest-environment happy-dom
import { calls, type Profile } from '@sesa/contract'
import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { refusal, type ScriptedApi } from '@sesa/ui/testing/scripted-api.ts'
import { newApi, openApp } from '../../testing/app.tsx'
import { reads } from '../../testing/reads.ts'
import { sampleProfile } from '../../testing/samples.ts'

const box = (name: string) => screen.findByLabelText<HTMLInputElement>(name)
const button = (name: string) => screen.findByRole('button', { name })
const link = (name: string) => screen.findByRole('link', { name })

/** Saves profiles as the server does. */
function saving(api: ScriptedApi, before: Profile = sampleProfile()): void {
  api.answer(calls.putProfile, ({ body: { name, gender, dob } }) => ({
    user: { ...before, name, gender: gender ?? null, dob },
  }))
}

it('shows the profile and edits it; the number and its country stay', async () => {
  const api = newApi()
  saving(api)
  const { user, place } = await openApp({ at: '/me/profile', api })
  await reads(
    'Hawa Kolliehawa@example.orgPhone number+231 77 012 3456CountryLiberiaDate of birth17 May 1990Edit Profile',
  )
  await user.click(await link('Edit Profile'))
  expect(place()).toBe('/me/edit-profile')
  for (const [label, value] of [
    ['Country', 'Liberia'],
    ['Phone number', '+231 77 012 3456'],
  ] as const) {
    const fixed = await box(label)
    expect([fixed.value, fixed.disabled]).toEqual([value, true])
  }
  await user.type(await box('Full name'), '-Mensah')
  await user.click(await box('Female'))
  await user.click(await button('Save'))
  expect(await screen.findByText('Profile saved')).toBeDefined()
  expect(place()).toBe('/me/profile')
  await reads(/Hawa Kollie-Mensah.*GenderFemale/)
  expect(api.sent(calls.putProfile).map(({ body }) => body)).toEqual([
    { name: 'Hawa Kollie-Mensah', email: 'hawa@example.org', dob: '1990-05-17', gender: 'female' },
  ])
})

it('keeps what was typed when saving fails, on another visit too, until View Profile discards it', async () => {
  const api = newApi()
  api.refuse(calls.putProfile, 'rate_limited', { message: 'Try again in a minute.' })
  const { user, place } = await openApp({ at: '/me/edit-profile', api })
  await user.type(await box('Full name'), ' Mensah')
  await user.click(await button('Save'))
  expect((await screen.findByRole('alert')).textContent).toContain('Try again in a minute.')
  expect(document.title).toMatch(/^Error: /)
  await user.click((await screen.findAllByRole('link', { name: 'Notices' }))[0] as HTMLElement)
  expect(place()).toBe('/me/notices')
  await user.click(await link('Account'))
  await user.click(await link('Edit Profile'))
  expect((await box('Full name')).value).toBe('Hawa Kollie Mensah')
  await user.click(await link('View Profile'))
  await user.click(await link('Edit Profile'))
  expect((await box('Full name')).value).toBe('Hawa Kollie')
})

it('an address waits to be confirmed, and the link can be sent again', async () => {
  const api = newApi()
  api.answer(calls.resendEmail, { status: 'accepted' })
  const { user } = await openApp({ at: '/me/profile', api, profile: sampleProfile({ emailVerified: false }) })
  await reads(
    'Confirm your email addressOpen the link we sent to hawa@example.org. Until then we won’t email you there.',
  )
  await user.click(await button('Send the link again'))
  await reads('We’ve sent the link again. Check your spam folder.')
  api.refuse(calls.resendEmail, 'rate_limited', { message: 'Wait a minute.' })
  await user.click(await button('Send the link again'))
  expect((await screen.findByText('Wait a minute.')).getAttribute('role')).toBe('alert')
  expect(screen.queryByText(/^We’ve sent the link again/)).toBeNull()
})

it('keeps the old address until the new one is confirmed', async () => {
  const api = newApi()
  const profile = sampleProfile({ pendingEmail: 'new@example.org' })
  await openApp({ at: '/me/profile', api, profile })
  await reads(
    'Confirm your new email addressOpen the link we sent to new@example.org. Until then we’ll use hawa@example.org.',
  )
})

it('requires a step-up before another address is saved, and keeps everything typed', async () => {
  const api = newApi()
  api.answer(calls.getSignInMethods, {
    ...{ phoneNumber: '+231770123456', email: 'hawa@example.org', emailVerified: false, pendingEmail: null },
    ...{ password: true, google: false, passkeys: 0, provenUntil: null },
  })
  api.answer(calls.putProfile, () => refusal('step_up_required'))
  const { user, place } = await openApp({ at: '/me/edit-profile', api })
  await user.type(await box('Full name'), '-Mensah')
  await user.type(await box('Email address'), '.lr')
  await user.click(await button('Save'))
  const dialog = within(await screen.findByRole('dialog', { name: 'Confirm it’s you' }))
  // A password works only with a confirmed address, so it is not offered.
  expect(await dialog.findByRole('button', { name: 'Send a code to the number ending in 56' })).toBeDefined()
  expect(dialog.queryByText(/password/)).toBeNull()
  await user.click(dialog.getByRole('button', { name: 'Not now' }))
  expect((await screen.findByRole('alert')).textContent).toContain('Nothing was changed')
  expect((await box('Full name')).value).toBe('Hawa Kollie-Mensah')
  expect((await box('Email address')).value).toBe('hawa@example.org.lr')
  expect(place()).toBe('/me/edit-profile')
})

it('shows the number of the session while the profile cannot be loaded, and offers no editing', async () => {
  const api = newApi()
  api.refuse(calls.createUser, 'rate_limited')
  api.refuse(calls.getUser, 'rate_limited')
  const { user, place } = await openApp({ at: '/me/edit-profile', api, profile: null, user: {} })
  await reads('We couldn’t load your profile')
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull()
  await user.click(await link('View Profile'))
  await reads('Phone number+231 77 012 3456')
  expect(screen.queryByRole('link', { name: 'Edit Profile' })).toBeNull()
  api.answer(calls.getUser, { user: sampleProfile(), agreementsDue: [] })
  await user.click(await button('Try again'))
  expect(await link('Edit Profile')).toBeDefined()
  expect(place()).toBe('/me/profile')
})
