// @vitest-environment happy-dom
import { fireEvent, screen, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { sampleResults } from '../../testing/finance-samples.ts'
import { sampleMe } from '../../testing/samples.ts'
import { refusal, renderPage, scriptServer } from '../../testing/office.tsx'
import ResultsPage from './page.tsx'

// The charts have tests of their own.
vi.mock('../../parts/charts/money-charts.tsx', () => ({ ProfitByDay: () => null }))

const RESULTS = 'GET /office/api/results'
const me = sampleMe(['finance'])

const BEFORE = { from: '2026-11-12', to: '2026-11-18' }

it('shows the corridors of the last seven days against the week before, and their sums', async () => {
  const { rows, total, ...results } = sampleResults()
  const calls = scriptServer({
    [RESULTS]: ({ search }) =>
      search === ''
        ? [200, { ...results, rows, total }]
        : [200, { ...results, ...BEFORE, total, rows: [{ ...rows[0], charged: 5, inDollars: '450' }] }],
  })
  renderPage(<ResultsPage />, { me })
  expect(await screen.findByRole('heading', { name: '2026-11-19 to 2026-11-25' })).toBeDefined()
  expect(screen.getByText(/^Transfers: 2 charged, 1 paid out, 1 refunded/)).toBeDefined()
  const sums = within(screen.getByRole('table', { name: 'Totals by currency' }))
  expect(sums.getByRole('row', { name: /Provider fees/ }).textContent).toContain('-USD 3.50')
  const corridors = within(screen.getByRole('table', { name: 'Corridors' }))
  expect(await corridors.findByText('was 5')).toBeDefined()
  const row = corridors.getByRole('row', { name: /US to GH/ })
  for (const text of ['2was 5', 'USD 9.00was USD 4.50']) expect(row.textContent).toContain(text)
  const link = within(row).getByRole('link', { name: '2' })
  expect(decodeURIComponent(link.getAttribute('href') ?? '')).toBe(
    '/office/transfers?filter=corridor:us-gh+2026-11-19..2026-11-25',
  )
  expect(within(row).getAllByRole('link')).toHaveLength(3)
  expect(calls.map(({ search }) => search)).toEqual(['', '?from=2026-11-12&to=2026-11-18'])
})

it('shows the period without what it cannot compare, and without links to transfers that the member may not read', async () => {
  scriptServer({
    [RESULTS]: ({ search }) =>
      search === '?from=2026-11-19&to=2026-11-25'
        ? [200, sampleResults()]
        : refusal(409, 'action_refused', 'The month of 2026-11-12 is archived.'),
  })
  renderPage(<ResultsPage />, {
    me: sampleMe(['administrator']),
    at: '/results?from=2026-11-19&to=2026-11-25',
  })
  expect(await screen.findByText(/nothing is compared/)).toBeDefined()
  const row = within(screen.getByRole('table', { name: 'Corridors' })).getByRole('row', { name: /US to GH/ })
  expect(row.textContent).toBe('US to GH21100USD 9.00')
  expect(within(row).queryByRole('link')).toBeNull()
})

it('asks for another period, and keeps its dates when they are refused', async () => {
  const calls = scriptServer({
    [RESULTS]: ({ search }) =>
      search.includes('2026-01-01')
        ? refusal(409, 'action_refused', 'Choose at most 92 days.')
        : [200, sampleResults()],
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
