// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { refusal, renderPage, scriptServer, type SentCall } from '../../testing/office.tsx'
import { sampleApproval, sampleMe } from '../../testing/samples.ts'
import FraudRulesPage from './fraud-page.tsx'
import MonitoringRulesPage from './monitoring-page.tsx'

const me = sampleMe(['compliance'])
const SENDERS = { id: 'many-senders', look: { kind: 'many_senders', days: 14, atLeast: 4 } }
const RING = { id: 'ring', look: { kind: 'ring', days: 30, atMost: 4 } }
const SHIPPED = {
  ...{ version: 0, mode: 'in_force', rules: [SENDERS, RING], author: null },
  ...{ approvedBy: null, reason: null, since: null },
}
const FIRST = {
  ...SHIPPED,
  ...{ version: 1, rules: [SENDERS], author: 'Ama Boateng', approvedBy: 'Kofi Mensah' },
  ...{ reason: 'Fewer false alarms', since: '2026-11-20T10:00:00.000Z' },
}
const SHADOW = { ...FIRST, version: 2, mode: 'shadow', rules: [SENDERS, RING] }
const LIST = { inForce: 1, shadow: 2, versions: [SHADOW, FIRST, SHIPPED] }

interface Rules {
  readonly rules: readonly { readonly id: string; readonly look: { readonly atLeast?: number } }[]
}
const tried = ({ body }: SentCall) =>
  [
    200,
    {
      ...{ version: 1, subjects: 4_121 },
      rules: (body as Rules).rules.map(({ id, look }) => ({
        ...{ ruleId: id, before: id === 'ring' ? null : 2, after: 10 - (look.atLeast ?? 9) },
        ...{ insufficient: 0, examples: ['S-WP41P001'] },
      })),
    },
  ] as const
const MONITORING = {
  'GET /office/api/monitoring-rules': [200, LIST],
  'POST /office/api/monitoring-rules/try': tried,
} as const

const rowOf = (id: string) => screen.findByRole('row', { name: new RegExp(`^${id} on ${id} `) })

it('shows one row for each rule with its sentence, and those that are off below', async () => {
  const calls = scriptServer(MONITORING)
  const { user } = renderPage(<MonitoringRulesPage />, { me })
  expect((await rowOf('many-senders')).textContent).toContain('different senders to one wallet in')
  expect(screen.getByLabelText('At least, many-senders')).toHaveProperty('value', '4')
  expect(screen.getByLabelText('ring on')).toHaveProperty('checked', false)
  expect(screen.getByText(/Version 1, since .* by Ama Boateng and Kofi Mensah/)).toBeDefined()
  expect(calls).toHaveLength(1)
  await user.click(screen.getByRole('button', { name: 'Count hits in 30 days' }))
  await waitFor(async () => expect((await rowOf('many-senders')).textContent).toContain('2 → 6'))
  expect(screen.queryByRole('button', { name: 'Request approval' })).toBeNull()
})

it('tries each change, and asks for exactly the rules that were tried, in shadow mode', async () => {
  const calls = scriptServer({
    ...MONITORING,
    'POST /office/api/monitoring-rules': [
      201,
      { approval: sampleApproval({ title: 'Change monitoring rules' }) },
    ],
  })
  const { user } = renderPage(<MonitoringRulesPage />, { me })
  const field = await screen.findByLabelText('At least, many-senders')
  await user.clear(field)
  expect(screen.getByText('Enter a whole number from 2 to 50.')).toBeDefined()
  await user.type(field, '3')
  await waitFor(async () => expect((await rowOf('many-senders')).textContent).toContain('2 → 7'))
  await user.click(screen.getByLabelText('ring on'))
  await waitFor(async () => expect((await rowOf('ring')).textContent).toContain('off → 1'))
  await user.click(screen.getByLabelText('Shadow mode (record only)'))
  await user.type(screen.getByLabelText('Reason'), 'Rings are what we look for')
  await user.click(screen.getByRole('button', { name: 'Request approval' }))
  expect(await screen.findByText('Requested: Change monitoring rules')).toBeDefined()
  const rules = [{ ...SENDERS, look: { ...SENDERS.look, atLeast: 3 } }, RING]
  expect(
    JSON.stringify(calls.findLast(({ call }) => call === 'POST /office/api/monitoring-rules')?.body),
  ).toBe(JSON.stringify({ rules, mode: 'shadow', reason: 'Rings are what we look for' }))
  expect(calls.findLast(({ call }) => call.endsWith('/try'))?.body).toMatchObject({ rules })
})

