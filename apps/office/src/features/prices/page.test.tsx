// @vitest-environment happy-dom
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { at, sampleApproval, sampleMe } from '../../testing/samples.ts'
import {
  catchDownloads,
  refusal,
  renderPage,
  scriptServer,
  type Answer,
  type SentCall,
} from '../../testing/office.tsx'
import PricesPage from './page.tsx'
import type { PriceList } from './price-list.ts'

const text = await readFile(
  path.resolve(import.meta.dirname, '../../../../../docs/prices.example.json'),
  'utf8',
)
const list = JSON.parse(text) as PriceList
const finance = sampleMe(['finance'])
const FEE = 'Fee, United States to Ghana, band 1'

const version = (number: number, over: object = {}) => ({
  ...{ version: number, since: at(-60), validFrom: null, by: 'Kofi Finance', approvedBy: 'Ama Boateng' },
  ...{ reason: 'Lower fees', ...over },
})
const built = version(1, { by: null, approvedBy: null, reason: null })
const prices = (inForce = 2, over: object = {}): Answer => [
  200,
  { shown: version(inForce), inForce, list, versions: [version(inForce), built], ...over },
]

const usd = (amount: number) => ({ amount, currency: 'USD' as const })
const terms = (fee: number, result: number) => ({
  ...{ pays: usd(10_000 + fee), gets: { amount: 113_850, currency: 'GHS' as const } },
  ...{ fee: usd(fee), margin: usd(100), ofMidBps: 9_900, result: usd(result) },
})
const NO_CAUTION = { warnings: [], confirm: null }
const RED = { warnings: ['US/GH from USD 0.00: the recipient gets 88.00%.'], confirm: 'US/GH 88.00%' }

/** Answers a simulation: the fee of USD 100 from the United States to Ghana, and a loss below a fee of 1. */
function simulate({ body }: SentCall): Answer {
  const { list: next, past } = body as { list: PriceList; past?: true }
  const feeOf = (one: PriceList) => Number(one.corridors['US/GH']?.card[0]?.fee) * 100
  const [now, after] = [feeOf(list), feeOf(next)]
  return [
    200,
    {
      ratesAsOf: at(-5),
      transfers: [500, 10_000, 200_000].map((amount) => ({
        ...{ sender: 'US', recipient: 'GH', sends: usd(amount), payWith: 'card', isForeignCard: false },
        ...{ now: terms(now, 50), next: terms(after, after - 100) },
      })),
      past: past
        ? {
            transfers: 412,
            isAll: true,
            now: { profit: -31_000, losses: 412 },
            next: { profit: 92_200, losses: 38 },
          }
        : null,
      caution: after > 1_000 ? RED : NO_CAUTION,
    },
  ]
}
const SERVED = {
  'GET /office/api/prices': prices(),
  'POST /office/api/prices/simulate': simulate,
}

const typeIn = async (user: ReturnType<typeof renderPage>['user'], label: string, value: string) => {
  const field = await screen.findByLabelText(label)
  await user.clear(field)
  await user.type(field, value)
}

it('shows each corridor with what the customer pays and we keep, and the last 30 days', async () => {
  scriptServer(SERVED)
  renderPage(<PricesPage />, { me: finance })
  const row = await screen.findByRole('row', { name: /^US → GH/ })
  await waitFor(() => expect(row.textContent).toContain('USD 100.49'))
  expect(row.textContent).toContain('99.0 %')
  expect((await screen.findByText(/^Last 30 days priced again/)).textContent).toContain(
    '412 transfers, profit USD 922.00',
  )
  expect(screen.queryByRole('button', { name: 'Request approval' })).toBeNull()
})

it('shows both figures while a price is typed, marks losses, and keeps a wrong text with its remedy', async () => {
  scriptServer(SERVED)
  const { user } = renderPage(<PricesPage />, { me: finance })
  const row = await screen.findByRole('row', { name: /^US → GH/ })
  await typeIn(user, FEE, '0.9')
  await waitFor(() => expect(row.textContent).toContain('New USD 100.90'))
  expect(row.textContent).toContain('Now USD 100.49')
  expect(row.textContent).toContain('loss')
  expect(screen.getByText(/-USD 310.00 → USD 922.00/)).toBeDefined()
  await user.tab()
  expect(screen.getByLabelText(FEE)).toHaveProperty('value', '0.90')
  await typeIn(user, FEE, '0.999')
  await user.tab()
  expect(screen.getByLabelText(FEE)).toHaveProperty('value', '0.999')
  expect(screen.getByText('Enter an amount, for example 0.99.')).toBeDefined()
  await user.type(screen.getByLabelText('Reason'), 'New costs')
  await user.click(screen.getByRole('button', { name: 'Request approval' }))
  expect(screen.getByRole('alert').textContent).toContain('Correct the marked values first.')
})

