// @vitest-environment happy-dom
import { fireEvent, screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { refusal, renderPage, scriptServer } from '../../testing/office.tsx'
import { sampleApproval, sampleMe } from '../../testing/samples.ts'
import FraudRulesPage from './fraud-page.tsx'
import MonitoringRulesPage from './monitoring-page.tsx'
import { changesOf, parametersOf, readTyped } from './rule-text.ts'

const me = sampleMe(['compliance'])
const SENDERS = { id: 'many-senders', look: { kind: 'many_senders', days: 14, atLeast: 4 } }
const RING = { id: 'ring', look: { kind: 'ring', days: 30, atMost: 4 } }
const SHIPPED = {
  version: 0,
  mode: 'in_force',
  rules: [SENDERS],
  author: null,
  approvedBy: null,
  reason: null,
  since: null,
}
const FIRST = {
  ...SHIPPED,
  version: 1,
  rules: [{ ...SENDERS, look: { ...SENDERS.look, atLeast: 3 } }, RING],
  author: 'Ama Boateng',
  approvedBy: 'Kofi Mensah',
  reason: 'Fewer false alarms',
  since: '2026-11-20T10:00:00.000Z',
}
const LIST = { inForce: 1, shadow: null, versions: [FIRST, SHIPPED] }

const type = (text: string) => fireEvent.change(screen.getByLabelText('Rules'), { target: { value: text } })

it('shows the rules in force with their parameters, and what a version changed', async () => {
  scriptServer({ 'GET /office/api/monitoring-rules': [200, LIST] })
  const { user } = renderPage(<MonitoringRulesPage />, { me })
  const now = within(await screen.findByRole('table', { name: 'Rules in force' }))
  expect(now.getByRole('row', { name: /many-senders/ }).textContent).toContain('days 14, atLeast 3')
  expect(screen.getByText(/^Version 1, since .* by Ama Boateng and Kofi Mensah\.$/)).toBeDefined()
  await user.selectOptions(screen.getByLabelText('Compare a version'), 'Version 1')
  const changed = within(screen.getByRole('table', { name: 'Version 1 compared with version 0' }))
  expect(changed.getByRole('row', { name: /ring/ }).textContent).toContain('No rule')
})

it('lets only rules be asked for that were tried exactly as they are', async () => {
  let tries = 0
  const calls = scriptServer({
    'GET /office/api/monitoring-rules': [200, LIST],
    'POST /office/api/monitoring-rules/try': () =>
      ++tries === 1
        ? refusal(409, 'action_refused', 'rules.0.look.days: too many')
        : [
            200,
            {
              version: 1,
              subjects: 12,
              rules: [{ ruleId: 'ring', before: 2, after: 5, insufficient: 1, examples: ['S-WP41P001'] }],
            },
          ],
    'POST /office/api/monitoring-rules': [
      201,
      { approval: sampleApproval({ title: 'Change monitoring rules' }) },
    ],
  })
  const { user } = renderPage(<MonitoringRulesPage />, { me })
  await screen.findByLabelText('Rules')
  const tryThem = () => user.click(screen.getByRole('button', { name: 'Backtest' }))
  type('half')
  await tryThem()
  expect(screen.getByText(/^Enter the rules as JSON/)).toBeDefined()
  type(JSON.stringify([RING]))
  await tryThem()
  expect((await screen.findByRole('alert')).textContent).toContain('rules.0.look.days: too many')
  expect(screen.getByLabelText('Rules')).toHaveProperty('value', JSON.stringify([RING]))
  await tryThem()
  expect((await screen.findByRole('row', { name: /ring 2 5 1/ })).textContent).toContain('S-WP41P001')
  type(JSON.stringify([SENDERS]))
  expect(screen.getByText('The rules have changed. Run the backtest again.')).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Request approval' })).toBeNull()
  type(JSON.stringify([RING]))
  await user.click(screen.getByLabelText('Shadow mode (record only)'))
  await user.click(screen.getByRole('button', { name: 'Request approval' }))
  await user.type(screen.getByLabelText('Reason'), 'Rings are what we look for')
  await user.click(screen.getByRole('button', { name: 'Send request' }))
  expect(await screen.findByText('Requested: Change monitoring rules')).toBeDefined()
  expect(calls.at(-1)?.body).toEqual({ rules: [RING], mode: 'shadow', reason: 'Rings are what we look for' })
})

it('shows what rules of fraud would have done, and offers nothing for the rules in force', async () => {
  const rules = [{ id: 'first', when: { firstTransfer: true }, then: { outcome: 'delay', minutes: 30 } }]
  scriptServer({
    'GET /office/api/fraud-rules': [200, { inForce: 0, shadow: null, versions: [{ ...SHIPPED, rules }] }],
    'POST /office/api/fraud-rules/replay': [
      200,
      {
        examined: 3,
        outcomes: [{ name: 'allow', before: 3, after: 2 }],
        rules: [],
        amounts: [],
        changedCount: 1,
        changed: [
          { reference: 'S-WP41P001', amount: 'USD 50.00', before: 'allow', after: 'refuse', ruleId: 'first' },
        ],
      },
    ],
  })
  const { user } = renderPage(<FraudRulesPage />, { me })
  await user.click(await screen.findByRole('button', { name: 'Backtest' }))
  expect(await screen.findByText('3 payments; 1 would have had another outcome.')).toBeDefined()
  expect(screen.getByRole('row', { name: /S-WP41P001 USD 50.00 allow refuse first/ })).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Request approval' })).toBeNull()
  await user.clear(screen.getByLabelText('Days to look back'))
  await user.type(screen.getByLabelText('Days to look back'), '93')
  await user.click(screen.getByRole('button', { name: 'Backtest' }))
  expect(screen.getByText('Enter 1 to 92 days.')).toBeDefined()
})

it('reads rules as a list or as the commands write them', () => {
  expect(readTyped(JSON.stringify({ rules: [RING] }))).toEqual([RING])
  expect(readTyped('[1]')).toBeNull()
  expect(readTyped('{}')).toBeNull()
})

it('writes parameters in words, and names rules that differ', () => {
  expect(parametersOf(RING)).toBe('kind ring, days 30, atMost 4')
  expect(changesOf([SENDERS, RING], [RING])).toEqual([
    { id: 'many-senders', before: 'kind many_senders, days 14, atLeast 4', after: null },
  ])
})
