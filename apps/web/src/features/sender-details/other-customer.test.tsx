// @vitest-environment happy-dom
import { calls, type SenderDetails } from '@sesa/contract'
import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { bootAnswer, newApi, openApp } from '../../testing/app.tsx'
import { sampleProfile, sampleUser } from '../../testing/samples.ts'

it('never sends details of a customer to the account that signed in on the same device since', async () => {
  const api = newApi()
  const details: SenderDetails = {
    ...{
      nationality: 'LR',
      country: 'LR',
      addressLine: '12 Broad Street',
      postalCode: null,
      city: 'Monrovia',
    },
    ...{ identificationType: 'passport', identificationEnding: '345', occupation: null },
    updatedAt: new Date().toISOString(),
  }
  api.answer(calls.getSenderDetails, { details })
  const { user } = await openApp({ at: '/me/sender-details', api })
  await user.type(await screen.findByLabelText('ID number'), 'LR7654321')
  const other = sampleUser({ uid: '22222222-2222-4222-8222-222222222222', phoneNumber: '+231770999999' })
  const profile = sampleProfile({ name: 'Moses Weah', phoneNumber: '+231770999999' })
  api.refuse(calls.putSenderDetails, 'unauthenticated')
  const expiresAt = new Date(Date.now() + 3_600_000).toISOString()
  api.answer(calls.refreshToken, { idToken: 'theirs', expiresAt, user: other })
  api.answer(calls.boot, bootAnswer({ profile, user: other }))
  api.answer(calls.getSenderDetails, { details: null })
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('Street address').value).toBe(''))
  expect(screen.getByLabelText<HTMLInputElement>('ID number').value).toBe('')
  expect(api.sent(calls.putSenderDetails)).toHaveLength(1)
})