it('asks with a red stop typed, from a day on, and sends every other byte as it was', async () => {
  const calls = scriptServer({
    ...SERVED,
    'POST /office/api/prices': ({ body }) =>
      (body as { confirmed?: string }).confirmed === RED.confirm
        ? [201, { approval: sampleApproval({ title: 'Change prices' }) }]
        : [
            400,
            { error: { code: 'invalid_field', field: 'confirmed', message: 'Type it.', requestId: 'r' } },
          ],
  })
  const { user } = renderPage(<PricesPage />, { me: finance })
  await typeIn(user, FEE, '12')
  expect((await screen.findByText('Check these values')).closest('[role]')?.textContent).toContain('88.00%')
  await user.click(screen.getByLabelText('A later day'))
  await user.type(screen.getByLabelText('Reason'), 'The board decided it')
  const ask = screen.getByRole('button', { name: 'Request approval' })
  await user.click(ask)
  expect(screen.getAllByText('Choose the first day.').length).toBeGreaterThan(0)
  await user.type(screen.getByLabelText('First day (UTC)'), '2026-12-01')
  await user.click(ask)
  expect(await screen.findByText('Type it.')).toBeDefined()
  expect(screen.getByLabelText(FEE)).toHaveProperty('value', '12.00')
  await user.type(screen.getByLabelText('Confirmation text'), 'US/GH 88.00%')
  await user.click(ask)
  expect(await screen.findByText('Requested: Change prices')).toBeDefined()
  const sent = calls.findLast(({ call }) => call === 'POST /office/api/prices')?.body as { list: PriceList }
  expect(sent).toMatchObject({
    validFrom: '2026-12-01',
    reason: 'The board decided it',
    confirmed: RED.confirm,
  })
  const expected = text.replace(/("US\/GH"[^}]*"fee": )"0.49"/, '$1"12.00"')
  expect(JSON.stringify(sent.list)).toBe(JSON.stringify(JSON.parse(expected)))
  expect(screen.getByLabelText(FEE)).toHaveProperty('value', '0.49')
})

it('keeps edits when another list came into force, and asks only after they were compared', async () => {
  let inForce = 2
  const calls = scriptServer({
    ...SERVED,
    'GET /office/api/prices': () => prices(inForce),
    'POST /office/api/prices': [201, { approval: sampleApproval({ title: 'Change prices' }) }],
  })
  const { user } = renderPage(<PricesPage />, { me: finance })
  await typeIn(user, FEE, '2')
  await user.type(screen.getByLabelText('Reason'), 'New costs')
  inForce = 3
  await user.click(screen.getByRole('button', { name: 'Request approval' }))
  await user.click(await screen.findByRole('button', { name: 'Compare with it' }))
  expect(screen.getByLabelText(FEE)).toHaveProperty('value', '2.00')
  expect(calls.some(({ call }) => call === 'POST /office/api/prices')).toBe(false)
  await user.click(screen.getByRole('button', { name: 'Request approval' }))
  expect(await screen.findByText('Requested: Change prices')).toBeDefined()
})

it('adds a band that begins at an amount to type, and removes it again', async () => {
  scriptServer(SERVED)
  const { user } = renderPage(<PricesPage />, { me: finance })
  await user.click(await screen.findByRole('button', { name: '+ Add a band, United States to Ghana' }))
  expect(screen.getByText('Enter an amount, for example 0.99.')).toBeDefined()
  await user.type(screen.getByLabelText('From, United States to Ghana'), '500')
  expect(screen.queryByText('Enter an amount, for example 0.99.')).toBeNull()
  await user.click(screen.getByRole('button', { name: '× Remove band 2, United States to Ghana' }))
  expect(screen.queryByRole('button', { name: 'Request approval' })).toBeNull()
})

it('prices mobile money by itself, and takes the card’s prices back', async () => {
  const calls = scriptServer({
    ...SERVED,
    'POST /office/api/prices': [201, { approval: sampleApproval({ title: 'Change prices' }) }],
  })
  const { user } = renderPage(<PricesPage />, { me: finance })
  await user.click(await screen.findByLabelText('Mobile money'))
  expect(screen.queryByRole('row', { name: /^US → / })).toBeNull()
  const PERCENT = 'Fee percent, Liberia to Ghana, band 1'
  expect(screen.getByLabelText(PERCENT)).toHaveProperty('value', '3.00')
  await typeIn(user, PERCENT, '2.50')
  await user.click(screen.getByRole('button', { name: '× Remove band 1, Liberia to Sierra Leone' }))
  const row = screen.getByRole('row', { name: /^LR → SL/ })
  expect(row.textContent).toContain('as by card')
  expect(within(row).queryByRole('textbox')).toBeNull()
  expect(row.textContent).toContain('7.50')
  await user.click(screen.getByRole('button', { name: '× Remove band 1, Ghana to Liberia' }))
  await user.click(screen.getByRole('button', { name: '+ Set a price, Ghana to Liberia' }))
  await typeIn(user, 'Fee percent, Ghana to Liberia, band 1', '4.00')
  await user.type(screen.getByLabelText('Reason'), 'New contract')
  await user.click(screen.getByRole('button', { name: 'Request approval' }))
  expect(await screen.findByText('Requested: Change prices')).toBeDefined()
  const sent = calls.findLast(({ call }) => call === 'POST /office/api/prices')?.body as { list: PriceList }
  const expected = structuredClone(list)
  const { 'LR/GH': ghana, 'LR/SL': leone, 'GH/LR': liberia } = expected.corridors
  if (ghana?.momo?.[0] === undefined || leone === undefined || liberia?.card[0] === undefined)
    throw new Error('The example has no such corridor')
  ghana.momo[0].feePercent = '2.50'
  delete leone.momo
  liberia.momo = [{ ...liberia.card[0], feePercent: '4.00' }]
  expect(sent.list).toEqual(expected)
})

