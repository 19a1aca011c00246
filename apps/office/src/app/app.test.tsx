// @vitest-environment happy-dom
import { act, render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ROLES, type Role } from '@sesa/contract/office'
import { loadSession } from '../lib/session.ts'
import { sampleHeld, sampleMe } from '../testing/samples.ts'
import { refusal, scriptServer, type Answer, type SentCall } from '../testing/office.tsx'
import { App } from './app.tsx'

type Script = Parameters<typeof scriptServer>[0]

beforeEach(() => history.replaceState(null, '', '/office/holds'))
afterEach(() => vi.useRealTimers())

async function openApp(roles: Role[], answers: Script = {}) {
  const calls = scriptServer({
    'GET /office/api/me': [200, sampleMe(roles)],
    'GET /office/api/holds': [200, { holds: [sampleHeld(1)] }],
    'GET /office/api/approvals': [200, { approvals: [], next: null }],
    'GET /office/api/permissions': [200, { permissions: [] }],
    ...answers,
  })
  render(<App />)
  await act(() => loadSession())
  return { calls, user: userEvent.setup() }
}

/** Lets minutes pass one by one, since React sets its next timer after each. */
async function minutes(count: number): Promise<void> {
  for (let passed = 0; passed < count; passed++) await act(() => vi.advanceTimersByTimeAsync(60_000))
}

const sections = () =>
  within(screen.getByRole('navigation', { name: 'Sections' }))
    .getAllByRole('link')
    .map((link) => link.textContent)

/** What each role sees in the menu. */
const SECTIONS: Readonly<Record<Role, readonly string[]>> = {
  support: [
    'Search',
    'Holds',
    'Enquiries',
    'Approvals',
    'Corridors and rails',
    'Permissions',
    'Your passkeys',
  ],
  compliance: [
    'Search',
    'Holds',
    'Enquiries',
    'Cases',
    'Identity checks',
    'Reports',
    'Privacy',
    'Approvals',
    'Changes',
    'Corridors and rails',
    'Rules',
    'Retention',
    'Audit log',
    'Staff',
    'Permissions',
    'Your passkeys',
  ],
  finance: [
    'Search',
    'Holds',
    'Daily close',
    'Reconciliation',
    'Approvals',
    'Changes',
    'Prices',
    'Corridors and rails',
    'Floats',
    'Profit and loss',
    'Permissions',
    'Your passkeys',
  ],
  engineer: [
    'Search',
    'Holds',
    'Reconciliation',
    'Approvals',
    'Changes',
    'Corridors and rails',
    'Permissions',
    'Your passkeys',
  ],
  administrator: [
    'Approvals',
    'Prices',
    'Corridors and rails',
    'Floats',
    'Profit and loss',
    'Retention',
    'Audit log',
    'Staff',
    'Permissions',
    'Your passkeys',
  ],
}

it.each(ROLES)('shows the sections of %s, each of which opens', async (role) => {
  history.replaceState(null, '', '/office/permissions')
  const { user } = await openApp([role])
  expect(sections()).toEqual(SECTIONS[role])
  // The pages have tests of their own: here they load nothing.
  vi.stubGlobal('fetch', () => new Promise(() => undefined))
  for (const section of SECTIONS[role]) {
    await user.click(screen.getByRole('link', { name: section }))
    expect(await screen.findByRole('heading', { level: 1, name: section })).toBeDefined()
  }
})

it('reads the open section again when its link is clicked', async () => {
  const { calls, user } = await openApp(['support'])
  await screen.findByRole('heading', { level: 1, name: 'Holds' })
  const reads = () => calls.filter(({ call }) => call === 'GET /office/api/holds').length
  await vi.waitFor(() => expect(reads()).toBe(1))
  await user.click(screen.getByRole('link', { name: 'Holds' }))
  await vi.waitFor(() => expect(reads()).toBe(2))
})

it('explains a page that the roles do not allow', async () => {
  history.replaceState(null, '', '/office/audit')
  await openApp(['finance'])
  expect(await screen.findByRole('heading', { name: 'Your roles don’t allow this' })).toBeDefined()
})

