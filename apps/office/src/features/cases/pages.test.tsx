// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { sampleCaseEntity, sampleCasePage, sampleCasePerson } from '../../testing/compliance-samples.ts'
import { idOf, sampleMe } from '../../testing/samples.ts'
import { refusal, renderPage, scriptServer } from '../../testing/office.tsx'
import { dueText } from '../../lib/words.ts'
import CasePage from './page.tsx'

const ONE = '/office/api/cases/K-000012'
const me = sampleMe(['compliance'])
const open = () => renderPage(<CasePage />, { at: '/cases/K-000012', route: '/cases/:number', me })

it('proposes a decision with a reason, and keeps the text when it is refused', async () => {
  let answers = 0
  const calls = scriptServer({
    [`GET ${ONE}`]: [200, sampleCasePage()],
    [`POST ${ONE}/propose`]: () =>
      ++answers === 1
        ? refusal(409, 'action_refused', 'Somebody has proposed it.')
        : [
            200,
            sampleCasePage({
              pending: {
                decision: 'blocked',
                reason: 'Same person',
                exception: null,
                proposedBy: me.name,
                expiresAt: me.endsAt,
                isOutdated: false,
              },
            }),
          ],
  })
  const { user } = open()
  await user.click(await screen.findByRole('button', { name: 'Propose blocked' }))
  await user.type(screen.getByLabelText('Reason'), 'Same birth date')
  await user.click(screen.getByRole('button', { name: 'Propose' }))
  expect((await screen.findByRole('alert')).textContent).toContain('Somebody has proposed it.')
  await user.click(screen.getByRole('button', { name: 'Propose' }))
  expect(await screen.findByText('Another member confirms your proposal.')).toBeDefined()
  expect(calls.at(-1)?.body).toEqual({
    decision: 'blocked',
    reason: 'Same birth date',
    version: sampleCasePage().version,
  })
})

const pending = {
  decision: 'blocked',
  reason: 'Same person',
  exception: null,
  proposedBy: 'Kofi Mensah',
  expiresAt: me.endsAt,
  isOutdated: false,
}

it('lets another member confirm or refuse a proposal', async () => {
  const calls = scriptServer({
    [`GET ${ONE}`]: [200, sampleCasePage({ pending })],
    [`POST ${ONE}/confirm`]: [200, sampleCasePage({ state: 'reporting', decisions: [] })],
  })
  const { user } = open()
  await user.click(await screen.findByRole('button', { name: 'Confirm' }))
  await user.type(screen.getByLabelText('Reason'), 'Compared the documents')
  await user.click(screen.getAllByRole('button', { name: 'Confirm' }).at(-1) ?? document.body)
  expect(await screen.findByText('Reporting')).toBeDefined()
  expect(calls.at(-1)).toMatchObject({
    call: `POST ${ONE}/confirm`,
    body: { reason: 'Compared the documents', version: sampleCasePage().version },
  })
})

it('confirms nothing that changed after it was read, however often the button is pressed', async () => {
  const outdated = refusal(409, 'approval_outdated', 'K-000012 has changed since the proposal. Reload it.')
  const calls = scriptServer({
    [`GET ${ONE}`]: [200, sampleCasePage({ pending })],
    [`POST ${ONE}/confirm`]: outdated,
  })
  const { user } = open()
  await user.click(await screen.findByRole('button', { name: 'Confirm' }))
  await user.type(screen.getByLabelText('Reason'), 'Compared the documents')
  const confirm = within(screen.getByRole('dialog')).getByRole('button', { name: 'Confirm' })
  await user.click(confirm)
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toMatch(/has changed since the proposal\. Reload it.* reload the page/)
  await user.click(confirm)
  expect(calls.filter(({ call }) => call === `GET ${ONE}`)).toHaveLength(1)
  const versions = calls.flatMap(({ call, body }) => (call.startsWith('POST') ? [body] : []))
  expect(new Set(versions.map((body) => JSON.stringify(body))).size).toBe(1)
})

it('shows a proposal that the case has outgrown, and takes another', async () => {
  scriptServer({ [`GET ${ONE}`]: [200, sampleCasePage({ pending: { ...pending, isOutdated: true } })] })
  open()
  expect(await screen.findByText('The case has changed')).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Confirm' })).toBeNull()
  expect(screen.getByRole('button', { name: 'Propose blocked' })).toBeDefined()
})

const cells = (row: HTMLElement) =>
  within(row)
    .getAllByRole('cell')
    .map(({ textContent }) => textContent)

