// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react'
import { officeCalls } from '@sesa/contract/office'
import { expect, it } from 'vitest'
import { sampleDailyClose } from '../../testing/finance-samples.ts'
import { sampleMe } from '../../testing/samples.ts'
import { listOf, refusal, renderPage, scriptServer } from '../../testing/office.tsx'
import DailyClosesPage from './list-page.tsx'
import DailyClosePage from './page.tsx'

const ONE = '/office/api/daily-closes/2026-11-25'
const me = sampleMe(['finance'])
const open = () =>
  renderPage(<DailyClosePage />, { at: '/daily-closes/2026-11-25', route: '/daily-closes/:day', me })

it('lists the signed days and leads to the next one', async () => {
  scriptServer({
    'GET /office/api/daily-closes': listOf(officeCalls.listDailyCloses, {
      closes: [sampleDailyClose({ signedBy: 'Esi Finance' })],
      next: '2026-11-26',
    }),
  })
  renderPage(<DailyClosesPage />, { at: '/daily-closes', route: '/daily-closes', me })
  expect((await screen.findByRole('link', { name: '2026-11-26' })).getAttribute('href')).toBe(
    '/office/daily-closes/2026-11-26',
  )
  expect(screen.getByRole('gridcell', { name: 'Esi Finance' })).toBeDefined()
})

it('prepares a day that nobody has prepared, and keeps the explanation when it is refused', async () => {
  let answers = 0
  const calls = scriptServer({
    [`GET ${ONE}`]: refusal(404, 'not_found'),
    [`POST ${ONE}/prepare`]: () =>
      ++answers === 1
        ? refusal(409, 'action_refused', '2026-11-25 needs an explanation: 1 open breaks payout_missing.')
        : [200, sampleDailyClose({ preparedBy: me.name })],
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
  const close = sampleDailyClose()
  const calls = scriptServer({
    [`GET ${ONE}`]: [200, close],
    [`POST ${ONE}/sign`]: [200, { ...close, signedBy: me.name, signedAt: me.signedInAt, note: 'Compared' }],
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
