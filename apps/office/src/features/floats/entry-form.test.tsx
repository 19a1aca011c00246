// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { sampleFloats, sampleResults, sampleWallet } from '../../testing/finance-samples.ts'
import { sampleApproval, sampleMe } from '../../testing/samples.ts'
import { refusal, renderPage, scriptServer, type Answer, type SentCall } from '../../testing/office.tsx'
import FloatsPage from './page.tsx'

const ENTRIES = '/office/api/treasury/entries'
const SERVER: Record<string, Answer> = {
  'GET /office/api/floats': [200, sampleFloats()],
  'GET /office/api/results': [200, sampleResults()],
  [`GET ${ENTRIES}`]: [200, { entries: [], next: null }],
}
const ASKED: Answer = [201, { approval: sampleApproval({ action: 'book_treasury_entry' }) }]
const finance = sampleMe(['finance'])
const posted = (calls: readonly SentCall[]) =>
  calls.filter(({ call }) => call.startsWith('POST')).at(-1)?.body

it('a planned top-up fills the form, and keeps the reference that was typed', async () => {
  const planned = (account: string, arrives: number, pays: number | null) =>
    sampleWallet({
      ...{ account, name: `${account}/GH/GHS` },
      topUp: {
        days: pays === null ? null : 5,
        arrives: { amount: arrives, currency: 'GHS' },
        pays: pays === null ? null : { amount: pays, currency: 'USD' },
      },
    })
  const wallets = [planned('pawapay', 598_000, 52_100), planned('mtn-momo-gh', 575_000, 50_000)]
  const calls = scriptServer({
    ...SERVER,
    'GET /office/api/floats': [200, sampleFloats({ wallets })],
    [`POST ${ENTRIES}`]: ASKED,
  })
  const { user } = renderPage(<FloatsPage />, { me: finance })
  expect(
    await screen.findByRole('heading', { name: 'Top-up plan: USD 1,021.00 from our bank' }),
  ).toBeDefined()
  const plan = within(screen.getByRole('table', { name: 'Top-up plan' }))
  expect(plan.getByRole('row', { name: /pawaPay, Ghana/ }).textContent).toContain(
    '5 daysGHS 5,980.00USD 521.00',
  )
  await user.click(plan.getByRole('button', { name: 'Book pawaPay, Ghana, GHS' }))
  expect(screen.getByLabelText('Arrived in the wallet')).toHaveProperty('value', '5,980.00')
  const reference = screen.getByLabelText('Reference')
  expect(document.activeElement).toBe(reference)
  await user.type(reference, 'FT26400')
  await user.click(plan.getByRole('button', { name: 'Book MTN MoMo, Ghana, GHS' }))
  expect(screen.getByLabelText('Arrived in the wallet')).toHaveProperty('value', '5,750.00')
  await user.type(screen.getByLabelText('Reason'), 'Ghana until Thursday')
  await user.click(screen.getByRole('button', { name: 'Request approval' }))
  expect(await screen.findByRole('link', { name: 'Open request' })).toBeDefined()
  expect(screen.queryByLabelText('Reference')).toBeNull()
  expect(posted(calls)).toEqual({
    entry: {
      ...{ kind: 'top_up', account: 'mtn-momo-gh', reference: 'FT26400' },
      arrived: { amount: 575_000, currency: 'GHS' },
      paid: { amount: 50_000, currency: 'USD' },
    },
    reason: 'Ghana until Thursday',
  })
})

it('moves collected money to the pay-outs of its carrier', async () => {
  const account = 'mtn-momo-lr-collection'
  const wallets = [
    sampleWallet(),
    sampleWallet({ ...{ account, name: `${account}//LRD`, country: '', currency: 'LRD' }, topUp: null }),
  ]
  const calls = scriptServer({
    ...SERVER,
    'GET /office/api/floats': [200, sampleFloats({ wallets })],
    [`POST ${ENTRIES}`]: ASKED,
  })
  const { user } = renderPage(<FloatsPage />, { me: finance, at: '/floats?book=new' })
  await user.click(await screen.findByLabelText('Wallet top-up'))
  await user.selectOptions(screen.getByLabelText('Wallet'), 'MTN MoMo collections, LRD')
  await user.type(screen.getByLabelText('Arrived with the pay-outs'), '1000')
  await user.selectOptions(screen.getByLabelText('Left the collections: currency'), 'LRD')
  await user.type(screen.getByLabelText('Left the collections'), '1010')
  await user.type(screen.getByLabelText('Reference'), 'portal 7')
  await user.type(screen.getByLabelText('Reason'), 'Pay-outs of Monday')
  await user.click(screen.getByRole('button', { name: 'Request approval' }))
  expect(await screen.findByRole('link', { name: 'Open request' })).toBeDefined()
  expect(posted(calls)).toEqual({
    entry: {
      ...{ kind: 'top_up', account, reference: 'portal 7' },
      arrived: { amount: 100_000, currency: 'LRD' },
      paid: { amount: 101_000, currency: 'LRD' },
    },
    reason: 'Pay-outs of Monday',
  })
})