it('asks for no rules whose try-out fails, and keeps what was typed', async () => {
  let isDown = true
  const calls = scriptServer({
    ...MONITORING,
    'POST /office/api/monitoring-rules/try': (sent) =>
      isDown ? refusal(409, 'action_refused', 'rules.0.look.days: too many') : tried(sent),
    'POST /office/api/monitoring-rules': [201, { approval: sampleApproval() }],
  })
  const { user } = renderPage(<MonitoringRulesPage />, { me })
  const field = await screen.findByLabelText('Days, many-senders')
  await user.clear(field)
  await user.type(field, '90')
  await user.type(screen.getByLabelText('Reason'), 'A longer look')
  await user.click(screen.getByRole('button', { name: 'Request approval' }))
  expect((await screen.findAllByText(/too many/)).length).toBeGreaterThan(0)
  expect(calls.some(({ call }) => call === 'POST /office/api/monitoring-rules')).toBe(false)
  expect(field).toHaveProperty('value', '90')
  isDown = false
  await user.click(screen.getByRole('button', { name: 'Request approval' }))
  expect(await screen.findByText(/^Requested:/)).toBeDefined()
})

it('opens the shadow version beside the one in force', async () => {
  scriptServer(MONITORING)
  const { user } = renderPage(<MonitoringRulesPage />, { me })
  await screen.findByText(/^Version 2, since/)
  const [open] = screen.getAllByRole('button', { name: 'Open version 2' })
  if (open === undefined) throw new Error('No button opens the shadow version')
  await user.click(open)
  expect(screen.getByLabelText('ring on')).toHaveProperty('checked', true)
  await user.click(screen.getByRole('button', { name: 'Undo all edits' }))
  expect(screen.getByLabelText('ring on')).toHaveProperty('checked', false)
})

it('lists the payments that fraud rules would have treated differently', async () => {
  const rules = [
    { id: 'first', when: { amountAtLeast: 50_000 }, then: { outcome: 'delay', minutes: 30 } },
    { id: 'from-the-moon', when: { moonPhase: 4 }, then: { outcome: 'delay', minutes: 30 } },
  ]
  const calls = scriptServer({
    'GET /office/api/fraud-rules': [200, { inForce: 0, shadow: null, versions: [{ ...SHIPPED, rules }] }],
    'POST /office/api/fraud-rules/replay': [
      200,
      {
        ...{ examined: 3, outcomes: [], amounts: [], changedCount: 1 },
        rules: [{ name: 'first', before: 1, after: 2 }],
        changed: [
          { reference: 'S-WP41P001', amount: 'USD 50.00', before: 'allow', after: 'refuse', ruleId: 'first' },
        ],
      },
    ],
  })
  const { user } = renderPage(<FraudRulesPage />, { me })
  expect((await rowOf('from-the-moon')).textContent).toContain('moonPhase')
  const amount = screen.getByLabelText('Amount at least, first')
  await user.clear(amount)
  await user.type(amount, '1,000.5')
  await user.tab()
  expect(amount).toHaveProperty('value', '1,000.50')
  expect(await screen.findByText('3 payments; 1 would have had another outcome.')).toBeDefined()
  const changed = within(screen.getByRole('table', { name: 'Payments with another outcome' }))
  expect(changed.getByRole('row', { name: /S-WP41P001 USD 50.00 allow refuse first/ })).toBeDefined()
  expect((await rowOf('first')).textContent).toContain('1 → 2')
  expect(calls.at(-1)?.body).toMatchObject({
    days: 30,
    rules: [{ when: { amountAtLeast: 100_050 } }, rules[1]],
  })
})

it('says when the rules cannot be loaded', async () => {
  scriptServer({ 'GET /office/api/fraud-rules': refusal(500, 'internal') })
  renderPage(<FraudRulesPage />, { me })
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeDefined()
})
