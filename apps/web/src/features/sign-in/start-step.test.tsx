// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { newApi, openApp } from '../../testing/app.tsx'

const phone = () => screen.getByLabelText<HTMLInputElement>('Phone number')
const country = () => screen.getByLabelText<HTMLSelectElement>('Country calling code')
const INVALID = 'Error: Your phone number is not valid'
const UNSERVED = /We don’t serve this country yet\. Use a number from/

async function submit(...typed: string[]) {
  const opened = await openApp({ at: '/sign-in', api: newApi(), profile: null })
  await screen.findByLabelText('Phone number')
  for (const text of typed) await opened.user.type(phone(), text)
  await opened.user.click(screen.getByRole('button', { name: 'Submit' }))
  await waitFor(() => expect(phone().getAttribute('aria-invalid')).toBe('true'))
  return opened
}

it.each([
  ['no number', '', INVALID, '', 'LR'],
  ['one that is too short', '77', INVALID, '77', 'LR'],
  ['one with too many digits', '77012345699', INVALID, '77 012 345699', 'LR'],
  ['one with a code and too many digits', '+23177012345699', INVALID, '+231 77 012 345699', 'LR'],
  ['an unknown calling code', '+999', INVALID, '+999', ''],
  [
    'a landline',
    '+23222222345',
    /This isn’t a mobile number\. Enter a mobile number\./,
    '+232 22 222345',
    'SL',
  ],
  ['a country we do not serve', '+447911123456', UNSERVED, '+447911123456', ''],
  ['such a country after its exit code', '00447911123456', UNSERVED, '00 447911123456', ''],
])('refuses %s, which stays in view with the focus', async (_what, typed, message, shown, code) => {
  await submit(...(typed === '' ? [] : [typed]))
  const error = document.getElementById('phone-error')?.textContent ?? ''
  expect(error).toMatch(message)
  expect(phone().getAttribute('aria-describedby')).toContain('phone-error')
  await waitFor(() => expect(document.activeElement).toBe(phone()))
  expect([phone().value, country().value]).toEqual([shown, code])
  expect(document.title).toMatch(/^Error: /)
})

it('accepts a number of a country we serve after one that we do not serve', async () => {
  const { user } = await submit('+447911123456')
  await user.selectOptions(country(), 'GH')
  expect(document.activeElement).toBe(phone())
  await user.keyboard('241234567')
  expect(phone().value).toBe('24 123 4567')
})

it('offers the country that a number belongs to', async () => {
  const { user } = await submit('0241234567')
  expect(screen.getByText('This looks like a number in Ghana')).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Use +233 24 123 4567' }))
  expect(document.activeElement).toBe(phone())
  expect([phone().value, country().value]).toEqual(['024 123 4567', 'GH'])
})
