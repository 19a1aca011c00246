// @vitest-environment happy-dom
import { calls } from '@sesa/contract'
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { describe, expect, it, vi } from 'vitest'
import { bootAnswer, newApi, openApp } from '../testing/app.tsx'
import { sampleProfile } from '../testing/samples.ts'

type Leads = readonly (readonly [from: string, to: string])[]

/** Every page of a customer, and an unknown address. */
const MINE = [
  ...['/me', '/me/nowhere', '/me/nowhere/deeper?a=1', '/me/dashboard', '/me/recipients', '/me/reminders'],
  ...['/me/rate-alerts', '/me/statement?from=2026-11-01', '/me/profile', '/me/edit-profile'],
  ...['/me/sender-details', '/me/settings', '/me/notifications', '/me/limits', '/me/cards', '/me/notices'],
  ...['/me/messages', '/me/messages/new?topic=card', '/me/agreements'],
]
const asQuery = (path: string) => encodeURIComponent(path).replaceAll('%2F', '/')

const SIGNED_OUT: Leads = [
  ...MINE.map((path) => [path, `/sign-in?to=${asQuery(path)}`] as const),
  ['/send-money', '/sign-in?to=send-money'],
  ['/me/set-up-profile', '/sign-in?to=/me/set-up-profile'],
  ['/profile', '/sign-in?to=/me/profile'],
  [
    '/transfer-status?payment_intent=pi_1&intent=view',
    '/sign-in?to=/transfer-status%3Fpayment_intent%3Dpi_1%26intent%3Dview',
  ],
  ['/receipt?payment_intent=pi_1', '/sign-in?to=/receipt%3Fpayment_intent%3Dpi_1'],
  ...['/sign-in', '/sign-up', '/signin', '/signup', '/forgot-password'].map((path) => [path, path] as const),
]

const WITHOUT_PROFILE: Leads = [
  ...MINE.map((path) => [path, `/me/set-up-profile?to=${asQuery(path)}`] as const),
  ['/send-money', '/me/set-up-profile?to=/send-money'],
  ['/profile', '/me/set-up-profile?to=/me/profile'],
  ['/sign-in', '/me/set-up-profile?to=/me/dashboard'],
  // Public pages need no profile, but signing in still asks for it first.
  ['/sign-in?to=/about', '/me/set-up-profile?to=/about'],
  [
    '/signin?to=/contact-us?reference=S-WP41P8W7',
    '/me/set-up-profile?to=/contact-us%3Freference%3DS-WP41P8W7',
  ],
]

const SIGNED_IN: Leads = [
  ['/sign-in', '/me/dashboard'],
  ['/sign-up', '/me/dashboard'],
  ['/signin', '/me/dashboard'],
  ['/sign-in?to=send-money', '/send-money'],
  ['/sign-in?to=/send-money', '/send-money'],
  ['/sign-up?to=/me/profile', '/me/profile'],
  ['/signin?to=/me/edit-profile', '/me/edit-profile'],
  ['/sign-in?to=/me/notifications', '/me/notifications'],
  ['/sign-in?to=/me/messages/new?reference=S-WP41P8W7', '/me/messages/new?reference=S-WP41P8W7'],
  ['/me', '/me/dashboard'],
  ['/sign-in?to=/me', '/me/dashboard'],
  // Other sites and unknown pages are ignored.
  ['/sign-in?to=//evil.example/send-money', '/me/dashboard'],
  ['/sign-in?to=https://evil.example/', '/me/dashboard'],
  ['/sign-in?to=/%5Cevil.example', '/me/dashboard'],
  ['/sign-in?to=/nowhere', '/me/dashboard'],
  ['/me/set-up-profile', '/me/dashboard'],
  ['/me/set-up-profile?to=send-money', '/send-money'],
  ['/profile', '/me/profile'],
]

/** Public pages are separate documents, which the browser loads in place of the app. */
const TO_DOCUMENTS: Leads = [
  ['/sign-in?to=/help/scams', '/help/scams'],
  ['/sign-in?to=/about', '/about'],
  ['/sign-up?to=/', '/'],
  ['/signin?to=how-it-works', '/how-it-works'],
  ['/sign-in?to=/contact-us?reference=S-WP41P8W7', '/contact-us?reference=S-WP41P8W7'],
  ['/me/set-up-profile?to=/about', '/about'],
]

