// @vitest-environment happy-dom
import { fireEvent, screen, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { sampleResults } from '../../testing/finance-samples.ts'
import { sampleMe } from '../../testing/samples.ts'
import { refusal, renderPage, scriptServer } from '../../testing/office.tsx'
import ResultsPage from './page.tsx'

const RESULTS = 'GET /office/api/results'
const me = sampleMe(['finance'])

it('shows the last seven days: sums, each day and corridor, and open positions', async () => {
  const calls = scriptServer({ [RESULTS]: [200, sampleResults()] })
  renderPage(<ResultsPage />, { me })
  expect(await screen.findByRole('heading', { name: '2026-11-19 to 2026-11-25' })).toBeDefined()
  expect(calls[0]?.search).toBe('')
  expect(
    screen.getByText(
      'Transfers: 2 charged, 1 paid out, 1 refunded, 0 repaid off card, 0 disputed. Reversed amounts are deducted.',
    ),
  ).toBeDefined()
  const sums = within(screen.getByRole('table', { name: 'Totals by currency' }))
  expect(sums.getByRole('row', { name: /Provider fees/ }).textContent).toContain('-USD 3.50')
  const rows = within(screen.getByRole('grid', { name: 'Results by day and corridor' }))
  expect(rows.getByRole('gridcell', { name: 'US to GH' })).toBeDefined()
  expect(rows.getByRole('gridcell', { name: 'Signed' })).toBeDefined()
  const exposure = within(screen.getByRole('grid', { name: 'Open positions by day' }))
  expect(exposure.getByRole('gridcell', { name: '-GHS 570.00' })).toBeDefined()
})

it('asks for another period, and keeps its dates when they are refused', async () => {
  const calls = scriptServer({
    [RESULTS]: ({ search }) =>
      search === '' ? [200, sampleResults()] : refusal(409, 'action_refused', 'Choose at most 92 days.'),
  })
  const { user } = renderPage(<ResultsPage />, { me })
  await screen.findByRole('heading', { name: '2026-11-19 to 2026-11-25' })
  const from = screen.getByLabelText('From')
  expect(from).toHaveProperty('value', '2026-11-19')
  fireEvent.change(from, { target: { value: '2026-01-01' } })
  await user.click(screen.getByRole('button', { name: 'Show' }))
  expect(await screen.findByText(/Choose at most 92 days/)).toBeDefined()
  expect(from).toHaveProperty('value', '2026-01-01')
  expect(calls.at(-1)?.search).toBe('?from=2026-01-01&to=2026-11-25')
})

it('saves the files that the server makes, or says why there is none', async () => {
  const saved: { name: string; text: Promise<string> }[] = []
  let blob = new Blob()
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: (made: Blob) => ((blob = made), 'blob:x') }))
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push({ name: this.download, text: blob.text() })
  })
  const calls = scriptServer({
    [RESULTS]: [200, sampleResults()],
    'GET /office/api/results/file': ({ search }) =>
      search.includes('journal')
        ? refusal(409, 'action_refused', '2026-11-25 is not signed.')
        : [200, { name: 'results.csv', text: '\u{feff}Day (UTC)\r\n' }],
  })
  const { user } = renderPage(<ResultsPage />, { me })
  await user.click(await screen.findByRole('button', { name: 'Profit and loss as CSV' }))
  await vi.waitFor(() => expect(saved).toHaveLength(1))
  expect(saved[0]?.name).toBe('results.csv')
  expect((await saved[0]?.text)?.replace('\u{feff}', '')).toBe('Day (UTC)\r\n')
  expect(calls.at(-1)?.search).toBe('?from=2026-11-19&to=2026-11-25&file=results')
  await user.click(screen.getByRole('button', { name: 'Accounting journal' }))
  expect(await screen.findByText(/2026-11-25 is not signed/)).toBeDefined()
  expect(saved).toHaveLength(1)
})
