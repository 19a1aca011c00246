// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import {
  sampleFloats,
  sampleOnItsWay,
  sampleResults,
  sampleTreasuryEntry,
  sampleWallet,
} from '../../testing/finance-samples.ts'
import { sampleMe } from '../../testing/samples.ts'
import { refusal, renderPage, scriptServer, type Answer } from '../../testing/office.tsx'
import { daysText, urgencyOf } from './days-left.tsx'
import { flowsOf } from './flows.tsx'
import FloatsPage from './page.tsx'

const FLOATS = 'GET /office/api/floats'
const ENTRIES = 'GET /office/api/treasury/entries'
const BESIDE: Record<string, Answer> = {
  'GET /office/api/results': [200, sampleResults()],
  [ENTRIES]: [200, { entries: [sampleTreasuryEntry()], next: null }],
}
const finance = sampleMe(['finance'])
const ghs = (amount: number) => ({ amount, currency: 'GHS' as const })
const table = async (name: string) => within(await screen.findByRole('table', { name }))

it.each([
  { hoursLeft: null, text: 'No forecast' },
  { hoursLeft: 0, text: '0 days' },
  { hoursLeft: 11, text: '0.4 days' },
  { hoursLeft: 24, text: '1 day' },
  { hoursLeft: 75, text: '3.1 days' },
  { hoursLeft: 719, text: '29.9 days' },
  { hoursLeft: 720, text: '30+ days' },
])('says that $hoursLeft hours are $text', ({ hoursLeft, text }) =>
  expect(daysText({ hoursLeft })).toBe(text),
)

it.each([
  { state: 'enough', hoursLeft: 72, is: ['ok', 'Enough'] },
  { state: 'enough', hoursLeft: null, is: ['ok', 'Enough'] },
  { state: 'enough', hoursLeft: 71, is: ['warn', 'Under 3 days'] },
  { state: 'low', hoursLeft: 500, is: ['danger', 'Low'] },
  { state: 'empty', hoursLeft: null, is: ['danger', 'Empty'] },
  { state: 'unknown', hoursLeft: null, is: ['warn', 'Unknown'] },
] as const)('$state with $hoursLeft hours left is $is', ({ state, hoursLeft, is: [tone, word] }) =>
  expect(urgencyOf({ state, hoursLeft })).toEqual({ tone, word }),
)

it('adds up what came in, went out and was converted', () => {
  const results = sampleResults()
  expect(flowsOf({ ...results, exposure: [...results.exposure, ...results.exposure] })).toEqual([
    { currency: 'GHS', charged: '0', paidOut: '0', givenBack: '0', net: '0', converted: '100000' },
    { currency: 'USD', charged: '10000', paidOut: '0', givenBack: '5000', net: '5000', converted: '0' },
  ])
})

it('shows how long each wallet lasts, the shortest first, and both sides of our books', async () => {
  const unknown = { name: 'mtn-momo-lr/LR/LRD', state: 'unknown', balance: null, available: null } as const
  const wallets = [
    sampleWallet({
      ...unknown,
      ...{ account: 'mtn-momo-lr', country: 'LR', currency: 'LRD' },
      hoursLeft: null,
      readAt: null,
    }),
    sampleWallet({ onItsWay: ghs(57_712) }),
  ]
  scriptServer({ ...BESIDE, [FLOATS]: [200, sampleFloats({ wallets })] })
  renderPage(<FloatsPage />, { me: sampleMe(['administrator']) })
  const [, first, second] = (await table('Wallets')).getAllByRole('row')
  for (const text of [
    'pawaPay, Ghana, GHS',
    '3.1 days',
    'Low',
    'GHS 38,000.00',
    'of GHS 50,000.00',
    'GHS 577.12',
  ])
    expect(first?.textContent).toContain(text)
  for (const text of ['MTN MoMo, Liberia, LRD', 'No forecast', 'Unknown'])
    expect(second?.textContent).toContain(text)
  const position = (await table('Positions')).getByRole('row', { name: /Carrier float, GHS/ }).textContent
  for (const text of ['Differs', 'GHS 51,000.00', '-GHS 1,000.00', 'MTN MoMo, pawaPay'])
    expect(position).toContain(text)
  expect(screen.getByText('USD 1,200.50')).toBeDefined()
  expect(screen.getByText('-USD 226.00')).toBeDefined()
  expect((await table('Flows of 14 days')).getAllByRole('cell', { name: 'USD 50.00' })).toHaveLength(2)
  expect(screen.getByText('No wallet needs a top-up.')).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Book an entry' })).toBeNull()
  expect(screen.queryByText(/on hold for float/)).toBeNull()
})

