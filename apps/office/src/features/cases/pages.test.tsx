// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { sampleCaseEntity, sampleCasePage, sampleCasePerson } from '../../testing/compliance-samples.ts'
import { idOf, sampleMe } from '../../testing/samples.ts'
import { refusal, renderPage, scriptServer } from '../../testing/office.tsx'
import { dueText, dueTone } from '../../lib/words.ts'
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
  // None is chosen beforehand.
  for (const radio of await screen.findAllByRole('radio')) expect(radio).toHaveProperty('checked', false)
  await user.selectOptions(screen.getByLabelText(/^Why/), 'Country differs')
  await user.type(screen.getByLabelText('Reason'), 'But the same birth date')
  await user.click(screen.getByRole('button', { name: 'Propose' }))
  expect((await screen.findByRole('alert')).textContent).toContain('Choose a decision.')
  await user.click(screen.getByRole('radio', { name: /^Blocked/ }))
  await user.click(screen.getByRole('button', { name: 'Propose' }))
  await screen.findByText(/Somebody has proposed it/)
  expect((await screen.findByRole('alert')).textContent).toContain('Somebody has proposed it.')
  await user.click(screen.getByRole('button', { name: 'Propose' }))
  expect(await screen.findByText('Another member confirms your proposal.')).toBeDefined()
  expect(calls.at(-1)?.body).toEqual({
    decision: 'blocked',
    reason: 'Country differs: But the same birth date',
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
  expect(await screen.findByRole('heading', { name: 'Kofi Mensah proposes “Blocked”' })).toBeDefined()
  expect(screen.getByRole('table', { name: /compared/ })).toBeDefined()
  expect(screen.queryByRole('radio')).toBeNull()
  await user.type(screen.getByLabelText('Reason'), 'Compared the documents')
  await user.click(screen.getByRole('button', { name: 'Confirm' }))
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
  await user.type(await screen.findByLabelText('Reason'), 'Compared the documents')
  const confirm = screen.getByRole('button', { name: 'Confirm' })
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
  expect(screen.getByRole('radio', { name: /^Blocked/ })).toBeDefined()
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
    ['Name', 'Ama Invented', 'Ama Invented', '= same'],
    ['Other names', 'Ama Invented', 'A. Invented, Ama Made Up', '= samenearly'],
    ['Birth date', 'not given', '1961', '? unknown'],
    ['Country', 'Ghana', 'Liberia', '≠ differs'],
    ['Wallet', '+233241112289', '', ''],
    ['Programmes', '', 'Invented programme', ''],
  ])
  for (const fact of ['default, version 20261128000000-abc', 'NK-1', 'invented_list'])
    expect(screen.getByText(fact)).toBeDefined()
  expect(screen.getByText('Score 0.92 rests on the name alone')).toBeDefined()
  expect(screen.getByText('(match threshold 0.70, logic-v2, list of 28 Nov 2026)')).toBeDefined()
  expect(screen.getByText('3 transfers from 2 senders · no report')).toBeDefined()
  const waiting = screen.getByRole('list', { name: 'Transfers on hold for this case' })
  expect(waiting.textContent).toContain('USD 50.00 waits: S-WP41P001 from Hawa Kollie')
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
      score: [0.95, 0.8, 0.92][index] ?? 0,
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
  const { user } = open()
  const tabs = await screen.findAllByRole('tab')
  // The strongest first.
  expect(tabs.map(({ textContent }) => textContent.slice(0, 4))).toEqual(['0.95', '0.92', '0.80'])
  for (const [index, tab] of tabs.entries()) {
    await user.click(tab)
    expect(screen.getByText(names.join(', '))).toBeDefined()
    expect(screen.queryByText(/weren’t stored for this match/) !== null).toBe(index === 2)
    expect(screen.queryByText(/The list no longer has this match/) !== null).toBe(index === 1)
  }
  expect(screen.getByText('This account is closed.')).toBeDefined()
  expect(screen.getByText(/name or birth date has changed/)).toBeDefined()
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
  expect(within(table).getByText('Hawa Kollie → Kwame Boateng, Ghana')).toBeDefined()
  expect(screen.getByText('Measured: payments 5.')).toBeDefined()
  expect(screen.queryByText(/on hold for this case/)).toBeNull()
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
  await user.click(await screen.findByRole('radio', { name: /^Reported/ }))
  await user.type(screen.getByLabelText('Reason'), 'It was filed')
  await user.click(screen.getByRole('button', { name: 'Propose' }))
  expect(calls.some(({ call }) => call.startsWith('POST'))).toBe(false)
  await user.type(screen.getByLabelText('Exception'), 'Filed on paper, no. 12')
  await user.click(screen.getByRole('button', { name: 'Propose' }))
  expect(await screen.findByText('Filed on paper, no. 12')).toBeDefined()
  expect(calls.at(-1)?.body).toMatchObject({ decision: 'reported', exception: 'Filed on paper, no. 12' })
})

it.each([
  ['2026-11-26T12:00:00Z', '2 hours'],
  ['2026-11-26T07:00:00Z', 'Overdue by 3 hours'],
])('a case due at %s says %s', (dueAt, text) => {
  expect(dueText(dueAt, Date.parse('2026-11-26T10:00:00Z'))).toBe(text)
})

it('waits with a case, which leaves its deadline', async () => {
  const until = new Date(Date.now() + 4 * 3_600_000).toISOString()
  const calls = scriptServer({
    [`GET ${ONE}`]: [200, sampleCasePage()],
    [`POST ${ONE}/wait`]: [200, sampleCasePage({ waitUntil: until })],
  })
  const { user } = open()
  await user.click(await screen.findByRole('button', { name: 'Wait until…' }))
  const dialog = within(screen.getByRole('dialog'))
  expect(dialog.getByText(/Its deadline stays/)).toBeDefined()
  expect(dialog.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(['1 hour', '4 hours'])
  await user.selectOptions(dialog.getByLabelText('Until'), '4 hours')
  await user.type(dialog.getByLabelText('Reason'), 'The bank answers today')
  await user.click(dialog.getByRole('button', { name: 'Wait' }))
  expect(await screen.findByText(/^Waits until/)).toBeDefined()
  const sent = calls.at(-1)?.body as { until: string; reason: string }
  expect(sent.reason).toBe('The bank answers today')
  expect(Date.parse(sent.until)).toBeLessThan(Date.parse(sampleCasePage().dueAt))
})

it.each([
  ['2026-11-26T00:00:00Z', 'plain'],
  ['2026-11-26T17:59:00Z', 'plain'],
  ['2026-11-26T18:00:00Z', 'warn'],
  ['2026-11-27T00:00:00Z', 'warn'],
  ['2026-11-27T00:00:01Z', 'danger'],
])('a deadline of a day from midnight is at %s %s', (now, tone) => {
  expect(dueTone('2026-11-26T00:00:00Z', '2026-11-27T00:00:00Z', Date.parse(now))).toBe(tone)
})
