// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { APPROVAL_ACTIONS, ROLES, type Approval } from '@sesa/contract/office'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { idOf, sampleApproval, sampleCustomer, sampleMe } from '../../testing/samples.ts'
import { refusal, renderPage, scriptServer } from '../../testing/office.tsx'
import ApprovalPage from './page.tsx'

const { id } = sampleApproval()
const USD_250 = { amount: 25_000, currency: 'USD' } as const
const PATH = `/office/api/approvals/${id}`
const NO_CAUTION = { [`GET ${PATH}/caution`]: [200, { warnings: [], confirm: null }] } as const
const at = { at: `/approvals/${id}`, route: '/approvals/:id' }

it('shows what will run, and approves it with a note', async () => {
  const calls = scriptServer({
    ...NO_CAUTION,
    [`GET ${PATH}`]: [200, sampleApproval()],
    [`POST ${PATH}/approve`]: [200, sampleApproval({ state: 'done', result: 'refund requested' })],
  })
  const { user } = renderPage(<ApprovalPage />, at)
  // By itself, among the facts, in what changes and in what runs.
  expect(await screen.findAllByText('USD 250.00')).toHaveLength(4)
  expect(screen.getByText('Refund USD 250.00 to Visa •••• 4242; afterwards we owe USD 0.00.')).toBeDefined()
  expect(screen.getByText(/b94d27b9934d/).closest('details')?.open).toBe(false)
  // The field is open, and nothing is approved without a note.
  await user.click(await screen.findByRole('button', { name: 'Approve' }))
  expect(await screen.findByText('Enter at least 3 characters.')).toBeDefined()
  expect(calls.some(({ call }) => call.startsWith('POST'))).toBe(false)
  await user.type(screen.getByLabelText('Note'), 'Checked with the bank.')
  await user.click(screen.getByRole('button', { name: 'Approve' }))
  expect(await screen.findByText('refund requested')).toBeDefined()
  expect(calls.find(({ call }) => call.startsWith('POST'))?.body).toEqual({ note: 'Checked with the bank.' })
})

it('compares the rules that are asked for with those in force, item by item', async () => {
  const rule = (own: string, atLeast: number) => ({ id: own, atLeast, days: 30 })
  const payload = { rules: [rule('ring', 3), rule('senders', 5)], mode: 'in_force' }
  scriptServer({
    ...NO_CAUTION,
    [`GET ${PATH}`]: [200, sampleApproval({ action: 'set_monitoring_rules', replaces: true, payload })],
    [`GET ${PATH}/in-force`]: [
      200,
      { values: { rules: [rule('senders', 4), rule('dormant', 1), rule('ring', 3)], mode: 'in_force' } },
    ],
  })
  renderPage(<ApprovalPage />, at)
  expect((await screen.findByRole('row', { name: /senders › at least/ })).textContent).toMatch(/45Changed$/)
  expect(screen.getByRole('row', { name: /dormant › at least/ }).textContent).toMatch(/1Removed$/)
  // The rule that only moved is no change.
  expect(screen.queryByRole('row', { name: /ring/ })).toBeNull()
})

it('shows limits in dollars, beside those in force', async () => {
  const limits = { tier: 2, sender: 'US', recipient: null, per24Hours: '300000', per30Days: '600000' }
  scriptServer({
    ...NO_CAUTION,
    [`GET ${PATH}`]: [200, sampleApproval({ action: 'set_tier_limits', replaces: true, payload: limits })],
    [`GET ${PATH}/in-force`]: [200, { values: { ...limits, per24Hours: '200000' } }],
  })
  renderPage(<ApprovalPage />, at)
  expect((await screen.findByRole('row', { name: /^Per 24 hours/ })).textContent).toContain(
    'USD 2,000.00USD 3,000.00',
  )
})

