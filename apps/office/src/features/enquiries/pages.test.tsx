// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { OfficeEnquiryPage } from '@sesa/contract/office'
import { refusal, renderPage, scriptServer } from '../../testing/office.tsx'
import { at, idOf, sampleCustomer, sampleMe, sampleTransfer, sampleWork } from '../../testing/samples.ts'
import EnquiryPage from './page.tsx'

const me = sampleMe(['support'])
const ONE = '/office/api/enquiries/Q-0A1B2C3D'
const open = () =>
  renderPage(<EnquiryPage />, { at: '/enquiries/Q-0A1B2C3D', route: '/enquiries/:number', me })

function sampleEnquiry(over: Partial<OfficeEnquiryPage> = {}): OfficeEnquiryPage {
  return {
    number: 'Q-0A1B2C3D',
    topic: 'where_is_money',
    state: 'waiting',
    customerId: idOf(40),
    reference: 'S-WP41P001',
    openedAt: at(-300),
    updatedAt: at(-200),
    answerBy: null,
    latestBy: null,
    members: [
      { id: idOf(1), name: 'Efua Owusu' },
      { id: idOf(9), name: 'Esi Addo' },
    ],
    assignee: null,
    messages: [{ id: idOf(70), author: 'customer', staff: null, text: 'Where is it?', at: at(-200) }],
    ...over,
  }
}

const BESIDE = {
  [`GET /office/api/customers/${idOf(40)}`]: [200, sampleCustomer({ id: idOf(40) })],
  'GET /office/api/transfers/S-WP41P001': [200, sampleTransfer({ reference: 'S-WP41P001' })],
  'GET /office/api/answer-templates': [200, { templates: [] }],
} as const

it('keeps the text when there is a newer message, shows that message, and sends the text on the next try', async () => {
  const newer = {
    id: idOf(71),
    author: 'staff',
    staff: 'Esi Addo',
    text: 'We are looking.',
    at: at(-1),
  } as const
  const now = sampleEnquiry({ state: 'answered', messages: [...sampleEnquiry().messages, newer] })
  let reads = 0
  let answers = 0
  const calls = scriptServer({
    ...BESIDE,
    [`GET ${ONE}`]: () => [200, ++reads === 1 ? sampleEnquiry() : now],
    [`POST ${ONE}/answer`]: () =>
      ++answers === 1
        ? refusal(409, 'enquiry_changed', 'There is a newer message. Read it before you answer.')
        : [200, { ...now, state: 'closed' }],
  })
  const { user } = open()
  await user.click(await screen.findByRole('button', { name: 'Send' }))
  expect(screen.getByText('Enter an answer.')).toBeDefined()
  await user.type(screen.getByLabelText('Answer'), 'It arrived at 10:42.')
  await user.click(screen.getByRole('button', { name: 'Send' }))
  expect(await screen.findByText('We are looking.')).toBeDefined()
  expect(screen.getByLabelText('Answer')).toHaveProperty('value', 'It arrived at 10:42.')
  await user.click(screen.getByRole('button', { name: 'Send and close' }))
  await waitFor(() => expect(screen.queryByLabelText('Answer')).toBeNull())
  expect(calls.filter(({ call }) => call.startsWith('POST')).map(({ body }) => body)).toEqual([
    { text: 'It arrived at 10:42.', after: idOf(70), closes: false },
    { text: 'It arrived at 10:42.', after: idOf(71), closes: true },
  ])
})

it('takes an enquiry, and gives it to a colleague', async () => {
  const calls = scriptServer({
    ...BESIDE,
    [`GET ${ONE}`]: [200, sampleEnquiry()],
    [`POST ${ONE}/assignee`]: ({ body }) => {
      const { to } = body as { to: string }
      return [200, sampleEnquiry({ assignee: { id: to, name: to === me.id ? me.name : 'Esi Addo' } })]
    },
  })
  const { user } = open()
  await user.click(await screen.findByRole('button', { name: 'Assign to me' }))
  expect(await screen.findByRole('button', { name: 'Unassign' })).toBeDefined()
  await user.selectOptions(screen.getByLabelText('Assign to'), 'Esi Addo')
  await user.click(screen.getByRole('button', { name: 'Assign' }))
  expect(await screen.findByRole('button', { name: 'Assign to me' })).toBeDefined()
  const posts = calls.filter(({ call }) => call.startsWith('POST')).map(({ body }) => body)
  expect(posts).toEqual([
    { from: null, to: me.id },
    { from: me.id, to: idOf(9) },
  ])
})

