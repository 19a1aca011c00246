// @vitest-environment happy-dom
import { calls } from '@sesa/contract'
import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { newApi, openApp } from '../../testing/app.tsx'
import { reads, textOf } from '../../testing/reads.ts'
import type { Notice } from './days.ts'

const AT = '/me/notices'
const notice = (title: string, change: Partial<Notice> = {}): Notice => ({
  ...{ id: crypto.randomUUID(), at: new Date().toISOString(), kind: 'x', title, body: 'As you asked.' },
  ...{ path: '/me/profile', read: false },
  ...change,
})
const rows = async (day: string) =>
  within(await screen.findByRole('region', { name: day })).getAllByRole('listitem')

it('says when there is none', async () => {
  await openApp({ at: AT, api: newApi() })
  expect(await screen.findByRole('heading', { name: 'No notices yet' })).toBeDefined()
})

it('lists them by day, marks them read, and keeps the dots for this visit', async () => {
  const api = newApi()
  const newest = notice('Your data was downloaded.')
  const list = [
    newest,
    notice('A link to here.', { path: AT }),
    notice('A link elsewhere.', { path: 'https://example.org/' }),
    notice('Seen.', { read: true, at: new Date(2020, 0, 2, 14, 5).toISOString() }),
  ]
  api.answer(calls.listNotices, { notices: list, unread: 3, nextCursor: null })
  api.answer(calls.readNotices, { unread: 0 })
  const { user, place } = await openApp({ at: AT, api })
  const today = await rows('Today')
  expect(today.map((row) => textOf(row).replace(/\d\d:\d\d/, ' '))).toEqual([
    'Unread: Your data was downloaded. As you asked.',
    'Unread: A link to here. As you asked.',
    'Unread: A link elsewhere. As you asked.',
  ])
  expect((await rows('02 Jan 2020')).map(textOf)).toEqual(['Seen.14:05As you asked.'])
  await waitFor(() =>
    expect(api.sent(calls.readNotices).map(({ body }) => body)).toEqual([{ upToId: newest.id }]),
  )
  expect(screen.getAllByText('Unread:')).toHaveLength(3)
  expect(today.map((row) => within(row).queryByRole('link')?.getAttribute('href'))).toEqual([
    ...['/me/profile', undefined, undefined],
  ])
  await user.click(within(today[0] as HTMLElement).getByRole('link'))
  expect(place()).toBe('/me/profile')
})

it('shows earlier ones when asked', async () => {
  const api = newApi()
  api.answer(calls.listNotices, ({ query: { cursor } }) =>
    cursor === undefined
      ? { notices: [notice('New', { read: true })], unread: 0, nextCursor: 'more' }
      : { notices: [notice('Old', { read: true })], unread: 0, nextCursor: null },
  )
  const { user } = await openApp({ at: AT, api })
  await user.click(await screen.findByRole('button', { name: 'Show earlier notices' }))
  await waitFor(async () =>
    expect((await rows('Today')).map((row) => textOf(row).slice(0, 3))).toEqual(['New', 'Old']),
  )
  expect(screen.queryByRole('button', { name: 'Show earlier notices' })).toBeNull()
})

it('says when they cannot be loaded', async () => {
  const api = newApi()
  api.refuse(calls.listNotices, 'rate_limited')
  const { user } = await openApp({ at: AT, api })
  await reads('We couldn’t load your notices')
  api.answer(calls.listNotices, { notices: [], unread: 0, nextCursor: null })
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await reads('No notices yet')
})

it.each([
  [0, 'Notices'],
  [2, 'Notices, 2 unread'],
  [100, 'Notices, 99+ unread'],
])('the bell counts %d unread as “%s”', async (unread, name) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  const api = newApi()
  api.answer(calls.listNotices, { notices: [], unread, nextCursor: null })
  await openApp({ at: '/me/profile', api })
  expect(api.sent(calls.listNotices)).toEqual([])
  await act(() => vi.advanceTimersByTimeAsync(2_000))
  expect(await within(screen.getByRole('banner')).findByRole('link', { name })).toBeDefined()
  expect(api.sent(calls.listNotices)).toHaveLength(1)
})
