// @vitest-environment happy-dom
import { act, render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ROLES, type Role } from '@sesa/contract/office'
import { loadSession } from '../lib/session.ts'
import { sampleHit, sampleInbox, sampleMe, sampleWork } from '../testing/samples.ts'
import { refusal, scriptServer, type Answer, type SentCall } from '../testing/office.tsx'
import { App } from './app.tsx'

type Script = Parameters<typeof scriptServer>[0]

beforeEach(() => history.replaceState(null, '', '/office/inbox'))
afterEach(() => vi.useRealTimers())

async function openApp(roles: Role[], answers: Script = {}) {
  const calls = scriptServer({
    'GET /office/api/me': [200, sampleMe(roles)],
    'GET /office/api/inbox': [200, sampleInbox([sampleWork(1)])],
    'POST /office/api/inbox/next': [200, { work: null }],
    'GET /office/api/home': refusal(503, 'unavailable'),
    'GET /office/api/permissions': [200, { permissions: [] }],
    'POST /office/api/search': [200, { text: '', chips: [], customers: [], transfers: [], records: [] }],
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

/** What each role sees in the menu, and what is inside each entry. */
const MENUS: Readonly<Record<Role, Readonly<Record<string, readonly string[]>>>> = {
  support: {
    Home: [],
    Inbox: [],
    Transfers: [],
    Customers: [],
    Corridors: [],
  },
  compliance: {
    Home: [],
    Inbox: [],
    Transfers: [],
    Customers: [],
    Policies: ['Limits', 'Corridors', 'Fraud rules', 'Monitoring rules'],
    Records: ['Reports', 'Audit log', 'Staff'],
  },
  finance: {
    Home: [],
    Inbox: [],
    Transfers: [],
    Money: ['Floats', 'Daily close', 'Reconciliation', 'Profit and loss'],
    Policies: ['Prices', 'Limits', 'Corridors'],
  },
  engineer: {
    Home: [],
    Inbox: [],
    Transfers: [],
    Reconciliation: [],
    Corridors: [],
  },
  administrator: {
    Home: [],
    Inbox: [],
    Money: ['Floats', 'Profit and loss'],
    Policies: ['Prices', 'Corridors'],
    Records: ['Audit log', 'Staff'],
  },
}

it.each(ROLES)('shows the menu of %s, each page of which opens', async (role) => {
  history.replaceState(null, '', '/office/permissions')
  const { user } = await openApp([role])
  await vi.waitFor(() => expect(screen.getByRole('link', { name: 'Inbox 1' })).toBeDefined())
  expect(sections()).toEqual(Object.keys(MENUS[role]).map((name) => (name === 'Inbox' ? 'Inbox1' : name)))
  // The pages have tests of their own: here they load nothing.
  vi.stubGlobal('fetch', () => new Promise(() => undefined))
  const menu = within(screen.getByRole('navigation', { name: 'Sections' }))
  for (const [entry, inside] of Object.entries(MENUS[role])) {
    await user.click(menu.getByRole('link', { name: entry === 'Inbox' ? /^Inbox/ : entry }))
    for (const page of inside.length > 0 ? inside : [entry]) {
      await user.click(await menu.findByRole('link', { name: page === 'Inbox' ? /^Inbox/ : page }))
      expect(await screen.findByRole('heading', { level: 1, name: page })).toBeDefined()
    }
  }
})

it('has the member’s own pages under their name', async () => {
  const { user } = await openApp(['support'])
  await user.click(screen.getByText('Efua Owusu'))
  await user.click(screen.getByRole('link', { name: 'Permissions' }))
  expect(await screen.findByRole('heading', { level: 1, name: 'Permissions' })).toBeDefined()
  expect(screen.getByText('Efua Owusu').closest('details')?.open).toBe(false)
})

it('reads the open section again when its link is clicked', async () => {
  const { calls, user } = await openApp(['support'])
  await screen.findByRole('heading', { level: 1, name: 'Inbox' })
  // The page reads it, and the menu for its count.
  const reads = () => calls.filter(({ call }) => call === 'GET /office/api/inbox').length
  await vi.waitFor(() => expect(reads()).toBe(2))
  await user.click(screen.getByRole('link', { name: /^Inbox/ }))
  await vi.waitFor(() => expect(reads()).toBe(4))
})

it('shows in the menu how much waits, and that something is overdue', async () => {
  const queue = {
    kind: 'cases',
    count: 1_001,
    overdue: 2,
    unowned: 9,
    mine: 0,
    others: 0,
    oldest: null,
  } as const
  await openApp(['compliance'], { 'GET /office/api/inbox': [200, sampleInbox([], { queues: [queue] })] })
  expect(await screen.findByRole('link', { name: 'Inbox 1,000+ , 2 overdue' })).toBeDefined()
})

it('explains a page that the roles do not allow', async () => {
  history.replaceState(null, '', '/office/audit')
  await openApp(['finance'])
  expect(await screen.findByRole('heading', { name: 'Your roles don’t allow this' })).toBeDefined()
})

it('goes to a section with g and its letter, to the search box with /, and lists the keys with ?', async () => {
  const { calls, user } = await openApp(['finance'])
  await screen.findByRole('heading', { level: 1, name: 'Inbox' })
  await user.keyboard('gh')
  expect(await screen.findByRole('heading', { level: 1, name: 'Home' })).toBe(document.activeElement)
  await user.keyboard('/')
  expect(document.activeElement).toBe(screen.getByRole('combobox', { name: 'Search' }))
  // Typed keys do nothing else.
  await user.keyboard('gh?naexr')
  expect(screen.getByRole('combobox', { name: 'Search' })).toHaveProperty('value', 'gh?naexr')
  expect(calls.some(({ call }) => call.endsWith('/next'))).toBe(false)
  act(() => (document.activeElement as HTMLElement).blur())
  await user.keyboard('?')
  const keys = within(screen.getByRole('dialog', { name: 'Keyboard shortcuts' }))
  const listed = keys.getAllByRole('term').map(({ textContent }) => textContent)
  expect(listed).toContain('Select a row, as Space does')
  await user.click(keys.getByRole('switch', { name: 'Single-key shortcuts' }))
  await user.click(keys.getByRole('button', { name: 'Close' }))
  await user.keyboard('gi')
  expect(screen.getByRole('heading', { level: 1, name: 'Home' })).toBeDefined()
  localStorage.clear()
})

it('presses the control of the open page that names the key', async () => {
  const { calls, user } = await openApp(['support'])
  await screen.findByRole('heading', { level: 1, name: 'Inbox' })
  await user.keyboard('r')
  await vi.waitFor(() => expect(calls.filter(({ call }) => call === 'GET /office/api/inbox')).toHaveLength(4))
  await user.keyboard('n')
  await vi.waitFor(() =>
    expect(calls.filter(({ call }) => call === 'POST /office/api/inbox/next')).toHaveLength(1),
  )
  await user.keyboard('j')
  expect(document.activeElement?.closest('[role=grid]')).not.toBeNull()
})

it.each([['/office/invitation', 'support', '/office']] as const)(
  'from %s leads a member of %s to %s before there is anything to use',
  async (from, role, to) => {
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
  },
)

it('searches without writing the text into the address', async () => {
  const { calls, user } = await openApp(['support'], {
    'POST /office/api/search': [
      200,
      {
        ...{ text: '+231771234567', customers: [], transfers: [sampleHit()], records: [] },
        chips: [{ text: '+231771234567', label: 'Number', isPersonal: true, problem: null }],
      },
    ],
    'POST /office/api/transfers/list': [200, { text: '', chips: [], transfers: [], next: null }],
    'GET /office/api/views/transfers': [200, { views: [] }],
  })
  await user.type(screen.getByRole('combobox', { name: 'Search' }), '+231771234567')
  await user.click(await screen.findByRole('option', { name: 'All matching transfers' }))
  expect(await screen.findByRole('heading', { name: 'No matching transfers' })).toBeDefined()
  expect(calls.find(({ call }) => call.endsWith('/list'))?.body).toMatchObject({ text: '+231771234567' })
  expect(location.href).not.toContain('231')
})

it('hides the page when the session ends, and shows it again after signing in', async () => {
  let ended = false
  const inbox = (): Answer => (ended ? refusal(401, 'unauthenticated') : [200, sampleInbox([sampleWork(1)])])
  const { user } = await openApp(['finance'], {
    'GET /office/api/inbox': inbox,
    'GET /office/api/permissions': () => refusal(401, 'unauthenticated'),
    'POST /office/api/sign-in/challenge': (_: SentCall) => refusal(429, 'rate_limited', 'Wait a little.'),
  })
  await user.type(screen.getByRole('combobox', { name: 'Search' }), 'half typed')
  ended = true
  await user.click(screen.getByRole('link', { name: 'Permissions' }))
  const dialog = await screen.findByRole('dialog', { name: 'Your session has ended' })
  expect(screen.queryByRole('navigation', { name: 'Sections' })).toBeNull()
  await user.click(within(dialog).getByRole('button', { name: 'Sign in again' }))
  expect((await within(dialog).findByRole('alert')).textContent).toContain('Wait a little.')
  await act(() => loadSession())
  expect(screen.getByRole('combobox', { name: 'Search' })).toHaveProperty('value', 'half typed')
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
  expect(await screen.findByRole('heading', { level: 1, name: 'Inbox' })).toBeDefined()
})
