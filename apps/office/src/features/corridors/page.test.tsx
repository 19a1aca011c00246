// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { CorridorState, PlannedClosing, RailRoute, WaysToPay } from '@sesa/contract/office'
import { at, sampleApproval, sampleMe } from '../../testing/samples.ts'
import { refusal, renderPage, scriptServer, type Answer } from '../../testing/office.tsx'
import { cellState } from './corridor-matrix.ts'
import CorridorsPage from './page.tsx'

const engineer = sampleMe(['engineer'])
const route = (over: Partial<RailRoute> = {}): RailRoute => ({
  ...{ country: 'GH', network: 'mtn', position: 1, rail: 'pawapay', state: 'open', words: null },
  ...{ minimum: { amount: 100, currency: 'GHS' }, maximum: { amount: 500_000, currency: 'GHS' } },
  ...over,
})
const corridor = (over: Partial<CorridorState> = {}): CorridorState => ({
  ...{
    sender: 'US',
    recipient: 'GH',
    closed: null,
    minimum: { amount: 100, currency: 'GHS' },
    maximum: null,
  },
  changed: { at: at(-90), by: 'Kofi Finance', reason: 'No licence yet' },
  ...over,
})
const closing = (over: Partial<PlannedClosing> = {}): PlannedClosing => ({
  ...{ id: '7', rail: 'pawapay', to: { country: 'GH', network: 'mtn' }, corridor: null, isRunning: false },
  ...{ from: at(600), until: at(780), words: 'Repaired until four.', plannedBy: 'Ekow', reason: 'Announced' },
  ...over,
})
const open = { open: true, reason: '', licence: '', from: '', until: '' }
const wallets = { momo: open, card: open }
const WAYS: WaysToPay = { SL: wallets, LR: wallets, GH: wallets, US: { card: open, bank_debit: open } }
const served = (
  routes: readonly RailRoute[] = [route()],
  over: { corridors?: CorridorState[]; closings?: PlannedClosing[]; allOpen?: boolean } = {},
): Record<string, Answer> => ({
  'GET /office/api/rails': [200, { routes, rails: [{ rail: 'pawapay', isSetUp: true, answeredAt: at(-3) }] }],
  'GET /office/api/corridors': [
    200,
    { allOpen: over.allOpen ?? false, corridors: over.corridors ?? [corridor()] },
  ],
  'GET /office/api/ways-to-pay': [200, { inForce: 0, ways: WAYS, versions: [] }],
  'GET /office/api/planned-closings': [200, { closings: over.closings ?? [] }],
})
const CELL = /^United States to Ghana, MTN MoMo/
const openCell = async (user: ReturnType<typeof renderPage>['user']) => {
  await user.click(await screen.findByRole('button', { name: CELL }))
  return within(screen.getByRole('dialog'))
}

it.each<[string, Parameters<typeof cellState>[0], ReturnType<typeof cellState>]>([
  [
    'nothing to its own country',
    { corridor: undefined, routes: [route()], closings: [], allOpen: false },
    null,
  ],
  [
    'why its corridor is closed, before any rail',
    { corridor: corridor({ closed: 'No licence.' }), routes: [route()], closings: [], allOpen: false },
    { tone: 'danger', state: 'Closed', why: 'No licence.' },
  ],
  [
    'that the sandbox opens it',
    { corridor: corridor({ closed: 'No licence.' }), routes: [route()], closings: [], allOpen: true },
    { tone: 'warn', state: 'Open', why: 'pawapay, in the sandbox only' },
  ],
  [
    'its first open rail',
    {
      ...{ corridor: corridor(), closings: [], allOpen: false },
      routes: [route({ state: 'down' }), route({ rail: 'mtn-momo', position: 2 })],
    },
    { tone: 'ok', state: 'Open', why: 'mtn-momo; pawapay: down' },
  ],
  [
    'why its first rail is closed when none is open',
    {
      ...{ corridor: corridor(), closings: [], allOpen: false },
      routes: [route({ state: 'off', words: 'Being repaired.' }), route({ state: 'down', position: 2 })],
    },
    { tone: 'danger', state: 'Closed', why: 'Being repaired.' },
  ],
  [
    'that no rail reaches it',
    { corridor: corridor(), routes: [], closings: [], allOpen: false },
    { tone: 'plain', state: 'No rail', why: '' },
  ],
  [
    'when a planned closing of its rail begins',
    { corridor: corridor(), routes: [route()], closings: [closing({ to: null })], allOpen: false },
    { tone: 'warn', state: 'Open', why: expect.stringMatching(/^closes /) as string },
  ],
  [
    'nothing of a closing of another network',
    {
      ...{ corridor: corridor(), routes: [route()], allOpen: false },
      closings: [closing({ to: { country: 'LR', network: 'mtn' } })],
    },
    { tone: 'ok', state: 'Open', why: 'pawapay' },
  ],
])('a cell says %s', (_what, facts, state) => {
  expect(cellState(facts)).toEqual(state)
})

