// @vitest-environment happy-dom
import { calls, type IdentityCheck, type Reminder } from '@sesa/contract'
import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import type { ScriptedApi } from '@sesa/ui/testing/scripted-api.ts'
import { sampleChoices, sampleRecipient } from '../../testing/account-samples.ts'
import { newApi, openApp, securityApi } from '../../testing/app.tsx'
import { reads, textOf } from '../../testing/reads.ts'

/** Opens windows of this width from now on. Returns a function that turns the device. */
function onPhone(): (isNarrow: boolean) => Promise<void> {
  let isNarrow = true
  const listeners = new Set<() => void>()
  vi.spyOn(window, 'matchMedia').mockImplementation(
    (media) =>
      ({
        media,
        get matches() {
          return media.includes('48rem') ? !isNarrow : false
        },
        addEventListener: (_: string, listener: () => void) => listeners.add(listener),
        removeEventListener: (_: string, listener: () => void) => listeners.delete(listener),
      }) as never,
  )
  return (isNow) =>
    act(async () => {
      isNarrow = isNow
      for (const listener of listeners) listener()
    })
}

const menu = async () => within(await screen.findByRole('navigation', { name: 'Settings' }))
const left = (amount: number) => ({ limit: 52_500_000, left: amount, frees: null })

function accountApi(check: Partial<IdentityCheck> = {}): ScriptedApi {
  const api = newApi()
  api.answer(calls.listRateAlerts, { alerts: [], rates: [] })
  api.answer(calls.getIdentityCheck, {
    check: {
      ...{ state: 'not_started', reason: null, message: null, canStart: true, nameToConfirm: null },
      ...{ documents: ['passport'], validUntil: null, tier: 1, raises: null },
      ...check,
    },
  })
  return api
}

describe('on a wide screen', () => {
  it('the menu beside the page begins with the words of the specification, and says where one is', async () => {
    const api = securityApi()
    api.answer(calls.getNotifications, sampleChoices())
    const { user, place } = await openApp({ at: '/me/settings', api })
    const entries = within(await screen.findByRole('navigation', { name: 'Settings' }))
    expect(entries.getAllByRole('listitem').map(textOf)).toEqual([
      ...['Security', 'Notifications', 'Delete Account'],
      ...['Recipients', 'Reminders', 'Rate alerts', 'Limits', 'Cards'],
      ...['Profile', 'Sender details', 'Agreements'],
      ...['Messages', 'Help'],
    ])
    const current = () =>
      entries.getAllByRole('link').filter((link) => link.getAttribute('aria-current') === 'page')
    expect(current().map(textOf)).toEqual(['Security'])
    await user.click(entries.getByRole('link', { name: 'Notifications' }))
    const heading = await screen.findByRole('heading', { level: 1, name: 'Notifications' })
    await waitFor(() => expect(document.activeElement).toBe(heading))
    expect(place()).toBe('/me/notifications')
    expect(current().map(textOf)).toEqual(['Notifications'])
    expect(screen.queryByRole('link', { name: 'Back to Account' })).toBeNull()
  })

  it('one link leads to Send Money and is marked there, and none beside the page of another task', async () => {
    const api = newApi()
    api.answer(calls.getSenderDetails, { details: null })
    await openApp({ at: '/me/sender-details?to=/send-money', api })
    await screen.findByRole('heading', { level: 1, name: 'Sender details' })
    expect(screen.queryByRole('navigation', { name: 'Settings' })).toBeNull()
    await openApp({ at: '/send-money', api })
    await screen.findByRole('heading', { level: 1 })
    const marked = (name: string) =>
      within(screen.getByRole('navigation', { name }))
        .getAllByRole('link')
        .filter((link) => link.hasAttribute('aria-current'))
        .map(textOf)
    expect([marked('Main'), marked('Your account')]).toEqual([[], ['Send']])
  })
})