/** Navigates to an address like Back and Forward, without loading the app again. */
async function goTo(path: string): Promise<void> {
  history.pushState(null, '', path)
  await act(async () => void window.dispatchEvent(new PopStateEvent('popstate')))
}

const newProfile = sampleProfile({
  name: null,
  email: null,
  emailVerified: false,
  dob: null,
  complete: false,
})

describe.each([
  { session: 'signed out', profile: null, leads: SIGNED_OUT },
  { session: 'signed in without a profile', profile: newProfile, leads: WITHOUT_PROFILE },
  { session: 'signed in', profile: sampleProfile(), leads: SIGNED_IN },
])('$session', ({ profile, leads }) => {
  it('every address leads to its page', async () => {
    const api = newApi()
    // This page keeps loading.
    api.answer(calls.getNotifications, () => new Promise(() => undefined))
    const { place } = await openApp({ at: '/forgot-password', api, profile })
    for (const [from, to] of leads) {
      await goTo(from)
      await waitFor(() => expect(place(), from).toBe(to))
      expect(await screen.findByRole('heading', { level: 1 }), from).toBeDefined()
    }
  })
})

it.each(TO_DOCUMENTS)('signed in, %s loads the document %s', async (from, to) => {
  const load = vi.spyOn(location, 'replace').mockImplementation(() => undefined)
  await openApp({ at: from, api: newApi() })
  await waitFor(() => expect(load).toHaveBeenCalledWith(to))
})

it.each(['/me/nowhere', '/sign-in?to=/me/nowhere'])(
  'signed in, %s says that there is no page',
  async (at) => {
    const { place } = await openApp({ at, api: newApi() })
    expect(await screen.findByRole('heading', { level: 1, name: 'Page not found' })).toBeDefined()
    expect(place()).toBe('/me/nowhere')
  },
)

describe('a customer who has not agreed yet', () => {
  const agreementsDue = [{ document: 'terms', version: '2026-11-24', changes: null }] as const

  it('agrees before the next transfer, and only then', async () => {
    const api = newApi()
    const due = [...agreementsDue]
    api.answer(calls.getConsents, { due, consents: [] })
    api.answer(calls.putConsents, { due: [], consents: [] })
    const { user, place } = await openApp({ at: '/me/profile', api, agreementsDue: due })
    expect(place()).toBe('/me/profile')
    await goTo('/send-money')
    await waitFor(() => expect(place()).toBe('/me/agreements?to=/send-money'))
    await user.click(await screen.findByRole('button', { name: 'Agree and continue' }))
    await waitFor(() => expect(place()).toBe('/send-money'))
    expect(api.sent(calls.putConsents).map(({ body }) => body.agreements)).toEqual([
      [{ document: 'terms', version: '2026-11-24', given: true }],
    ])
  })

  it('is not interrupted while paying', async () => {
    const api = newApi()
    const { place } = await openApp({
      at: '/send-money?step=overview',
      api,
      agreementsDue: [...agreementsDue],
    })
    expect(await screen.findByRole('heading', { level: 1 })).toBeDefined()
    expect(place()).not.toContain('agreements')
  })
})

it('covers everything until the session is known, explains one that cannot be loaded, and loads it again', async () => {
  const api = newApi()
  api.lose(calls.boot)
  vi.resetModules()
  const [{ SessionGate }, { bootSession }] = await Promise.all([
    import('./guards.tsx'),
    import('../lib/session/session.ts'),
  ])
  vi.useFakeTimers({ toFake: ['setTimeout'], shouldAdvanceTime: true })
  const boot = bootSession()
  render(
    <MemoryRouter>
      <SessionGate>
        <p>Your page</p>
      </SessionGate>
    </MemoryRouter>,
  )
  expect(screen.getByRole('dialog', { name: 'Loading your account' }).getAttribute('aria-modal')).toBe('true')
  expect(screen.queryByText('Your page')).toBeNull()
  await act(async () => void (await vi.advanceTimersByTimeAsync(120_000)))
  await act(() => boot)
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('We couldn’t load your account')
  api.answer(calls.boot, bootAnswer({ profile: null }))
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('Your page')).toBeDefined()
})
