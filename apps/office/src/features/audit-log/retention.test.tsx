// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { refusal, renderPage, scriptServer } from '../../testing/office.tsx'
import { sampleMe } from '../../testing/samples.ts'
import AuditPage from './page.tsx'

it('shows the periods of each country and what each table holds', async () => {
  scriptServer({
    'GET /office/api/retention': [
      200,
      {
        countries: [
          {
            country: 'GH',
            years: 5,
            laws: [{ name: 'Act 1044', years: 5, source: 'press', asOf: '2026-11-25' }],
          },
        ],
        regimes: [
          {
            name: 'Financial records',
            isPersonal: true,
            period: 'from the transfer’s end',
            law: 'The longest law.',
            end: 'kept',
            tables: [{ table: 'transfers', purpose: 'who sent what', holds: ['name', 'money'] }],
          },
        ],
        deletions: [{ table: 'drafts', period: 'after 30 days' }],
      },
    ],
  })
  renderPage(<AuditPage />, { at: '/audit?tab=retention', me: sampleMe(['administrator']) })
  expect(await screen.findByText(/kept for 5 years/)).toBeDefined()
  expect(screen.getByRole('row', { name: /transfers who sent what Name, Money/ })).toBeDefined()
  expect(screen.getByRole('row', { name: /drafts after 30 days/ })).toBeDefined()
})

it('says when the register cannot be loaded', async () => {
  scriptServer({ 'GET /office/api/retention': refusal(503, 'unavailable') })
  renderPage(<AuditPage />, { at: '/audit?tab=retention', me: sampleMe(['administrator']) })
  expect(await screen.findByText(/the register/)).toBeDefined()
})
