// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react'
import type { AnswerOf } from '@sesa/contract'
import { ROLES, type officeCalls, type Work } from '@sesa/contract/office'
import { expect, it, vi } from 'vitest'
import { refusal, renderPage, scriptServer } from '../../testing/office.tsx'
import { at, sampleMe, sampleWork } from '../../testing/samples.ts'
import HomePage from './page.tsx'
import { changeText, figureText } from './words.ts'

// The charts have tests of their own.
vi.mock('../../parts/charts/role-charts.tsx', () => ({ RoleCharts: () => null }))

type Home = AnswerOf<typeof officeCalls.home>
const report: Work = sampleWork(1, {
  ...{ kind: 'reports', id: 'F-000003', title: 'SAR', about: 'Ghana, Draft', amount: null },
  dueAt: '2026-12-11T12:00:00.000Z',
})
const empty: Home = { now: [], queues: [], nextDue: null, tiles: [], setUp: null, asOf: at(0) }
const open = (home: Partial<Home>) => {
  scriptServer({ 'GET /office/api/home': [200, { ...empty, ...home }] })
  return renderPage(<HomePage />, { me: sampleMe(['support']) })
}

it('shows what needs the member, with amount, age and an overdue deadline, each a link to its page', async () => {
  open({
    now: [
      sampleWork(1, {
        ...{ kind: 'enquiries', id: 'C-0A1B2C3D', title: 'I want to complain', dueAt: at(-120) },
        owner: { id: sampleMe().id, name: 'Efua Owusu' },
      }),
      sampleWork(2),
    ],
  })
  const link = await screen.findByRole('link', { name: 'C-0A1B2C3D' })
  expect(link.getAttribute('href')).toBe('/office/enquiries/C-0A1B2C3D')
  const items = screen.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(items[0]).toMatch(/I want to complain.*yours.*USD 101.37.*5 hours.*2 hours late/)
  expect(items[1]).toMatch(/S-WP41P002 Refund failed.*USD 102.74.*10 hours/)
})

it('links each figure of a queue to its rows', async () => {
  open({
    queues: [
      { kind: 'enquiries', count: 7, overdue: 1, unowned: 3, mine: 3, others: 0, oldest: at(-2 * 1440) },
      { kind: 'holds', count: 0, overdue: 0, unowned: 0, mine: 0, others: 2, oldest: null },
      { kind: 'approvals', count: 0, overdue: 0, unowned: 0, mine: 0, others: 0, oldest: null },
    ],
  })
  const href = async (name: string) => (await screen.findByRole('link', { name })).getAttribute('href')
  expect(await href('Enquiries')).toBe('/office/inbox?kind=enquiries')
  expect(await href('1 overdue')).toBe('/office/inbox?kind=enquiries&view=overdue')
  expect(await href('mine 3')).toBe('/office/inbox?kind=enquiries&view=mine')
  expect(await href('2 waiting for others')).toBe('/office/inbox?kind=holds&view=others')
  expect(screen.getByText('oldest 2 days')).toBeDefined()
  expect(screen.queryByText('Approvals')).toBeNull()
})

it('compares today with a week ago, and gives no percentage below five', async () => {
  open({
    tiles: [
      { tile: 'sent', unit: 'count', now: 212, before: 196 },
      { tile: 'failed', unit: 'count', now: 4, before: 2 },
      { tile: 'first_answer', unit: 'minutes', now: null, before: 22 },
      { tile: 'owed', unit: 'usd', now: 123_456, before: null },
    ],
  })
  const tile = async (name: RegExp) => (await screen.findByRole('link', { name })).textContent
  expect(await tile(/^Sent/)).toBe('Sent212+8 % on a week ago')
  expect(await tile(/^Failed/)).toBe('Failed pay-outs42 a week ago')
  expect(await tile(/^First answer/)).toBe('First answer, medianNone22 minutes a week ago')
  expect(await tile(/^Owed/)).toBe('Owed to customersUSD 1,234.56')
})

it.each([
  [{ unit: 'count', now: 5, before: 10 }, '−50 % on a week ago'],
  [{ unit: 'count', now: 9, before: 4 }, '4 a week ago'],
  [{ unit: 'usd', now: 600, before: -1000 }, '+160 % on a week ago'],
  [{ unit: 'percent', now: 99, before: 98 }, '98 % a week ago'],
  [{ unit: 'count', now: 9, before: null }, null],
] as const)('says of %j: %s', (tile, words) => expect(changeText(tile)).toBe(words))

it('gives every unit its words', () => {
  expect(figureText('usd', 1_000_000)).toBe('USD 10,000.00')
  expect(figureText('minutes', 90)).toBe('1 hour')
  expect(figureText('count', 1_234)).toBe('1,234')
})

it('says that nothing waits, and what is due next', async () => {
  open({ nextDue: report })
  expect((await screen.findByRole('link', { name: 'F-000003' })).closest('p')?.textContent).toBe(
    'Nothing waits for you. Next due: F-000003, 11 Dec 2026.',
  )
  expect(screen.getByText('All queues are empty.')).toBeDefined()
})

it('lists to a new company what is left to set up', async () => {
  open({
    setUp: [
      { step: 'administrators', isDone: true },
      { step: 'prices', isDone: false },
    ],
  })
  const list = await screen.findByRole('heading', { name: 'Set up your company' })
  const items = within(list.parentElement ?? document.body).getAllByRole('listitem')
  expect(items.map(({ textContent }) => textContent)).toEqual([
    'DoneInvite a second administrator',
    'To doSet your own prices',
  ])
})

it.each(ROLES)('says why the work of %s could not be loaded, and tries again', async (role) => {
  let busy = true
  scriptServer({
    'GET /office/api/home': () => (busy ? refusal(503, 'unavailable', 'The service is busy.') : [200, empty]),
  })
  const { user } = renderPage(<HomePage />, { me: sampleMe([role]) })
  expect((await screen.findByRole('alert')).textContent).toContain('The service is busy.')
  busy = false
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('Nothing waits for you.')).toBeDefined()
})
