// @vitest-environment happy-dom
import { waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import {
  continueButton,
  errorSummary,
  expectError,
  openDetails,
  recipientName,
  recipientPhone,
  sendAmount,
  TO_AMA,
} from '../testing/details.ts'

it.each([
  ['no amount', { sendAmount: '', receiveAmount: '' }, sendAmount, 'Enter an amount.'],
  ['an invalid number', { phone: '+23324123' }, recipientPhone, 'Your phone number is not valid'],
  [
    'a landline',
    { phone: '+233302123456' },
    recipientPhone,
    'This isn’t a mobile number. Enter a mobile number.',
  ],
  ['no number', { phone: '' }, recipientPhone, 'Enter the recipient’s mobile number.'],
  ['no name', { name: '' }, recipientName, 'Enter the recipient’s full name.'],
  ['a name of digits', { name: '12345' }, recipientName, /Enter the full name, using letters/],
] as const)('refuses %s, with a link to the field', async (_what, change, field, message) => {
  const { user, place } = await openDetails({ draft: { ...TO_AMA, ...change } })
  const before = field().value
  await user.click(continueButton())
  const summary = await errorSummary()
  await waitFor(() => expect(document.activeElement).toBe(summary))
  await user.click(within(summary).getByRole('link', { name: message }))
  expect(document.activeElement).toBe(field())
  expectError(field(), message)
  expect([field().value, place()]).toEqual([before, '/send-money'])
})