it('goes to a section with g and its letter, to the search box with /, and lists the keys with ?', async () => {
  const { user } = await openApp(['finance'])
  await screen.findByRole('heading', { level: 1, name: 'Holds' })
  await user.keyboard('ga')
  expect(await screen.findByRole('heading', { level: 1, name: 'Approvals' })).toBe(document.activeElement)
  await user.keyboard('/')
  expect(document.activeElement).toBe(screen.getByRole('searchbox'))
  await user.keyboard('gh?')
  expect(screen.getByRole('searchbox')).toHaveProperty('value', 'gh?')
  act(() => (document.activeElement as HTMLElement).blur())
  await user.keyboard('?')
  expect(screen.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeDefined()
})

it.each([
  ['/office/invitation', 'support', '/office'],
  ['/office/', 'administrator', '/office/approvals'],
] as const)('from %s leads a member of %s to %s before there is anything to use', async (from, role, to) => {
  history.replaceState(null, '', from)
  const replace = history.replaceState.bind(history)
  const usable: boolean[] = []
  const spy = vi.spyOn(history, 'replaceState').mockImplementation((...state) => {
    usable.push(screen.queryByRole('navigation', { name: 'Sections' }) !== null)
    replace(...state)
  })
  await openApp([role])
  expect(sections()).not.toEqual([])
  expect(location.pathname).toBe(to)
  expect(usable).toContain(false)
  expect(usable).not.toContain(true)
  spy.mockRestore()
})

it('searches without writing the text into the address', async () => {
  const { calls, user } = await openApp(['support'], {
    'POST /office/api/search': [200, { customers: [], transfers: [] }],
  })
  await user.type(screen.getByRole('searchbox'), '+231771234567{Enter}')
  expect(await screen.findByRole('heading', { name: 'No customer found' })).toBeDefined()
  expect(calls.at(-1)?.body).toEqual({ text: '+231771234567' })
  expect(location.href).not.toContain('231')
})

it('hides the page when the session ends, and shows it again after signing in', async () => {
  let ended = false
  const holds = (): Answer => (ended ? refusal(401, 'unauthenticated') : [200, { holds: [sampleHeld(1)] }])
  const { user } = await openApp(['finance'], {
    'GET /office/api/holds': holds,
    'GET /office/api/permissions': () => refusal(401, 'unauthenticated'),
    'POST /office/api/sign-in/challenge': (_: SentCall) => refusal(429, 'rate_limited', 'Wait a little.'),
  })
  await user.type(screen.getByRole('searchbox'), 'half typed')
  ended = true
  await user.click(screen.getByRole('link', { name: 'Permissions' }))
  const dialog = await screen.findByRole('dialog', { name: 'Your session has ended' })
  expect(screen.queryByRole('navigation', { name: 'Sections' })).toBeNull()
  await user.click(within(dialog).getByRole('button', { name: 'Sign in again' }))
  expect((await within(dialog).findByRole('alert')).textContent).toContain('Wait a little.')
  await act(() => loadSession())
  expect(screen.getByRole('searchbox')).toHaveProperty('value', 'half typed')
})

it('warns a minute before the session ends, and stays signed in on request', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  await openApp(['finance'], { 'GET /office/api/me': () => [200, sampleMe(['finance'])] })
  expect(screen.queryByRole('dialog', { name: 'You’re about to be signed out' })).toBeNull()
  await minutes(14)
  await act(() => vi.advanceTimersByTimeAsync(5_000))
  const user = userEvent.setup({ advanceTimers: (ms) => vi.advanceTimersByTime(ms) })
  const dialog = screen.getByRole('dialog', { name: 'You’re about to be signed out' })
  expect(within(dialog).getByRole('timer').textContent).toMatch(/^\d\d seconds left$/)
  await user.click(within(dialog).getByRole('button', { name: 'Stay signed in' }))
  await vi.waitFor(() => expect(screen.queryByRole('dialog', { name: /signed out/ })).toBeNull())
  await minutes(16)
  expect(screen.getByRole('dialog', { name: 'Your session has ended' })).toBeDefined()
})

it('signs out, and says why when it cannot', async () => {
  let reachable = false
  const { user } = await openApp(['finance'], {
    'POST /office/api/sign-out': () => (reachable ? [204] : refusal(503, 'unavailable', 'Busy.')),
  })
  await user.click(screen.getByText('Efua Owusu'))
  await user.click(screen.getByRole('button', { name: 'Sign out' }))
  expect((await screen.findByText(/Busy\./)).textContent).toContain('Busy.')
  reachable = true
  await user.click(screen.getByRole('button', { name: 'Sign out' }))
  expect(await screen.findByRole('heading', { name: 'Sign in to the office' })).toBeDefined()
})

it('says so when the office cannot be reached, and tries again', async () => {
  let reachable = false
  const { user } = await openApp(['finance'], {
    'GET /office/api/me': () =>
      reachable ? [200, sampleMe(['finance'])] : refusal(503, 'unavailable', 'Busy.'),
  })
  expect(screen.getByRole('heading', { name: 'The office can’t be reached' })).toBeDefined()
  reachable = true
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('heading', { level: 1, name: 'Holds' })).toBeDefined()
})
