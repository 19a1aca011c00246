// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { sampleCase, sampleCasePage, sampleMe } from '../../testing/samples.ts'
import { refusal, renderPage, scriptServer } from '../../testing/office.tsx'
import { dueText } from '../../lib/words.ts'
import CasesPage from './list-page.tsx'
import CasePage from './page.tsx'

const ONE = '/office/api/cases/K-000012'
const me = sampleMe(['compliance'])
const open = () => renderPage(<CasePage />, { at: '/cases/K-000012', route: '/cases/:number', me })

it('lists cases, asks the server for one kind, and opens a case by keyboard', async () => {
  const calls = scriptServer({ 'GET /office/api/cases': [200, { cases: [sampleCase()], next: null }] })
  const { user, place } = renderPage(<CasesPage />, { at: '/cases', route: '/cases', me })
  expect(await screen.findByRole('link', { name: 'K-000012' })).toBeDefined()
  await user.selectOptions(screen.getByLabelText('Kind'), 'monitoring')
  expect(await screen.findByRole('link', { name: 'K-000012' })).toBeDefined()
  expect(calls.at(-1)?.search).toBe('?kind=monitoring')
  screen.getByRole('gridcell', { name: 'K-000012' }).focus()
  await user.keyboard('{Enter}')
  expect(place()).toBe('/cases/K-000012')
})

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
                proposedBy: me.name,
                expiresAt: me.endsAt,
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
  expect(await screen.findByText('You proposed it, so another member confirms it.')).toBeDefined()
  expect(calls.at(-1)?.body).toEqual({ decision: 'blocked', reason: 'Same birth date' })
})

it('lets another member confirm or refuse a proposal', async () => {
  const pending = {
    decision: 'blocked',
    reason: 'Same person',
    proposedBy: 'Kofi Mensah',
    expiresAt: me.endsAt,
  }
  const calls = scriptServer({
    [`GET ${ONE}`]: [200, sampleCasePage({ pending })],
    [`POST ${ONE}/confirm`]: [200, sampleCasePage({ state: 'reporting', decisions: [] })],
  })
  const { user } = open()
  await user.click(await screen.findByRole('button', { name: 'Confirm' }))
  await user.type(screen.getByLabelText('Reason'), 'Compared the documents')
  await user.click(screen.getAllByRole('button', { name: 'Confirm' }).at(-1) ?? document.body)
  expect(await screen.findByText('Reporting')).toBeDefined()
  expect(calls.at(-1)?.call).toBe(`POST ${ONE}/confirm`)
})

it.each([
  ['2026-11-26T12:00:00Z', '2 hours'],
  ['2026-11-26T07:00:00Z', 'Overdue by 3 hours'],
])('a case due at %s says %s', (dueAt, text) => {
  expect(dueText(dueAt, Date.parse('2026-11-26T10:00:00Z'))).toBe(text)
})
