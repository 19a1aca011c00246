// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { refusal, renderPage, scriptServer, type Answer } from '../../testing/office.tsx'
import { at, idOf, sampleInbox, sampleMe, sampleWork } from '../../testing/samples.ts'
import InboxPage from './page.tsx'

const me = sampleMe(['support'])
const open = (search = '') => renderPage(<InboxPage />, { at: `/inbox${search}`, route: '/inbox', me })
const complaint = sampleWork(1, {
  ...{ kind: 'enquiries', id: 'C-0A1B2C3D', title: 'I want to complain', about: 'S-WP41P001' },
  ...{ dueAt: at(-60), amount: null },
})
const both = sampleInbox([complaint, sampleWork(2)], {
  queues: [
    { kind: 'enquiries', count: 1_001, overdue: 1, unowned: 1, mine: 0, others: 0, oldest: at(-300) },
    { kind: 'holds', count: 1, overdue: 0, unowned: 1, mine: 0, others: 2, oldest: at(-600) },
  ],
})

it('lists all queues in the server’s order, what is overdue in words, and counts that end at 1,000', async () => {
  const calls = scriptServer({ 'GET /office/api/inbox': [200, both] })
  const { user, place } = open()
  const links = await screen.findAllByRole('link', { name: /^[CS]-/ })
  expect(links.map(({ textContent }) => textContent)).toEqual(['C-0A1B2C3D', 'S-WP41P002'])
  expect(screen.getByText('1 hour late')).toBeDefined()
  expect(screen.getByRole('gridcell', { name: 'USD 102.74' })).toBeDefined()
  const queues = within(screen.getByRole('navigation', { name: 'Queues' }))
  expect(queues.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
    ...['All1,000+ with overdue items', 'Enquiries1,000+ with overdue items', 'Holds1', 'Answer templates'],
  ])
  expect(queues.getByRole('link', { name: /Holds/ }).getAttribute('href')).toBe('/office/inbox?kind=holds')
  const views = within(screen.getByRole('navigation', { name: 'Views' }))
  expect(views.getByRole('link', { name: /Waiting for others/ }).getAttribute('href')).toBe(
    '/office/inbox?view=others',
  )
  screen.getByRole('gridcell', { name: 'C-0A1B2C3D' }).focus()
  await user.keyboard('{Enter}')
  expect(place()).toBe('/enquiries/C-0A1B2C3D')
  expect(calls[0]?.search).toBe('')
})

it('asks the server for the kind and the view of its address', async () => {
  const calls = scriptServer({ 'GET /office/api/inbox': [200, both] })
  open('?kind=holds&view=mine')
  await screen.findByRole('link', { name: 'S-WP41P002' })
  expect(calls[0]?.search).toBe('?kind=holds&view=mine')
})

it('takes a row with a, and says who was quicker', async () => {
  let owner: typeof complaint.owner = null
  const calls = scriptServer({
    'GET /office/api/inbox': () => [200, sampleInbox([complaint, sampleWork(2, { owner })])],
    'POST /office/api/inbox/take': ({ body }): Answer => {
      if ((body as { kind: string }).kind === 'enquiries')
        return refusal(409, 'action_refused', 'Kofi Mensah was quicker.')
      owner = { id: me.id, name: me.name }
      return [200, { work: sampleWork(2, { owner }) }]
    },
  })
  const { user } = open()
  await screen.findByRole('link', { name: 'C-0A1B2C3D' })
  screen.getByRole('gridcell', { name: 'C-0A1B2C3D' }).focus()
  await user.keyboard('a')
  expect(await screen.findByText('Kofi Mensah was quicker.')).toBeDefined()
  await user.keyboard('ja')
  expect(await screen.findByRole('button', { name: 'Give back S-WP41P002' })).toBeDefined()
  await user.keyboard('k')
  expect(document.activeElement?.textContent).toBe('C-0A1B2C3D')
  expect(calls.filter(({ call }) => call.startsWith('POST')).map(({ body }) => body)).toEqual([
    { kind: 'enquiries', id: 'C-0A1B2C3D', from: null, to: 'me' },
    { kind: 'holds', id: 'S-WP41P002', from: null, to: 'me' },
  ])
})