it('lists the movements behind a figure that is on its way', async () => {
  const movements = [
    sampleOnItsWay(),
    sampleOnItsWay({
      ...{ account: 'card_clearing:USD', wallet: 'stripe//USD', reference: 'S-WP41P002', missing: 'list' },
    }),
  ]
  scriptServer({ ...BESIDE, [FLOATS]: [200, sampleFloats({ movements })] })
  const { unmount } = renderPage(<FloatsPage />, { me: finance })
  const moving = () => within(screen.getByRole('grid', { name: 'On its way' }))
  expect((await table('Positions')).getByRole('link', { name: 'Movements' }).getAttribute('href')).toBe(
    '/office/floats?moving=payout_float%3AGHS',
  )
  expect(moving().getAllByRole('row')).toHaveLength(3)
  unmount()
  renderPage(<FloatsPage />, { me: finance, at: '/floats?moving=payout_float%3AGHS' })
  expect(await screen.findByRole('heading', { name: 'On its way: Carrier float, GHS' })).toBeDefined()
  const [, row, ...more] = moving().getAllByRole('row')
  expect(more).toEqual([])
  for (const text of ['S-WP41P001', 'GHS 577.12', 'Out', 'Our books'])
    expect(row?.textContent).toContain(text)
})

it('sets an alert level, and keeps the amount when that is refused', async () => {
  let tries = 0
  const calls = scriptServer({
    ...BESIDE,
    [FLOATS]: [200, sampleFloats()],
    'POST /office/api/floats/alert-level': () =>
      ++tries === 1
        ? refusal(503, 'unavailable', 'Try again in a moment.')
        : [200, sampleFloats({ wallets: [sampleWallet({ alertLevel: ghs(0) })] })],
  })
  const { user } = renderPage(<FloatsPage />, { me: finance, at: '/floats?wallet=pawapay%2FGH%2FGHS' })
  const amount = await screen.findByLabelText('Alert below')
  expect(amount).toHaveProperty('value', '40,000.00')
  await user.clear(amount)
  await user.type(amount, 'much')
  await user.type(screen.getByLabelText('Reason'), 'No more alerts')
  await user.click(screen.getByRole('button', { name: 'Set' }))
  expect(screen.getByRole('alert').textContent).toContain('or 0 for no alert')
  await user.clear(amount)
  await user.type(amount, '0')
  await user.click(screen.getByRole('button', { name: 'Set' }))
  expect((await screen.findByText('Try again in a moment.')).textContent).toBeDefined()
  expect(amount).toHaveProperty('value', '0.00')
  await user.click(screen.getByRole('button', { name: 'Set' }))
  expect(await (await table('Wallets')).findByRole('cell', { name: 'GHS 0.00' })).toBeDefined()
  expect(calls.at(-1)?.body).toEqual({
    wallet: { account: 'pawapay', country: 'GH', currency: 'GHS' },
    amount: { amount: 0, currency: 'GHS' },
    reason: 'No more alerts',
  })
})

it('releases what an empty wallet stopped, and says how many', async () => {
  let stopped = 3
  const calls = scriptServer({
    ...BESIDE,
    [FLOATS]: () => [200, sampleFloats({ stopped })],
    'POST /office/api/floats/release': () => {
      stopped = 1
      return [200, { released: ['S-WP41P001', 'S-WP41P002'] }]
    },
  })
  const { user } = renderPage(<FloatsPage />, { me: finance })
  expect(await screen.findByText(/^3 transfers are/)).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Release all' }))
  await user.type(screen.getByLabelText('Reason'), 'The top-up has arrived')
  await user.click(screen.getAllByRole('button', { name: 'Release all' }).at(-1) ?? document.body)
  expect(await screen.findByText('2 transfers released')).toBeDefined()
  expect(await screen.findByText(/^1 transfer is/)).toBeDefined()
  expect(calls.find(({ call }) => call.startsWith('POST'))?.body).toEqual({
    reason: 'The top-up has arrived',
  })
})

it('lets an administrator look, but neither set nor release', async () => {
  scriptServer({ ...BESIDE, [FLOATS]: [200, sampleFloats({ stopped: 2 })] })
  renderPage(<FloatsPage />, { me: sampleMe(['administrator']), at: '/floats?wallet=pawapay%2FGH%2FGHS' })
  expect(await screen.findByText(/^2 transfers are/)).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Release all' })).toBeNull()
  expect(screen.queryByRole('link', { name: 'pawaPay, Ghana, GHS' })).toBeNull()
  expect(screen.queryByRole('dialog')).toBeNull()
})

it('lists entries with both names, and loads the next page', async () => {
  const calls = scriptServer({
    ...BESIDE,
    [FLOATS]: [200, sampleFloats()],
    [ENTRIES]: ({ search }) =>
      search.includes('cursor')
        ? [
            200,
            { entries: [sampleTreasuryEntry(2, { approvedBy: null, enteredBy: 'Yaa Boateng' })], next: null },
          ]
        : [200, { entries: [sampleTreasuryEntry()], next: sampleTreasuryEntry().id }],
  })
  renderPage(<FloatsPage />, { me: finance })
  expect(await screen.findByRole('gridcell', { name: 'Kofi Mensah' })).toBeDefined()
  expect(await screen.findByRole('gridcell', { name: 'Yaa Boateng' })).toBeDefined()
  expect(calls.some(({ search }) => search.includes(`cursor=${sampleTreasuryEntry().id}`))).toBe(true)
})

it('says when the floats cannot be loaded, and shows the rest', async () => {
  scriptServer({ ...BESIDE, [FLOATS]: refusal(500, 'internal') })
  renderPage(<FloatsPage />, { me: finance })
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeDefined()
  expect(await table('Flows of 14 days')).toBeDefined()
})