it('never offers one’s own request for approval, only to withdraw it', async () => {
  const me = sampleMe()
  scriptServer({
    ...NO_CAUTION,
    [`GET ${PATH}`]: [200, sampleApproval({ maker: { id: me.id, name: me.name }, mayDecide: false })],
  })
  renderPage(<ApprovalPage />, { ...at, me })
  expect(await screen.findByRole('button', { name: 'Withdraw' })).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Approve' })).toBeNull()
})

it('names the roles that decide when the member’s roles do not', async () => {
  scriptServer({ ...NO_CAUTION, [`GET ${PATH}`]: [200, sampleApproval({ mayDecide: false })] })
  renderPage(<ApprovalPage />, { ...at, me: sampleMe(['support']) })
  expect(
    await screen.findByText('Your roles can’t decide this. Approvers: Finance or Administrator.'),
  ).toBeDefined()
})

it('says what to do when the request is outdated, and keeps the note', async () => {
  scriptServer({
    ...NO_CAUTION,
    [`GET ${PATH}`]: [200, sampleApproval()],
    [`POST ${PATH}/approve`]: refusal(409, 'approval_outdated', 'It has changed since.'),
  })
  const { user } = renderPage(<ApprovalPage />, at)
  await user.type(await screen.findByLabelText('Note'), 'Looks right.')
  await user.click(screen.getByRole('button', { name: 'Approve' }))
  expect((await screen.findByRole('alert')).textContent).toContain('Reject this one, check the record')
  expect(screen.getByLabelText('Note')).toHaveProperty('value', 'Looks right.')
})

it('shows the approver of a price list what it changes for customers', async () => {
  const usd = (amount: number) => ({ amount, currency: 'USD' as const })
  const terms = {
    pays: usd(10_200),
    gets: usd(9_900),
    fee: usd(200),
    margin: usd(100),
    ofMidBps: 9_705,
    result: usd(150),
  }
  const list = { corridors: [] }
  const calls = scriptServer({
    ...NO_CAUTION,
    [`GET ${PATH}`]: [
      200,
      sampleApproval({ action: 'set_prices', replaces: true, entity: 'prices', payload: { list } }),
    ],
    [`GET ${PATH}/in-force`]: [200, { values: null }],
    'POST /office/api/prices/simulate': [
      200,
      {
        ratesAsOf: '2026-11-26T10:00:00.000Z',
        past: {
          ...{ transfers: 412, isAll: true },
          now: { profit: -31_000, losses: 412 },
          next: { profit: 92_200, losses: 38 },
        },
        caution: { warnings: [], confirm: null },
        transfers: [
          {
            ...{ sender: 'US', recipient: 'GH', sends: usd(10_000), payWith: 'momo', isForeignCard: false },
            ...{ now: terms, next: { ...terms, fee: usd(300), result: usd(-50) } },
          },
        ],
      },
    ],
  })
  renderPage(<ApprovalPage />, { ...at, me: sampleMe(['finance']) })
  expect(await screen.findByText(/1 of 1 examples change/)).toBeDefined()
  expect(screen.getByText(/^1 example loses more money/)).toBeDefined()
  expect(screen.getByText('Mobile money')).toBeDefined()
  expect(screen.getByText('-USD 310.00 → USD 922.00')).toBeDefined()
  expect(calls.find(({ call }) => call.endsWith('/simulate'))?.body).toEqual({ list, past: true })
})