it('shows our recipient beside the entry, fact by fact, and the transfers that wait', async () => {
  scriptServer({ [`GET ${ONE}`]: [200, sampleCasePage()] })
  open()
  const table = await screen.findByRole('table', { name: 'Ama Invented and Ama Invented, compared' })
  expect(within(table).getAllByRole('row').slice(1).map(cells)).toEqual([
    ['Name', 'Ama Invented', 'Ama Invented', 'Agrees'],
    ['Other names', 'Ama Invented', 'A. Invented, Ama Made Up', 'Similar'],
    ['Birth date', 'Not given', '1961', 'Not given'],
    ['Country', 'Ghana', 'Liberia', 'Differs'],
    ['Wallet', '+233241112289', '', ''],
    ['Topics', '', 'sanction, crime', ''],
    ['Programmes', '', 'Invented programme', ''],
    ['Sources', '', 'invented_list', ''],
  ])
  for (const fact of [
    '0.92 (match threshold 0.7)',
    'logic-v2',
    'default, version 20261128000000-abc',
    'NK-1',
  ])
    expect(screen.getByText(fact)).toBeDefined()
  expect(screen.getByText(/so the score rests on the name/)).toBeDefined()
  const waiting = screen.getByRole('table', { name: 'Transfers on hold for this case' })
  const [transfer = ''] = cells(within(waiting).getAllByRole('row').at(1) ?? document.body)
  expect(transfer).toBe('S-WP41P001')
  expect(within(waiting).getByText('Hawa Kollie')).toBeDefined()
  expect(within(waiting).getByRole('link', { name: 'S-WP41P001' }).getAttribute('href')).toBe(
    '/office/transfers/S-WP41P001',
  )
  expect(screen.getByRole('link', { name: 'K-000003' })).toBeDefined()
})

it('shows every entry whole, however many and however long', async () => {
  const names = Array.from({ length: 40 }, (_, index) => `Ama Spelling${index} ${'x'.repeat(60)}`)
  const entities = ['NK-1', 'NK-2', 'NK-3'].map((id, index) =>
    sampleCaseEntity({
      id,
      name: `${'Long '.repeat(30)}Entry ${index}`,
      isWhole: index !== 1,
      isGone: index === 2,
      compared: [{ field: 'other_names', ours: null, theirs: names, mark: 'not_given' }],
    }),
  )
  const customer = { kind: 'customer', customer: idOf(40), tier: 2, isClosed: true, isNewData: true } as const
  scriptServer({
    [`GET ${ONE}`]: [
      200,
      sampleCasePage({ people: [sampleCasePerson({ ...customer, entities })], waiting: [] }),
    ],
  })
  open()
  expect((await screen.findAllByText(names.join(', '))).length).toBe(3)
  expect(screen.getByText('This account is closed.')).toBeDefined()
  expect(screen.getByText(/name or birth date has changed/)).toBeDefined()
  expect(screen.getByText(/weren’t stored for this match/)).toBeDefined()
  expect(screen.getByText(/The list no longer has this match/)).toBeDefined()
  expect(screen.getByText('No transfer is on hold for this case.')).toBeDefined()
  expect(screen.getByRole('link', { name: 'The customer’s page' }).getAttribute('href')).toBe(
    `/office/customers/${idOf(40)}`,
  )
})

it('shows the payments that made an alert, with the rule and its figures', async () => {
  const payment = {
    reference: 'S-WP41P001',
    sent: { amount: 5_000, currency: 'USD' },
    worth: { amount: 5_000, currency: 'USD' },
    country: 'GH',
    sender: 'Hawa Kollie',
    recipient: 'Kwame Boateng',
    chargedAt: '2026-11-26T10:00:00.000Z',
  } as const
  const alert = {
    rule: 'velocity',
    looksFor: 'At least 5 payments in 24 hours',
    measured: [{ what: 'Payments', figure: '5' }],
    at: '2026-11-26T10:00:00.000Z',
    payments: [payment],
  }
  const people = [sampleCasePerson({ kind: 'customer', customer: idOf(40), entities: [] })]
  scriptServer({
    [`GET ${ONE}`]: [200, sampleCasePage({ kind: 'monitoring', people, waiting: [], alerts: [alert] })],
  })
  open()
  expect(await screen.findByRole('heading', { name: 'Rule velocity' })).toBeDefined()
  expect(screen.getByText(/At least 5 payments in 24 hours/)).toBeDefined()
  const table = screen.getByRole('table', { name: 'Payments counted by velocity' })
  expect(within(table).getByText('Kwame Boateng')).toBeDefined()
  expect(screen.queryByText('Transfers on hold')).toBeNull()
})

it('reports without a filed report only with an exception, which the other member reads', async () => {
  const decisions = [{ decision: 'reported', means: 'its report was filed', needsException: true }]
  const asked = sampleCasePage({ state: 'reporting', decisions })
  const calls = scriptServer({
    [`GET ${ONE}`]: [200, asked],
    [`POST ${ONE}/propose`]: [
      200,
      { ...asked, pending: { ...pending, decision: 'reported', exception: 'Filed on paper, no. 12' } },
    ],
  })
  const { user } = open()
  await user.click(await screen.findByRole('button', { name: 'Propose reported' }))
  await user.type(screen.getByLabelText('Reason'), 'It was filed')
  const dialog = within(screen.getByRole('dialog'))
  await user.click(dialog.getByRole('button', { name: 'Propose' }))
  expect(calls.some(({ call }) => call.startsWith('POST'))).toBe(false)
  await user.type(dialog.getByLabelText('Exception'), 'Filed on paper, no. 12')
  await user.click(dialog.getByRole('button', { name: 'Propose' }))
  expect(await screen.findByText('Filed on paper, no. 12')).toBeDefined()
  expect(calls.at(-1)?.body).toMatchObject({ decision: 'reported', exception: 'Filed on paper, no. 12' })
})

it.each([
  ['2026-11-26T12:00:00Z', '2 hours'],
  ['2026-11-26T07:00:00Z', 'Overdue by 3 hours'],
])('a case due at %s says %s', (dueAt, text) => {
  expect(dueText(dueAt, Date.parse('2026-11-26T10:00:00Z'))).toBe(text)
})
