// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { sampleOnItsWay, sampleTreasury, sampleTreasuryEntry } from '../../testing/finance-samples.ts'
import { sampleApproval, sampleMe } from '../../testing/samples.ts'
import { refusal, renderPage, scriptServer, type SentCall } from '../../testing/office.tsx'
import TreasuryPage from './page.tsx'

const ENTRIES = '/office/api/treasury/entries'
const SERVER = {
  'GET /office/api/treasury': [200, sampleTreasury()],
  [`GET ${ENTRIES}`]: [200, { entries: [sampleTreasuryEntry()], next: null }],
  'GET /office/api/treasury/on-its-way': [
    200,
    {
      movements: [
        sampleOnItsWay(),
        sampleOnItsWay({
          account: 'card_clearing:USD',
          wallet: 'stripe//USD',
          reference: 'S-WP41P002',
          missing: 'list',
        }),
      ],
    },
  ],
} as const
const finance = sampleMe(['finance'])
const posted = (calls: readonly SentCall[]) =>
  calls.filter(({ call }) => call.startsWith('POST')).at(-1)?.body

it('shows positions with their age, the bank account and open positions', async () => {
  scriptServer(SERVER)
  renderPage(<TreasuryPage />, { me: sampleMe(['administrator']) })
  const positions = within(await screen.findByRole('grid', { name: 'Positions' }))
  const row = positions.getByRole('row', { name: /Carrier float, GHS/ }).textContent
  for (const text of ['Differs', 'GHS 51,000.00', '-GHS 1,000.00', 'mtn-momo-gh, pawapay', '3 minutes ago'])
    expect(row).toContain(text)
  expect(screen.getByText('USD 1,200.50')).toBeDefined()
  expect(screen.getByText('-USD 226.00')).toBeDefined()
  expect(screen.queryByRole('heading', { name: 'Book an entry' })).toBeNull()
})

it('leads from an account to the movements that are on its way', async () => {
  scriptServer(SERVER)
  const { user } = renderPage(<TreasuryPage />, { me: finance })
  const moving = () => within(screen.getByRole('grid', { name: 'In transit' }))
  expect(await screen.findByRole('link', { name: 'S-WP41P002' })).toBeDefined()
  expect(moving().getAllByRole('row')).toHaveLength(3)
  await user.click(screen.getByRole('button', { name: 'Carrier float, GHS' }))
  expect(screen.getByRole('heading', { name: 'In transit: Carrier float, GHS' })).toBeDefined()
  const [, row, ...more] = moving().getAllByRole('row')
  expect(more).toEqual([])
  for (const text of ['S-WP41P001', 'GHS 577.12', 'Out', 'Our books (not confirmed yet)'])
    expect(row?.textContent).toContain(text)
})

it('lists entries with both names, and loads the next page', async () => {
  const calls = scriptServer({
    ...SERVER,
    [`GET ${ENTRIES}`]: ({ search }) =>
      search.includes('cursor')
        ? [
            200,
            { entries: [sampleTreasuryEntry(2, { approvedBy: null, enteredBy: 'Yaa Boateng' })], next: null },
          ]
        : [200, { entries: [sampleTreasuryEntry()], next: sampleTreasuryEntry().id }],
  })
  renderPage(<TreasuryPage />, { me: finance })
  expect(await screen.findByRole('gridcell', { name: 'Kofi Mensah' })).toBeDefined()
  expect(await screen.findByRole('gridcell', { name: 'Yaa Boateng' })).toBeDefined()
  expect(calls.at(-1)?.search).toContain(`cursor=${sampleTreasuryEntry().id}`)
})

it('asks a second person for a top-up, and keeps what was typed when it is refused', async () => {
  let tries = 0
  const calls = scriptServer({
    ...SERVER,
    [`POST ${ENTRIES}`]: () =>
      ++tries === 1
        ? refusal(409, 'action_refused', 'FT26339 was entered for pawapay before.')
        : [201, { approval: sampleApproval({ action: 'book_treasury_entry' }) }],
  })
  const { user } = renderPage(<TreasuryPage />, { me: finance })
  await user.click(await screen.findByLabelText('Wallet top-up'))
  await user.selectOptions(screen.getByLabelText('Wallet'), 'pawapay')
  await user.selectOptions(screen.getByLabelText('Arrived in the wallet: currency'), 'GHS')
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
    [`POST ${ENTRIES}`]: [201, { approval: sampleApproval({ action: 'book_treasury_entry' }) }],
  })
  const { user } = renderPage(<TreasuryPage />, { me: finance })
  await user.click(await screen.findByLabelText('Adjustment'))
  await user.click(screen.getByRole('button', { name: 'Request approval' }))
  expect(screen.getByRole('alert').textContent).toContain('Choose an account.')
  await user.selectOptions(screen.getByLabelText('Account'), 'bank')
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