it('shows unusual values in red, and approves them once the approver has typed them', async () => {
  const text = 'US/GH 10.00%'
  const warning = 'US/GH from USD 0.00: 10.00% of the mid rate reaches the recipient, less than 90.00%.'
  let tries = 0
  const calls = scriptServer({
    ...NO_CAUTION,
    [`GET ${PATH}`]: [
      200,
      sampleApproval({ action: 'set_prices', replaces: true, entity: 'prices', payload: { list: {} } }),
    ],
    [`GET ${PATH}/in-force`]: [200, { values: null }],
    [`GET ${PATH}/caution`]: [200, { warnings: [warning], confirm: text }],
    [`POST ${PATH}/approve`]: () =>
      ++tries === 1
        ? refusal(400, 'invalid_field', `If this is right, type: ${text}`)
        : [200, sampleApproval({ action: 'set_prices', state: 'approved' })],
  })
  const { user } = renderPage(<ApprovalPage />, { ...at, me: sampleMe(['compliance']) })
  const notice = (await screen.findByText('Unusual values')).closest('[role]')
  expect(notice?.textContent).toContain(warning)
  await user.type(screen.getByLabelText('Note'), 'Agreed with the board.')
  await user.click(screen.getByRole('button', { name: 'Approve' }))
  expect(await screen.findByText(/If this is right/)).toBeDefined()
  await user.type(screen.getByLabelText(`Type: ${text}`), text)
  await user.click(screen.getByRole('button', { name: 'Approve' }))
  await vi.waitFor(() => expect(screen.queryByRole('button', { name: 'Approve' })).toBeNull())
  const sent = calls.filter(({ call }) => call.endsWith('/approve')).map(({ body }) => body)
  expect(sent).toEqual(['', text].map((confirmed) => ({ note: 'Agreed with the board.', confirmed })))
})

it('says what only the carrying out of a refund can know', async () => {
  scriptServer({ ...NO_CAUTION, [`GET ${PATH}`]: [200, sampleApproval()] })
  renderPage(<ApprovalPage />, at)
  expect(await screen.findByText(/may still refuse it/)).toBeDefined()
})

it('shows the new threshold as an amount', async () => {
  scriptServer({
    ...NO_CAUTION,
    [`GET ${PATH}`]: [
      200,
      sampleApproval({ action: 'set_release_threshold', replaces: true, payload: { amount: '75000' } }),
    ],
    [`GET ${PATH}/in-force`]: [200, { values: { amount: '100000' } }],
  })
  renderPage(<ApprovalPage />, at)
  expect(await screen.findByRole('cell', { name: 'USD 1,000.00' })).toBeDefined()
  expect(screen.getAllByText('USD 750.00')).toHaveLength(2)
})

it('shows compliance the names of a correction before the decision, and others no name', async () => {
  const [customer, correction] = [sampleCustomer().id, idOf(77)]
  const approval = sampleApproval({
    ...{ action: 'correct_name', permission: 'names.correct', mayDecide: false },
    ...{ entity: customer, payload: { correction } },
    about: {
      ...{
        label: 'F••• K••••',
        effect: 'Correct the name of F••• K••••.',
        link: { page: 'customer', id: customer },
        state: 'Open',
      },
      ...{ amount: null, facts: [], changes: [] },
    },
  })
  const path = `GET /office/api/customers/${customer}/name/${correction}`
  const names = { customerId: customer, from: 'Fatu Kolie', to: 'Fatu Kollie' }
  const calls = scriptServer({
    ...NO_CAUTION,
    [`GET /office/api/approvals/${approval.id}`]: [200, approval],
    [path]: [200, { ...names, document: 'marriage_certificate', seen: 'Issued in Monrovia' }],
  })
  const { unmount } = renderPage(<ApprovalPage />, { ...at, me: sampleMe(['compliance']) })
  expect(await screen.findByText('Fatu Kolie')).toBeDefined()
  expect(screen.getByText('Fatu Kollie')).toBeDefined()
  expect(screen.getByText('Marriage certificate: Issued in Monrovia')).toBeDefined()
  expect(screen.getByRole('link', { name: 'F••• K••••' }).getAttribute('href')).toBe(
    `/office/customers/${customer}`,
  )
  unmount()
  const asked = calls.length
  renderPage(<ApprovalPage />, { ...at, me: sampleMe(['finance']) })
  expect(await screen.findByText(/Your roles can’t decide this/)).toBeDefined()
  expect(calls.slice(asked).map(({ call }) => call)).not.toContain(path)
})