describe('on a phone', () => {
  it('the Account page lists the same pages with their states, and they lead back', async () => {
    onPhone()
    const api = accountApi({ state: 'verified', canStart: false, tier: 2 })
    const { id, name, country, phone } = sampleRecipient()
    const reminder = (state: Reminder['state']): Reminder => ({
      ...{ id: crypto.randomUUID(), recipient: { id, name, country, phone, network: 'mtn' }, state },
      ...{ amount: 500_000, currency: 'LRD', side: 'send', frequency: 'monthly' },
      ...{ firstDay: '2026-12-01', zone: 'Africa/Monrovia', nextDay: '2026-12-01' },
    })
    api.answer(calls.listReminders, { reminders: (['active', 'active', 'done'] as const).map(reminder) })
    const card = { brand: 'visa', last4: '4242', wallet: null, expMonth: 12, expYear: 2034 }
    const addedAt = '2026-01-02T10:00:00.000Z'
    api.answer(calls.listCards, { cards: ['pm_1', 'pm_2'].map((each) => ({ ...card, id: each, addedAt })) })
    api.answer(calls.getLimits, {
      limits: { currency: 'LRD', day: left(49_012_345), month: left(60_000_000) },
    })
    const { user, place } = await openApp({ at: '/me/profile', api })
    expect(await screen.findByRole('heading', { level: 1, name: 'Account' })).toBeDefined()
    await reads('ProfileHHawa Kolliehawa@example.org+231 77 012 3456Edit Profile')
    const rows = async () => (await menu()).getAllByRole('listitem').map(textOf)
    await waitFor(async () =>
      expect(await rows()).toEqual([
        ...['Recipients', 'Reminders2 reminders', 'Rate alerts'],
        'LimitsIdentity confirmed. Send up to LRD 490,000.00 today',
        'CardsVisa •••• 4242 and 1 more',
        ...['Sender details', 'Security', 'Notifications', 'Agreements', 'Delete Account'],
        ...['Messages', 'Help', 'Call +231770000000'],
      ]),
    )
    await user.click((await menu()).getByRole('link', { name: /^Cards/ }))
    expect(place()).toBe('/me/cards')
    expect(screen.queryByRole('navigation', { name: 'Settings' })).toBeNull()
    await user.click(await screen.findByRole('link', { name: 'Back to Account' }))
    expect(place()).toBe('/me/profile')
    // Here `to` names a country, and no page to which a task leads on.
    await openApp({ at: '/me/rate-alerts?from=GH&to=LR', api })
    expect(await screen.findByRole('link', { name: 'Back to Account' })).toBeDefined()
  })

  it('a state that is not known has no line', async () => {
    onPhone()
    const api = accountApi()
    const asked = [
      calls.listReminders,
      calls.listCards,
      calls.getLimits,
      calls.listRateAlerts,
      calls.listEnquiries,
    ]
    for (const call of [...asked, calls.getIdentityCheck]) api.refuse(call, 'rate_limited')
    await openApp({ at: '/me/profile', api })
    await waitFor(() => expect(api.sent(calls.listEnquiries)).not.toEqual([]))
    expect((await menu()).getAllByRole('listitem').map(textOf).slice(0, 5)).toEqual([
      ...['Recipients', 'Reminders', 'Rate alerts', 'Limits', 'Cards'],
    ])
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it.each([
    ['processing', 'We’re checking your identity'],
    ['failed_retryable', 'See your identity check'],
    ['not_started', 'Nothing left to send for now'],
  ] as const)('limits with a check that is %s say: %s', async (state, words) => {
    onPhone()
    const api = accountApi({ state })
    api.answer(calls.getLimits, { limits: { currency: 'LRD', day: left(0), month: left(60_000_000) } })
    await openApp({ at: '/me/profile', api })
    await waitFor(async () =>
      expect(textOf((await menu()).getByRole('link', { name: /^Limits/ }))).toBe(`Limits${words}`),
    )
  })

  it('what is typed stays when the device is turned', async () => {
    const turn = onPhone()
    const { user } = await openApp({ at: '/me/edit-profile', api: accountApi() })
    const name = await screen.findByLabelText<HTMLInputElement>('Full name')
    await user.type(name, ' Mensah')
    for (const isNarrow of [false, true]) {
      await turn(isNarrow)
      expect(screen.getByLabelText('Full name')).toBe(name)
    }
    expect(name.value).toBe('Hawa Kollie Mensah')
  })
})

it.each(['/me/settings', '/me/profile'])(
  'Delete Account at %s leaves the page as it is while its code loads',
  async (at) => {
    if (at === '/me/profile') onPhone()
    let arrive = () => undefined as void
    const code = new Promise<void>((resolve) => (arrive = resolve))
    vi.doMock('./delete-account.tsx', async (original) => {
      await code
      return original()
    })
    const api = at === '/me/profile' ? accountApi() : securityApi()
    const { user } = await openApp({ at, api })
    const button = (await menu()).getByRole('button', { name: 'Delete Account' })
    await user.click(button)
    expect(button.getAttribute('aria-busy')).toBe('true')
    expect(screen.getByRole('heading', { level: 1 })).toBeDefined()
    expect(screen.queryByText('Loading')).toBeNull()
    arrive()
    expect(await screen.findByRole('dialog', { name: 'Delete Account' })).toBeDefined()
    expect(button.getAttribute('aria-busy')).toBe('false')
    vi.doUnmock('./delete-account.tsx')
  },
)