it('takes the selected rows together, and gives back what is the member’s own', async () => {
  const own = sampleWork(3, { owner: { id: me.id, name: me.name } })
  const calls = scriptServer({
    'GET /office/api/inbox': [200, sampleInbox([sampleWork(1), sampleWork(2), own])],
    'POST /office/api/inbox/take': ({ body }) => [
      200,
      { work: sampleWork(1, { id: (body as { id: string }).id }) },
    ],
  })
  const { user } = open()
  await user.click(await screen.findByRole('button', { name: 'Give back S-WP41P003' }))
  await user.click(screen.getByRole('checkbox', { name: 'Select S-WP41P001' }))
  await user.click(screen.getByRole('checkbox', { name: 'Select S-WP41P002' }))
  screen.getByRole('gridcell', { name: 'S-WP41P001' }).focus()
  await user.keyboard('a')
  expect(await screen.findByText('2 owners changed')).toBeDefined()
  expect(calls.filter(({ call }) => call.startsWith('POST')).map(({ body }) => body)).toEqual([
    { kind: 'holds', id: 'S-WP41P003', from: me.id, to: 'nobody' },
    { kind: 'holds', id: 'S-WP41P001', from: null, to: 'me' },
    { kind: 'holds', id: 'S-WP41P002', from: null, to: 'me' },
  ])
})

it('says what is due next when nothing waits', async () => {
  const report = sampleWork(1, {
    ...{
      kind: 'reports',
      id: 'F-000003',
      title: 'SAR',
      about: 'Ghana, Draft',
      dueAt: '2026-12-11T12:00:00.000Z',
    },
  })
  scriptServer({ 'GET /office/api/inbox': [200, sampleInbox([], { nextDue: report })] })
  open()
  expect(await screen.findByRole('heading', { name: 'Nothing waits for you' })).toBeDefined()
  expect(screen.getByText('Next due: F-000003, 11 Dec 2026.')).toBeDefined()
})

it('says why the inbox could not be loaded, and tries again', async () => {
  let busy = true
  scriptServer({
    'GET /office/api/inbox': () => (busy ? refusal(503, 'unavailable', 'The service is busy.') : [200, both]),
  })
  const { user } = open()
  expect((await screen.findByRole('alert')).textContent).toContain('The service is busy.')
  busy = false
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('link', { name: 'S-WP41P002' })).toBeDefined()
})

const template = {
  ...{ id: idOf(80), topic: 'where_is_money', title: 'Arrived', author: null, at: at(-900) },
  text: '{reference} has arrived. Due {answer_by}.',
}

it('shows the templates, refuses an unknown placeholder, and puts a new one in use', async () => {
  const saved = { ...template, id: idOf(81), title: 'On its way', author: 'Esi Addo' }
  const calls = scriptServer({
    'GET /office/api/inbox': [200, both],
    'GET /office/api/answer-templates': [200, { templates: [template] }],
    'POST /office/api/answer-templates': [200, { templates: [template, saved] }],
  })
  const { user } = open('?kind=templates')
  expect(await screen.findByText('Built in')).toBeDefined()
  await user.selectOptions(screen.getByLabelText('Topic'), 'where_is_money')
  await user.type(screen.getByLabelText('Title'), 'On its way')
  await user.type(screen.getByLabelText('Text'), '{{amount} is on its way.')
  await user.click(screen.getByRole('button', { name: 'Save template' }))
  expect(screen.getByText(/^\{amount\} isn’t a placeholder/)).toBeDefined()
  await user.clear(screen.getByLabelText('Text'))
  await user.type(screen.getByLabelText('Text'), '{{reference} is on its way.')
  await user.click(screen.getByRole('button', { name: 'Save template' }))
  expect(await screen.findByRole('heading', { name: 'On its way' })).toBeDefined()
  expect(calls.at(-1)?.body).toEqual({
    ...{ topic: 'where_is_money', title: 'On its way' },
    text: '{reference} is on its way.',
  })
})