/** Subjects of requests. No record has an id that people read. */
const LINKS: readonly NonNullable<Approval['about']['link']>[] = [
  { page: 'transfer', id: 'S-WP41P001' },
  { page: 'customer', id: idOf(40) },
  { page: 'identity_check', id: idOf(41) },
  ...(['staff', 'prices', 'corridors', 'limits', 'floats'] as const).map((page) => ({ page, id: null })),
  ...(['monitoring_rules', 'fraud_rules', 'report_profiles'] as const).map((page) => ({ page, id: null })),
]

const UUID = /[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/
let walked = 0

describe.each(APPROVAL_ACTIONS)('a request to %s', (action) => {
  const about: Approval['about'] = {
    label: 'A•• M•••••',
    effect: 'What happens on approval.',
    link: LINKS[APPROVAL_ACTIONS.indexOf(action) % LINKS.length] ?? null,
    ...{ state: 'As it was', amount: USD_250, facts: [] },
    changes: [{ label: 'The record', from: 'Before it', to: 'After it' }],
  }
  const payload = action === 'correct_name' ? { correction: idOf(78) } : {}
  const asked = sampleApproval({ action, entity: idOf(77), payload, about })

  it.each(ROLES)('can be read by %s: a name, the state now, the amount, what changes', async (role) => {
    scriptServer({
      [`GET ${PATH}`]: [200, asked],
      ...NO_CAUTION,
      [`GET /office/api/customers/${idOf(77)}/name/${idOf(78)}`]: [
        200,
        {
          ...{ customerId: idOf(77), from: 'Fatu Kolie', to: 'Fatu Kollie' },
          document: 'passport',
          seen: 'Hers',
        },
      ],
      'POST /office/api/prices/simulate': [
        200,
        {
          ...{ ratesAsOf: asked.madeAt, transfers: [], past: null },
          caution: { warnings: [], confirm: null },
        },
      ],
      'POST /office/api/monitoring-rules/try': [200, { version: 1, subjects: 14, rules: [] }],
      'POST /office/api/fraud-rules/replay': [
        200,
        { examined: 14, outcomes: [], rules: [], amounts: [], changed: [], changedCount: 1 },
      ],
    })
    renderPage(<ApprovalPage />, { ...at, me: sampleMe([role]) })
    expect(await screen.findAllByText(about.label)).not.toHaveLength(0)
    expect(screen.getByText('As it was')).toBeDefined()
    expect(screen.getByText('USD 250.00')).toBeDefined()
    expect(screen.getByText('What happens on approval.')).toBeDefined()
    expect(screen.getByRole('row', { name: /The record/ }).textContent).toContain('Before itAfter it')
    const text = document.body.textContent
    expect(text).not.toMatch(UUID)
    expect(text).not.toContain('No other values')
    walked += 1
  })
})

it('shows the approver of rules what they would have done, where the approver may try rules', async () => {
  const payload = { rules: [{ id: 'ring' }] }
  const calls = scriptServer({
    ...NO_CAUTION,
    [`GET ${PATH}`]: [200, sampleApproval({ action: 'set_fraud_rules', replaces: true, payload })],
    [`GET ${PATH}/in-force`]: [200, { values: { rules: [] } }],
    'POST /office/api/fraud-rules/replay': [
      200,
      { examined: 14, outcomes: [], rules: [], amounts: [], changed: [], changedCount: 1 },
    ],
  })
  renderPage(<ApprovalPage />, { ...at, me: sampleMe(['compliance']) })
  expect(await screen.findByText('14 payments; 1 would have had another outcome.')).toBeDefined()
  expect(calls.find(({ call }) => call.endsWith('/replay'))?.body).toEqual({ ...payload, days: 30 })
})

afterAll(() => {
  expect(walked).toBe(APPROVAL_ACTIONS.length * ROLES.length)
})