const template = {
  ...{ id: idOf(80), topic: 'where_is_money', title: 'Arrived', author: null, at: at(-900) },
  text: '{reference} has arrived. Due {answer_by}.',
}

it('begins an answer with a template behind what was typed, and sends it once nothing is left to fill in', async () => {
  const calls = scriptServer({
    ...BESIDE,
    [`GET ${ONE}`]: [200, sampleEnquiry()],
    'GET /office/api/answer-templates': [200, { templates: [template] }],
    [`POST ${ONE}/answer`]: [200, sampleEnquiry({ state: 'answered' })],
  })
  const { user } = open()
  await user.type(await screen.findByLabelText('Answer'), 'Hello.')
  await user.type(await screen.findByLabelText('Template'), 'Where is my money?: Arrived')
  expect(screen.getByLabelText('Answer')).toHaveProperty(
    'value',
    'Hello.\n\nS-WP41P001 has arrived. Due {answer_by}.',
  )
  await user.click(screen.getByRole('button', { name: 'Send' }))
  expect(screen.getByText('Replace {answer_by} with the right text.')).toBeDefined()
  expect(calls.filter(({ call }) => call.startsWith('POST'))).toEqual([])
})

it('shows whom and what it is about beside the conversation, and the clock of a complaint on top', async () => {
  scriptServer({
    ...BESIDE,
    [`GET ${ONE}`]: [
      200,
      sampleEnquiry({ topic: 'complaint', answerBy: at(3 * 1440 + 1), latestBy: at(9 * 1440) }),
    ],
  })
  const { user } = open()
  expect(await screen.findByText('Answer due in 3 days')).toBeDefined()
  expect(screen.getByText(/with more time, by .* at the latest/)).toBeDefined()
  expect(await screen.findByText(sampleCustomer().name ?? '')).toBeDefined()
  const link = screen.getByRole('link', { name: 'S-WP41P001' })
  expect(link.getAttribute('href')).toBe('/office/transfers/S-WP41P001')
  expect(await screen.findByText(/MTN MoMo, Ghana/)).toBeDefined()
  expect(screen.getByText(/^On hold\. We’re reviewing this transfer\./)).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Copy an answer' }))
  expect(await navigator.clipboard.readText()).toMatch(/^S-WP41P001: On hold\. We’re reviewing/)
})

it('says that a complaint is overdue, and opens the next enquiry once it is answered', async () => {
  const answered = sampleEnquiry({ topic: 'complaint', state: 'answered', answerBy: at(-120) })
  const calls = scriptServer({
    ...BESIDE,
    [`GET ${ONE}`]: [200, { ...answered, state: 'waiting' }],
    [`POST ${ONE}/answer`]: [200, answered],
    'POST /office/api/inbox/next': [200, { work: sampleWork(7, { kind: 'enquiries', id: 'Q-0A1B2C3E' }) }],
    'GET /office/api/enquiries/Q-0A1B2C3E': [200, sampleEnquiry({ number: 'Q-0A1B2C3E' })],
  })
  const { user, place } = open()
  expect((await screen.findByRole('alert')).textContent).toContain('Overdue by 2 hours: answer now')
  await user.type(screen.getByLabelText('Answer'), 'It has arrived.')
  await user.click(screen.getByRole('button', { name: 'Send' }))
  expect(await screen.findByText('Answered. Next: Q-0A1B2C3E')).toBeDefined()
  await waitFor(() => expect(place()).toBe('/enquiries/Q-0A1B2C3E'))
  expect(calls.find(({ call }) => call.endsWith('/next'))?.body).toEqual({ kind: 'enquiries' })
})