it('a plan without rates leaves the amount of the bank to type', async () => {
  const topUp = { days: null, arrives: { amount: 1_500_000, currency: 'GHS' as const }, pays: null }
  scriptServer({
    ...SERVER,
    'GET /office/api/floats': [200, sampleFloats({ wallets: [sampleWallet({ topUp })] })],
  })
  renderPage(<FloatsPage />, { me: finance, at: '/floats?book=pawapay%2FGH%2FGHS' })
  expect(await screen.findByText('One largest pay-out: no forecast yet')).toBeDefined()
  expect(screen.getByRole('heading', { name: 'Top-up plan' })).toBeDefined()
  expect(screen.getByLabelText('Arrived in the wallet')).toHaveProperty('value', '15,000.00')
  expect(screen.getByLabelText('Left our bank')).toHaveProperty('value', '')
})

it('asks a second person for a top-up, and keeps what was typed when it is refused', async () => {
  let tries = 0
  const calls = scriptServer({
    ...SERVER,
    [`POST ${ENTRIES}`]: () =>
      ++tries === 1 ? refusal(409, 'action_refused', 'FT26339 was entered for pawapay before.') : ASKED,
  })
  const { user } = renderPage(<FloatsPage />, { me: finance, at: '/floats?book=new' })
  await user.click(await screen.findByLabelText('Wallet top-up'))
  await user.selectOptions(screen.getByLabelText('Wallet'), 'pawaPay, Ghana, GHS')
  await user.type(screen.getByLabelText('Arrived in the wallet'), '1000')
  await user.selectOptions(screen.getByLabelText('Left our bank: currency'), 'USD')
  await user.type(screen.getByLabelText('Left our bank'), '90.50')
  await user.type(screen.getByLabelText('Reference'), 'FT26339')
  await user.type(screen.getByLabelText('Reason'), 'Statement of November')
  await user.click(screen.getByRole('button', { name: 'Request approval' }))
  expect(await screen.findByText('FT26339 was entered for pawapay before.')).toBeDefined()
  const reference = screen.getByLabelText('Reference')
  expect(reference).toHaveProperty('value', 'FT26339')
  await user.type(reference, '1')
  await user.click(screen.getByRole('button', { name: 'Request approval' }))
  expect(await screen.findByRole('link', { name: 'Open request' })).toBeDefined()
  expect(posted(calls)).toEqual({
    entry: {
      ...{ kind: 'top_up', account: 'pawapay', reference: 'FT263391' },
      arrived: { amount: 100_000, currency: 'GHS' },
      paid: { amount: 9_050, currency: 'USD' },
    },
    reason: 'Statement of November',
  })
})

it('an adjustment of less is below zero', async () => {
  const calls = scriptServer({
    ...SERVER,
    [`POST ${ENTRIES}`]: ASKED,
  })
  const { user } = renderPage(<FloatsPage />, { me: finance, at: '/floats?book=new' })
  await user.click(await screen.findByLabelText('Adjustment'))
  await user.click(screen.getByRole('button', { name: 'Request approval' }))
  expect(screen.getByRole('alert').textContent).toContain('Choose an account.')
  await user.selectOptions(screen.getByLabelText('Account'), 'Our bank')
  await user.click(screen.getByLabelText('Less than our books say'))
  await user.selectOptions(screen.getByLabelText('Difference: currency'), 'USD')
  await user.type(screen.getByLabelText('Difference'), '12.50')
  await user.click(screen.getByLabelText('Provider fee'))
  await user.type(screen.getByLabelText('Reference'), 'INV-2026-11')
  await user.type(screen.getByLabelText('Reason'), 'Invoice of November')
  await user.click(screen.getByRole('button', { name: 'Request approval' }))
  expect(await screen.findByRole('link', { name: 'Open request' })).toBeDefined()
  expect(posted(calls)).toMatchObject({
    entry: {
      kind: 'adjustment',
      account: 'bank',
      amount: { amount: -1_250, currency: 'USD' },
      as: 'provider_fees',
    },
  })
})