it('shows support what is closed, why and by whom, without a form', async () => {
  const off = route({ state: 'off', words: 'MTN is being repaired.' })
  scriptServer(served([off], { closings: [closing()] }))
  const { user } = renderPage(<CorridorsPage />, { me: sampleMe(['support']) })
  const dialog = await openCell(user)
  expect(dialog.getByText('MTN is being repaired.')).toBeDefined()
  expect(dialog.getByText('Kofi Finance: No licence yet')).toBeDefined()
  expect(dialog.getByText(/GHS 1.00 to GHS 5,000.00/)).toBeDefined()
  expect(dialog.queryByRole('textbox')).toBeNull()
  await user.click(dialog.getByRole('button', { name: 'Close' }))
  expect(await screen.findByRole('row', { name: /^pawapay, MTN/ })).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Cancel' })).toBeNull()
  expect(screen.queryByText('Routing order')).toBeNull()
})

it('closes a rail at once, and keeps what was typed when that fails', async () => {
  let tries = 0
  const calls = scriptServer({
    ...served(),
    'POST /office/api/rails/pawapay/close': () =>
      ++tries === 1
        ? refusal(503, 'unavailable', 'Try again in a moment.')
        : [200, { routes: [route({ state: 'off' })], rails: [] }],
  })
  const { user } = renderPage(<CorridorsPage />, { me: engineer })
  const dialog = await openCell(user)
  await user.click(dialog.getByLabelText('Close'))
  await user.click(dialog.getByRole('button', { name: 'Close now' }))
  expect(dialog.getByRole('alert').textContent).toContain('Enter a message')
  await user.type(dialog.getByLabelText('Message to customers'), 'Back on Monday.')
  await user.type(dialog.getByLabelText('Reason'), 'The carrier is down')
  await user.click(dialog.getByRole('button', { name: 'Close now' }))
  expect(await dialog.findByText('Try again in a moment.')).toBeDefined()
  expect(dialog.getByLabelText('Message to customers')).toHaveProperty('value', 'Back on Monday.')
  await user.click(dialog.getByRole('button', { name: 'Close now' }))
  expect(await screen.findByText('pawapay, MTN MoMo (GH) closed')).toBeDefined()
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(calls.findLast(({ call }) => call.startsWith('POST'))?.body).toEqual({
    ...{ to: { country: 'GH', network: 'mtn' }, words: 'Back on Monday.' },
    reason: 'The carrier is down',
  })
})

