// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { refusal, renderPage, scriptServer } from '../../testing/office.tsx'
import { at, sampleMe } from '../../testing/samples.ts'
import { ManualPayouts } from './manual-payouts.tsx'

const LIST = '/office/api/manual-payouts'
const payout = {
  ...{ reference: 'S-0A1B2C3D', country: 'GH', network: 'mtn', phone: '+233241230001' },
  ...{ amount: { amount: 5_000, currency: 'GHS' }, askedAt: at(-30) },
}

it('reads nothing before it is asked to, and records a pay-out as paid with the carrier’s number', async () => {
  let waiting = [payout]
  const calls = scriptServer({
    [`GET ${LIST}`]: () => [200, { payouts: waiting }],
    [`POST ${LIST}/S-0A1B2C3D/end`]: () => {
      waiting = []
      return [204]
    },
  })
  const { user } = renderPage(<ManualPayouts />, { me: sampleMe(['engineer']) })
  expect(calls).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Show manual pay-outs' }))
  const row = await screen.findByRole('row', { name: /S-0A1B2C3D/ })
  expect(row.textContent).toContain('GHS 50.00')
  await user.click(within(row).getByRole('button', { name: 'Paid' }))
  const dialog = within(screen.getByRole('dialog'))
  await user.type(dialog.getByLabelText('Carrier’s payment number'), 'MP 4711')
  await user.click(dialog.getByRole('button', { name: 'Record as paid' }))
  expect(await screen.findByText('No manual pay-outs are due.')).toBeDefined()
  expect(calls.find(({ call }) => call.startsWith('POST'))?.body).toEqual({
    outcome: 'paid',
    reason: 'MP 4711',
  })
})

it('keeps the reason of a failed one when the office refuses it', async () => {
  scriptServer({
    [`GET ${LIST}`]: [200, { payouts: [payout] }],
    [`POST ${LIST}/S-0A1B2C3D/end`]: () =>
      refusal(409, 'action_refused', 'S-0A1B2C3D has no manual pay-out due.'),
  })
  const { user } = renderPage(<ManualPayouts />, { me: sampleMe(['engineer']) })
  await user.click(screen.getByRole('button', { name: 'Show manual pay-outs' }))
  await user.click(await screen.findByRole('button', { name: 'Failed' }))
  const dialog = within(screen.getByRole('dialog'))
  await user.type(dialog.getByLabelText('Reason'), 'The wallet is closed')
  await user.click(dialog.getByRole('button', { name: 'Record as failed' }))
  expect((await dialog.findByRole('alert')).textContent).toContain('manual pay-out due')
  expect(dialog.getByLabelText('Reason')).toHaveProperty('value', 'The wallet is closed')
})
