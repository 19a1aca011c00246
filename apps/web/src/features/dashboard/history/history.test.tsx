// @vitest-environment happy-dom
import { calls, LISTED_STATUSES, type Transfer } from '@sesa/contract'
import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import type { ScriptedApi } from '@sesa/ui/testing/scripted-api.ts'
import { STATUS_WORDS } from '@sesa/ui/feedback/status.tsx'
import { newApi, openApp } from '../../../testing/app.tsx'
import { reads, textOf } from '../../../testing/reads.ts'
import { sampleRow } from '../../../testing/account-samples.ts'

const HOME = '/me/dashboard'

/** Lists these transfers as the server does: by name and status, one page at a time. */
function listing(api: ScriptedApi, all: readonly Transfer[]): void {
  api.answer(
    calls.listTransfers,
    ({ query: { search = '', status, limit = '20', cursor = '0', totals } }) => {
      const found = all
        .filter(({ recipient }) => recipient.toLowerCase().includes(search))
        .filter((transfer) => status === undefined || transfer.status === status)
      const end = Number(cursor) + Number(limit)
      const amount = found.reduce((sum, transfer) => sum + transfer.amount, 0)
      return {
        transfers: found.slice(Number(cursor), end),
        nextCursor: end < found.length ? String(end) : null,
        ...(totals && {
          totals: { count: found.length, sent: [{ currency: 'LRD' as const, count: found.length, amount }] },
        }),
      }
    },
  )
}

const three = [
  sampleRow(),
  sampleRow({ payment_id: 'pi_kofi', recipient: 'Kofi Boateng' }),
  sampleRow({ payment_id: 'pi_yaw', recipient: 'Yaw Asante', status: 'failed' }),
]
/** 23 transfers, from LRD 1,023.00 down to LRD 1,001.00. */
const many = Array.from({ length: 23 }, (_, n) =>
  sampleRow({ payment_id: `pi_${n}`, amount: 102_300 - n * 100 }),
)

const table = () => screen.findByRole('table', { name: 'Transaction History' })
const rows = () => screen.queryAllByText('Transferred')
const shows = (count: number) => waitFor(() => expect(rows()).toHaveLength(count))
const amounts = () => screen.queryAllByText(/^LRD.1,0\d\d\.00$/).map((cell) => cell.textContent.slice(6, 9))
const button = (name: string) => screen.findByRole<HTMLButtonElement>('button', { name })
const search = () => screen.findByRole<HTMLInputElement>('searchbox', { name: 'Search' })

