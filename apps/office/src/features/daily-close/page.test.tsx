// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { sampleDailyClose, sampleDay } from '../../testing/finance-samples.ts'
import { sampleMe } from '../../testing/samples.ts'
import { refusal, renderPage, scriptServer } from '../../testing/office.tsx'
import DailyClosePage from './page.tsx'

const ONE = '/office/api/daily-closes/2026-11-25'
const me = sampleMe(['finance'])
const open = (day = '2026-11-25') =>
  renderPage(<DailyClosePage />, { at: `/daily-closes/${day}`, route: '/daily-closes/:day', me })
const preparedDay = (over: Parameters<typeof sampleDailyClose>[0] = {}) => ({
  ...sampleDay(),
  close: sampleDailyClose(over),
})
const lines = () => within(screen.getByRole('list', { name: 'Checklist' })).getAllByRole('listitem')

it('opens the next day to close, with the days around it', async () => {
  scriptServer({ 'GET /office/api/daily-closes/latest': [200, sampleDay()] })
  open('latest')
  expect(await screen.findByRole('heading', { level: 1, name: 'Daily close of 2026-11-25' })).toBeDefined()
  const days = within(screen.getByRole('navigation', { name: 'Days' })).getAllByRole('link')
  expect(days.map(({ textContent }) => textContent)).toEqual(['11-24Signed', '11-25Open', '11-26Today'])
  expect(days.map((day) => day.getAttribute('aria-current'))).toEqual([null, 'page', null])
  expect(days[0]?.getAttribute('href')).toBe('/office/daily-closes/2026-11-24')
})

it('leads from each open line to its problem', async () => {
  const states: Partial<Record<string, 'waiting' | 'problem'>> = {
    ...{
      compared: 'waiting',
      breaks: 'problem',
      positions: 'problem',
      figures: 'problem',
      prepared: 'waiting',
    },
  }
  const checks = sampleDay().checks.map((one) => ({ ...one, state: states[one.kind] ?? one.state }))
  scriptServer({ [`GET ${ONE}`]: [200, sampleDay({ checks })] })
  open()
  await screen.findByRole('heading', { level: 1, name: 'Daily close of 2026-11-25' })
  expect(
    lines().map((line) => [
      line.textContent?.slice(0, 8),
      within(line).queryByRole('link')?.getAttribute('href') ?? null,
    ]),
  ).toEqual([
    ['DoneDay ', null],
    ['To doPro', '/office/reconciliation'],
    ['LookBrea', '/office/reconciliation'],
    ['LookPosi', '/office/floats'],
    ['LookFigu', '/office/results?from=2026-11-25&to=2026-11-25'],
    ['To doPre', null],
    ['To doSig', null],
  ])
  expect(screen.getByText(/Explain the differences above/)).toBeDefined()
})

it('offers nothing while the day runs', async () => {
  const checks = sampleDay().checks.map((one) => ({ ...one, state: 'waiting' as const }))
  scriptServer({ [`GET ${ONE}`]: [200, sampleDay({ checks })] })
  open()
  expect(await screen.findByText('Day over')).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Prepare' })).toBeNull()
})

it('says when the day is not one, or cannot be loaded', async () => {
  scriptServer({ [`GET ${ONE}`]: refusal(404, 'not_found') })
  const { unmount } = open()
  expect(await screen.findByText('Not found')).toBeDefined()
  unmount()
  scriptServer({ [`GET ${ONE}`]: refusal(500, 'internal') })
  open()
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeDefined()
})

it('prepares a day that nobody has prepared, and keeps the explanation when it is refused', async () => {
  let answers = 0
  const calls = scriptServer({
    [`GET ${ONE}`]: [200, sampleDay()],
    [`POST ${ONE}/prepare`]: () =>
      ++answers === 1
        ? refusal(409, 'action_refused', '2026-11-25 needs an explanation: 1 open breaks payout_missing.')
        : [200, preparedDay({ preparedBy: me.name })],
  })
  const { user } = open()
  const explanation = await screen.findByLabelText('Explanation of differences (if any)')
  await user.type(explanation, 'The carrier answers tomorrow')
  await user.click(screen.getByRole('button', { name: 'Prepare' }))
  await user.type(screen.getByLabelText('Reason'), 'End of the day')
  const confirm = () => user.click(screen.getAllByRole('button', { name: 'Prepare' }).at(-1) ?? document.body)
  await confirm()
  expect((await screen.findByRole('alert')).textContent).toContain('needs an explanation')
  await confirm()
  expect(await screen.findByText('You prepared this report. Another member signs it.')).toBeDefined()
  expect(calls.at(-1)?.body).toEqual({
    reason: 'End of the day',
    explanation: 'The carrier answers tomorrow',
  })
})

it('shows the report without rows of zeros, and signs it by its digest', async () => {
  const { close, ...day } = preparedDay()
  const signed = { ...close, signedBy: me.name, signedAt: me.signedInAt, note: 'Compared' }
  const calls = scriptServer({
    [`GET ${ONE}`]: [200, { ...day, close }],
    [`POST ${ONE}/sign`]: [200, { ...day, close: signed }],
  })
  const { user } = open()
  const corridors = within(await screen.findByRole('table', { name: 'Corridors' }))
  expect(corridors.getByRole('row', { name: /US to GH/ }).textContent).toContain('USD 12.50')
  expect(screen.getByRole('row', { name: /Owed to customers, USD/ }).textContent).toContain('USD 50.00')
  expect(screen.queryByRole('row', { name: /losses:USD/ })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Sign' }))
  await user.type(screen.getByLabelText('Reason'), 'Compared')
  await user.click(screen.getAllByRole('button', { name: 'Sign' }).at(-1) ?? document.body)
  expect(await screen.findByText(/^Efua Owusu, .*: Compared$/)).toBeDefined()
  expect(calls.at(-1)?.body).toEqual({ digest: close.digest, reason: 'Compared' })
  expect(screen.queryByRole('button', { name: 'Prepare' })).toBeNull()
})