it('prices bank debits by themselves, with what they cost us', async () => {
  const calls = scriptServer({
    ...SERVED,
    'POST /office/api/prices': [201, { approval: sampleApproval({ title: 'Change prices' }) }],
  })
  const { user } = renderPage(<PricesPage />, { me: finance })
  await user.click(await screen.findByLabelText('Bank account'))
  expect(screen.queryByRole('row', { name: /^LR → / })).toBeNull()
  await typeIn(user, 'Margin percent, United States to Ghana, band 1', '2.25')
  await user.click(screen.getByRole('button', { name: '× Remove band 1, United States to Liberia' }))
  expect(screen.getByRole('row', { name: /^US → LR/ }).textContent).toContain('as by card')
  await user.click(screen.getByText('Provider costs'))
  await typeIn(user, 'Bank debit, at most, USD', '4.00')
  await user.type(screen.getByLabelText('Reason'), 'New contract')
  await user.click(screen.getByRole('button', { name: 'Request approval' }))
  expect(await screen.findByText('Requested: Change prices')).toBeDefined()
  const sent = calls.findLast(({ call }) => call === 'POST /office/api/prices')?.body as { list: PriceList }
  const expected = structuredClone(list)
  const { 'US/GH': ghana, 'US/LR': liberia } = expected.corridors
  if (ghana?.bank_debit?.[0] === undefined || liberia === undefined)
    throw new Error('The example has no such corridor')
  ghana.bank_debit[0].marginPercent = '2.25'
  delete liberia.bank_debit
  expected.costs.bankDebit = { percent: '0.80', most: '4.00' }
  expect(sent.list).toEqual(expected)
})

it('takes a list from a file and saves one, and refuses another file with its name', async () => {
  scriptServer(SERVED)
  const saved = catchDownloads()
  const { user } = renderPage(<PricesPage />, { me: finance })
  await screen.findByLabelText(FEE)
  await user.click(screen.getByText('File'))
  await user.click(screen.getByRole('button', { name: 'Export as JSON' }))
  expect(saved).toEqual(['prices-version-2.json'])
  const input = screen.getByLabelText('JSON file')
  await user.upload(input, new File(['half a list'], 'old.json', { type: 'application/json' }))
  expect(await screen.findByText(/^old.json is not a price list/)).toBeDefined()
  const other = text.replaceAll('"fee": "0.49"', '"fee": "3.33"')
  await user.upload(input, new File([other], 'new.json', { type: 'application/json' }))
  await waitFor(() => expect(screen.getByLabelText(FEE)).toHaveProperty('value', '3.33'))
})

it('opens a planned list beside the one in force', async () => {
  const planned = version(3, { validFrom: '2099-01-01' })
  const later = text.replaceAll('"fee": "0.49"', '"fee": "7.77"')
  scriptServer({
    ...SERVED,
    'GET /office/api/prices': ({ search }) =>
      search === '?version=3'
        ? prices(2, { shown: planned, list: JSON.parse(later) as PriceList })
        : prices(2, { versions: [planned, version(2), built] }),
  })
  const { user } = renderPage(<PricesPage />, { me: finance })
  expect(await screen.findByText(/Version 3, from 2099-01-01/)).toBeDefined()
  const [open] = screen.getAllByRole('button', { name: 'Open version 3' })
  if (open === undefined) throw new Error('No button opens the planned list')
  await user.click(open)
  await waitFor(() => expect(screen.getByLabelText(FEE)).toHaveProperty('value', '7.77'))
  await user.click(screen.getByText('History (3)'))
  expect(
    within(screen.getByRole('table', { name: 'Versions' })).getByRole('row', { name: /^1/ }).textContent,
  ).toContain('built in')
})

it('lets an administrator, who approves lists, look but not change', async () => {
  scriptServer(SERVED)
  renderPage(<PricesPage />, { me: sampleMe(['administrator']) })
  const row = await screen.findByRole('row', { name: /^US → GH/ })
  await waitFor(() => expect(row.textContent).toContain('USD 100.49'))
  expect(screen.queryByRole('textbox')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Import from JSON' })).toBeNull()
})

it('says when the prices, or their simulation, cannot be loaded', async () => {
  let fails = true
  scriptServer({
    'GET /office/api/prices': () => (fails ? refusal(500, 'internal') : prices()),
    'POST /office/api/prices/simulate': refusal(500, 'internal'),
  })
  const { user } = renderPage(<PricesPage />, { me: finance })
  const again = await screen.findByRole('button', { name: 'Try again' })
  fails = false
  await user.click(again)
  expect(await screen.findByLabelText(FEE)).toBeDefined()
  expect(await screen.findByText(/the simulation/)).toBeDefined()
})