describe('the list', () => {
  it('shows a transfer with every column, and leads to it and to another one like it', async () => {
    const api = newApi()
    listing(api, [sampleRow()])
    await openApp({ at: HOME, api })
    const list = within(await table())
    const row = (await list.findByText('Transferred')).closest('[role=row]')
    expect(row && textOf(row)).toBe(
      'AAma MensahTransferred24 Nov 202614:05 PMLRD 10,000.00received: GHS 669.00SentViewResend',
    )
    for (const name of ['from Liberia', 'to Ghana']) expect(list.getByRole('img', { name })).toBeDefined()
    const leadsTo = (verb: string) =>
      list
        .getByRole('link', { name: `${verb} the transfer to Ama Mensah of 24 Nov 2026` })
        .getAttribute('href')
    expect(leadsTo('View')).toBe('/transfer-status?payment_intent=pi_ama&intent=view')
    expect(leadsTo('Resend')).toBe('/send-money?resend=pi_ama')
  })

  it('is green only for money that arrived', async () => {
    const api = newApi()
    listing(
      api,
      LISTED_STATUSES.map((status) => sampleRow({ payment_id: `pi_${status}`, status })),
    )
    await openApp({ at: HOME, api })
    await shows(LISTED_STATUSES.length)
    const green = LISTED_STATUSES.filter((status) =>
      screen.getByText(STATUS_WORDS[status]).className.includes('text-ok'),
    )
    expect(green).toEqual(['sent'])
  })

  it('says that it failed, and loads again', async () => {
    const api = newApi()
    api.refuse(calls.listTransfers, 'rate_limited')
    const { user } = await openApp({ at: `${HOME}?status=sent`, api })
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain('We couldn’t load your transfers')
    expect(alert.textContent).toContain('This doesn’t affect transfers in progress.')
    listing(api, three)
    await user.click(await button('Try again'))
    await shows(2)
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('is a skeleton while it loads, and says when that takes longer than usual', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
    const api = newApi()
    listing(api, three)
    const release = api.hold(calls.listTransfers)
    await openApp({ at: `${HOME}?status=sent`, api })
    expect((await table()).getAttribute('aria-busy')).toBe('true')
    expect(screen.queryByText(/^Taking longer/)).toBeNull()
    await act(() => vi.advanceTimersByTimeAsync(6_000))
    expect(await screen.findByText('Taking longer than usual. Still trying.')).toBeDefined()
    release()
    await shows(2)
    expect(screen.queryByText(/^Taking longer/)).toBeNull()
    expect((await table()).getAttribute('aria-busy')).toBeNull()
  })

  it('stays while offline, and loads the rest once the connection is back', async () => {
    const api = newApi()
    listing(api, three)
    const { user } = await openApp({ at: HOME, api })
    await shows(3)
    const setOnline = (isOnline: boolean) =>
      act(() => {
        vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline)
        dispatchEvent(new Event(isOnline ? 'online' : 'offline'))
      })
    setOnline(false)
    await user.type(await search(), 'nobody{Enter}')
    expect(await screen.findByText('You’re offline')).toBeDefined()
    expect(rows()).toHaveLength(3)
    setOnline(true)
    expect(await screen.findByText('Nothing matches “nobody”')).toBeDefined()
  })
})

describe('search and filter', () => {
  it('search after a pause in typing, and show all transfers again', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
    const api = newApi()
    listing(api, three)
    const { user, place } = await openApp({ at: HOME, api })
    await shows(3)
    await user.type(await search(), 'boateng')
    await act(() => vi.advanceTimersByTimeAsync(300))
    await shows(1)
    expect(place()).toBe(`${HOME}?search=boateng`)
    expect(api.sent(calls.listTransfers).filter(({ query }) => query.search === 'b')).toEqual([])
    await user.type(await search(), 'x{Enter}')
    await user.click(await button('Show all transfers'))
    await shows(3)
    expect(place()).toBe(HOME)
    expect((await search()).value).toBe('')
  })

  it('stay in the address, and so outlive a reload', async () => {
    const api = newApi()
    listing(api, three)
    const { user, place } = await openApp({ at: HOME, api })
    await user.click(await button('Filter and export'))
    await user.selectOptions(await screen.findByLabelText('Status'), 'sent')
    await shows(2)
    await user.type(await search(), ' kofi{Enter}')
    await shows(1)
    expect(place()).toBe(`${HOME}?search=kofi&status=sent`)
    await openApp({ at: place(), api })
    await shows(1)
    expect((await search()).value).toBe('kofi')
    expect((await screen.findByLabelText<HTMLSelectElement>('Status')).value).toBe('sent')
    expect(await button('Filter and export 1 on')).toBeDefined()
  })

  it.each([
    ['?status=held', 'No transfer has the status “On hold”'],
    ['?from=2026-11-01', 'You made no transfers on these days'],
    ['?status=held&to=2026-11-01', 'No transfer has the status “On hold” on these days'],
    ['?search=x', 'Nothing matches “x”'],
    [
      '?search=x&status=held&from=2026-11-01',
      'Nothing matches “x” among those with the status “On hold” on these days',
    ],
  ])('%s without a match: “%s”', async (query, words) => {
    const api = newApi()
    await openApp({ at: HOME + query, api })
    expect(await screen.findByText(words)).toBeDefined()
  })

  it('choose whole months, and clear them', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 10, 24, 12), shouldAdvanceTime: true })
    const api = newApi()
    listing(api, three)
    const { user, place } = await openApp({ at: HOME, api })
    await user.click(await button('Filter and export'))
    await user.click(await button('Last month'))
    expect(place()).toBe(`${HOME}?from=2026-10-01&to=2026-10-31`)
    await user.click(await button('This month'))
    expect(place()).toBe(`${HOME}?from=2026-11-01&to=2026-11-30`)
    expect((await button('This month')).getAttribute('aria-pressed')).toBe('true')
    expect((await button('Last month')).getAttribute('aria-pressed')).toBe('false')
    await reads('3 transfers. LRD 30,000.00 sent before fees.')
    await user.click(await button('Clear filters'))
    expect(place()).toBe(HOME)
  })

  it('say when the last day is before the first', async () => {
    const api = newApi()
    await openApp({ at: `${HOME}?from=2026-11-02&to=2026-11-01`, api })
    expect(await screen.findByText('Choose a day on or after the From date.')).toBeDefined()
  })
})

