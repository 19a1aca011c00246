// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { OfficeEnquiryPage } from '@sesa/contract/office'
import { refusal, renderPage, scriptServer } from '../../testing/office.tsx'
import { at, idOf, sampleMe } from '../../testing/samples.ts'
import EnquiriesPage from './list-page.tsx'
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
    assignee: null,
    messages: [{ id: idOf(70), author: 'customer', staff: null, text: 'Where is it?', at: at(-200) }],
    ...over,
  }
}

const times = {
  firstAnswer: { count: 12, median: 180, p95: 2_880 },
  close: { count: 0, median: null, p95: null },
}

it('lists enquiries, those of nobody apart, and says how long customers waited', async () => {
  const enquiries = [
    sampleEnquiry(),
    sampleEnquiry({ number: 'Q-11111111', assignee: { id: me.id, name: me.name } }),
  ]
  scriptServer({ 'GET /office/api/enquiries': [200, { enquiries, times }] })
  const { user } = renderPage(<EnquiriesPage />, { at: '/enquiries', route: '/enquiries', me })
  expect(await screen.findByRole('link', { name: 'Q-11111111' })).toBeDefined()
  expect(
    screen.getByText(/within 3 hours for half, 2 days for 95 of 100 \(of 12\); closed none yet/),
  ).toBeDefined()
  await user.selectOptions(screen.getByLabelText('Assigned to'), 'nobody')
  expect(screen.queryByRole('link', { name: 'Q-11111111' })).toBeNull()
  expect(screen.getByRole('link', { name: 'Q-0A1B2C3D' })).toBeDefined()
})

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
    [`GET ${ONE}`]: () => [200, ++reads === 1 ? sampleEnquiry() : now],
    [`POST ${ONE}/answer`]: () =>
      ++answers === 1
        ? refusal(409, 'enquiry_changed', 'There is a newer message. Read it before you answer.')
        : [200, { ...now, state: 'closed' }],
  })
  const { user } = open()
  await user.click(await screen.findByRole('button', { name: 'Send' }))
  expect(screen.getByText('Write the answer.')).toBeDefined()
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

it('takes an enquiry that nobody has, and cannot take another member’s', async () => {
  scriptServer({
    [`GET ${ONE}`]: [200, sampleEnquiry()],
    [`POST ${ONE}/assignee`]: [200, sampleEnquiry({ assignee: { id: idOf(9), name: 'Esi Addo' } })],
  })
  const { user } = open()
  await user.click(await screen.findByRole('button', { name: 'Take it' }))
  expect(await screen.findByText('Esi Addo')).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Give it back' })).toBeNull()
})