it('plans a closing in UTC, and keeps what was typed when it is refused', async () => {
  let refuses = true
  const calls = scriptServer({
    ...served(),
    'POST /office/api/rails/pawapay/closings': () =>
      refuses ? refusal(409, 'action_refused', 'The closing would already be over.') : [204],
  })
  const { user } = renderPage(<CorridorsPage />, { me: engineer })
  const dialog = await openCell(user)
  await user.click(dialog.getByLabelText('Close for a time'))
  await user.type(dialog.getByLabelText('Message to customers'), 'Repaired until four.')
  await user.type(dialog.getByLabelText('Reason'), 'Announced')
  await user.click(dialog.getByRole('button', { name: 'Plan closing' }))
  expect(dialog.getByRole('alert').textContent).toContain('Enter a date and time')
  for (const [key, time] of [
    ['From', '01:00'],
    ['Until', '04:00'],
  ] as const) {
    await user.type(dialog.getByLabelText(`${key}, day`), '2026-11-29')
    await user.type(dialog.getByLabelText(`${key}, time (UTC)`), time)
  }
  await user.click(dialog.getByRole('button', { name: 'Plan closing' }))
  expect(await dialog.findByText(/already be over/)).toBeDefined()
  expect(dialog.getByLabelText('Message to customers')).toHaveProperty('value', 'Repaired until four.')
  refuses = false
  await user.click(dialog.getByRole('button', { name: 'Plan closing' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(calls.findLast(({ call }) => call.startsWith('POST'))?.body).toEqual({
    to: { country: 'GH', network: 'mtn' },
    ...{ from: '2026-11-29T01:00:00.000Z', until: '2026-11-29T04:00:00.000Z' },
    ...{ words: 'Repaired until four.', reason: 'Announced' },
  })
})

it('asks a second person to open a corridor, or to close it with words for customers', async () => {
  const calls = scriptServer({
    ...served([route()], { corridors: [corridor({ closed: 'No licence.' })] }),
    'POST /office/api/corridors/US/GH/open': [
      201,
      { approval: sampleApproval({ title: 'Open a corridor' }) },
    ],
    'POST /office/api/corridors/US/GH/close': refusal(409, 'approval_pending', 'It already waits.'),
  })
  const { user } = renderPage(<CorridorsPage />, { me: sampleMe(['finance']) })
  const dialog = await openCell(user)
  expect(dialog.getByLabelText(/^United States to Ghana/)).toHaveProperty('checked', true)
  await user.click(dialog.getByLabelText('Close'))
  await user.type(dialog.getByLabelText('Message to customers'), 'Back on Monday morning.')
  await user.type(dialog.getByLabelText('Reason'), 'The licence ended.')
  await user.click(dialog.getByRole('button', { name: 'Request approval' }))
  expect(await dialog.findByText('It already waits.')).toBeDefined()
  expect(calls.at(-1)?.body).toEqual({ words: 'Back on Monday morning.', reason: 'The licence ended.' })
  await user.click(dialog.getByLabelText('Open'))
  await user.click(dialog.getByRole('button', { name: 'Request approval' }))
  expect(await screen.findByText('Requested: Open a corridor')).toBeDefined()
})

it('asks to open a rail for all its networks', async () => {
  const calls = scriptServer({
    ...served([route({ state: 'off' })]),
    'POST /office/api/rails/pawapay/open': [201, { approval: sampleApproval({ title: 'Open a rail' }) }],
  })
  const { user } = renderPage(<CorridorsPage />, { me: engineer })
  await user.click(await screen.findByRole('button', { name: 'Change pawapay' }))
  const dialog = within(screen.getByRole('dialog'))
  await user.click(dialog.getByLabelText('Open'))
  await user.type(dialog.getByLabelText('Reason'), 'The carrier is back')
  await user.click(dialog.getByRole('button', { name: 'Request approval' }))
  expect(await screen.findByText('Requested: Open a rail')).toBeDefined()
  expect(calls.findLast(({ call }) => call.startsWith('POST'))?.body).toEqual({
    ...{ to: null, reason: 'The carrier is back' },
  })
})

it('cancels a planned closing that has not begun', async () => {
  const running = closing({
    id: '8',
    isRunning: true,
    rail: null,
    to: null,
    corridor: { sender: 'US', recipient: 'GH' },
  })
  const calls = scriptServer({
    ...served([route()], { closings: [closing(), running] }),
    'POST /office/api/planned-closings/7/cancel': [200, { closings: [running] }],
  })
  const { user } = renderPage(<CorridorsPage />, { me: engineer })
  const table = within(await screen.findByRole('table', { name: 'Planned closings' }))
  expect(table.getByRole('row', { name: /to Ghana/ }).textContent).toContain('Closed now')
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  const dialog = within(screen.getByRole('dialog'))
  await user.type(dialog.getByLabelText('Reason'), 'They moved it')
  await user.click(dialog.getByRole('button', { name: 'Cancel closing' }))
  expect(screen.queryByRole('row', { name: /^pawapay, MTN/ })).toBeNull()
  expect(calls.at(-1)?.body).toEqual({ reason: 'They moved it' })
})

it('asks a second person to route a network, starting from its rails now', async () => {
  const calls = scriptServer({
    ...served(),
    'POST /office/api/networks/route': [201, { approval: sampleApproval({ title: 'Route a network' }) }],
  })
  const { user } = renderPage(<CorridorsPage />, { me: engineer })
  await user.selectOptions(await screen.findByLabelText('Network'), 'GH/mtn')
  expect(screen.getByLabelText('First choice')).toHaveProperty('value', 'pawapay')
  await user.selectOptions(screen.getByLabelText('Second choice'), 'pawapay')
  await user.type(screen.getByLabelText('Reason'), 'Cheaper')
  await user.click(screen.getByRole('button', { name: 'Request approval' }))
  expect(screen.getByRole('alert').textContent).toContain('Choose each rail only once')
  await user.selectOptions(screen.getByLabelText('Second choice'), 'None')
  await user.click(screen.getByRole('button', { name: 'Request approval' }))
  expect(await screen.findByText('Requested: Route a network')).toBeDefined()
  expect(calls.findLast(({ call }) => call.startsWith('POST'))?.body).toEqual({
    ...{ to: { country: 'GH', network: 'mtn' }, rails: ['pawapay'], reason: 'Cheaper' },
  })
})

it('recovers lost transfers from the address that a runbook names, and refuses a time without its zone', async () => {
  const calls = scriptServer({
    ...served(),
    'POST /office/api/adoptions': [201, { approval: sampleApproval({ title: 'Recover lost transfers' }) }],
  })
  const { user } = renderPage(<CorridorsPage />, { me: engineer, at: '/corridors#lost-transfers' })
  const dialog = within(await screen.findByRole('dialog'))
  await user.type(dialog.getByLabelText('Lost since'), '2026-11-26 02:30')
  await user.type(dialog.getByLabelText('Minutes to wait'), '30')
  await user.type(dialog.getByLabelText('Reason'), 'Restored the backup')
  await user.click(dialog.getByRole('button', { name: 'Request approval' }))
  expect(dialog.getByRole('alert').textContent).toContain(
    'Enter a UTC time, for example 2026-11-26T02:30:00Z.',
  )
  await user.clear(dialog.getByLabelText('Lost since'))
  await user.type(dialog.getByLabelText('Lost since'), '2026-11-26T02:30:00Z')
  await user.click(dialog.getByRole('button', { name: 'Request approval' }))
  expect(await screen.findByText('Requested: Recover lost transfers')).toBeDefined()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(calls.at(-1)?.body).toMatchObject({ since: '2026-11-26T02:30:00Z', waitMinutes: 30 })
  await user.click(screen.getByText('More'))
  await user.click(screen.getByRole('button', { name: 'Recover lost transfers' }))
  expect(screen.getByRole('dialog')).toBeDefined()
})

it('offers the recovery to nobody else', async () => {
  scriptServer(served())
  renderPage(<CorridorsPage />, { me: sampleMe(['finance']), at: '/corridors#lost-transfers' })
  expect(await screen.findByRole('button', { name: CELL })).toBeDefined()
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(screen.queryByText('More')).toBeNull()
})

it('asks a second person to close a way to pay, with words for customers, from a day on', async () => {
  const calls = scriptServer({
    ...served(),
    'POST /office/api/ways-to-pay': [201, { approval: sampleApproval({ title: 'Change ways to pay' }) }],
  })
  const { user } = renderPage(<CorridorsPage />, { me: sampleMe(['finance']) })
  await user.selectOptions(await screen.findByLabelText('State, Ghana, mobile money'), 'Closed')
  await user.type(screen.getByLabelText('Licence, United States, bank account'), 'MSB 5')
  await user.type(screen.getByLabelText('Message to customers, Ghana, mobile money'), 'Back on Monday.')
  await user.type(screen.getByLabelText('Licence, Liberia, mobile money'), 'CBL 7')
  await user.type(screen.getByLabelText('First day, Liberia, mobile money'), '1 May')
  expect(screen.getByText('Enter a day, for example 2026-12-01.')).toBeDefined()
  await user.clear(screen.getByLabelText('First day, Liberia, mobile money'))
  await user.type(screen.getByLabelText('First day, Liberia, mobile money'), '2027-05-01')
  const form = within(screen.getByText('Ask for this change').closest('section') ?? document.body)
  await user.click(form.getByLabelText('A later day'))
  await user.type(form.getByLabelText('First day (UTC)'), '2027-04-01')
  await user.type(form.getByLabelText('Reason'), 'The contract ends')
  await user.click(form.getByRole('button', { name: 'Request approval' }))
  expect(await screen.findByText('Requested: Change ways to pay')).toBeDefined()
  expect(calls.findLast(({ call }) => call.startsWith('POST'))?.body).toEqual({
    ways: {
      ...WAYS,
      GH: { card: open, momo: { ...open, open: false, reason: 'Back on Monday.' } },
      LR: { card: open, momo: { ...open, licence: 'CBL 7', from: '2027-05-01' } },
      US: { card: open, bank_debit: { ...open, licence: 'MSB 5' } },
    },
    ...{ validFrom: '2027-04-01', reason: 'The contract ends' },
  })
  expect(screen.getByLabelText('State, Ghana, mobile money')).toHaveProperty('value', 'true')
})

it('shows ways to pay to support, with those of a later day, without a form', async () => {
  const later = {
    ...WAYS,
    US: { ...WAYS.US, card: { ...open, open: false, reason: 'No cards from Monday.' } },
  }
  const version = { version: 3, since: at(-60), validFrom: '2099-01-01', by: 'Kofi', approvedBy: 'Ama' }
  scriptServer({
    ...served(),
    'GET /office/api/ways-to-pay': [
      200,
      { inForce: 0, ways: WAYS, versions: [{ ...version, reason: 'Announced', ways: later }] },
    ],
  })
  const { user } = renderPage(<CorridorsPage />, { me: sampleMe(['support']) })
  const row = await screen.findByRole('row', { name: /^United States, card/ })
  expect(row.textContent).toContain('Open')
  await user.click(screen.getByRole('button', { name: 'Open version 3' }))
  expect(screen.getByText('No cards from Monday.')).toBeDefined()
  expect(within(row).queryByRole('textbox')).toBeNull()
})

it('says when the rails cannot be loaded', async () => {
  scriptServer({ ...served(), 'GET /office/api/rails': refusal(500, 'internal') })
  renderPage(<CorridorsPage />, { me: engineer })
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeDefined()
})