it('View all leads through every page, and a search starts at the first', async () => {
  const api = newApi()
  listing(api, many)
  const { user, place } = await openApp({ at: HOME, api })
  await shows(10)
  await user.click(await button('View all'))
  await shows(20)
  expect(place()).toBe(`${HOME}?page=1`)
  const pages = within(await screen.findByRole('navigation', { name: 'Transfers: pages' }))
  const turn = (name: string) => pages.getByRole<HTMLButtonElement>('button', { name })
  expect(await pages.findByText('1 to 20 of 23')).toBeDefined()
  await reads('23 transfers. LRD 23,276.00 sent before fees.')
  expect(turn('Previous').disabled).toBe(true)

  await user.click(turn('Next'))
  await waitFor(() => expect(amounts()).toEqual(['003', '002', '001']))
  expect(place()).toBe(`${HOME}?page=2&after=20`)
  expect(pages.getByText('21 to 23 of 23')).toBeDefined()
  expect(turn('Next').disabled).toBe(true)
  expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Transfers' }))

  await user.click(turn('Previous'))
  await shows(20)
  expect(place()).toBe(`${HOME}?page=1`)
  await user.type(await search(), 'mensah{Enter}')
  expect(place()).toBe(`${HOME}?search=mensah&page=1`)
})

it('downloads what is listed, and says when that failed', async () => {
  const save = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
  const api = newApi()
  listing(api, three)
  const { user } = await openApp({ at: `${HOME}?search=ama&from=2026-11-01&to=2026-11-24`, api })
  await shows(1)
  api.lose(calls.listTransfers)
  await user.click(await button('Download CSV'))
  expect((await screen.findByRole('alert')).textContent).toContain('We couldn’t download your transfers')
  listing(api, three)
  await user.click(await button('Download CSV'))
  expect(await screen.findByText('Transfers downloaded')).toBeDefined()
  expect(screen.queryByRole('alert')).toBeNull()
  const [link] = save.mock.contexts as HTMLAnchorElement[]
  expect(link?.download).toBe('sesa-transfers-2026-11-01-to-2026-11-24.csv')
  expect(api.sent(calls.listTransfers).at(-1)?.query).toMatchObject({ format: 'csv', search: 'ama' })
  const print = screen.getByRole('link', { name: 'Print or save as PDF' })
  expect(print.getAttribute('href')).toBe('/me/statement?search=ama&from=2026-11-01&to=2026-11-24')
})

it('shows no transfer of another customer', async () => {
  const api = newApi()
  api.refuse(calls.getTransfer, 'not_found')
  await openApp({ at: '/transfer-status?payment_intent=pi_nobodys&intent=view', api })
  await reads('We can’t find this payment')
  expect(screen.queryByText('Payment Successful')).toBeNull()
})
