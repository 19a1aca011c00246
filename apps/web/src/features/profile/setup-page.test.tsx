// @vitest-environment happy-dom
import { calls } from '@sesa/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { newApi, openApp } from '../../testing/app.tsx'
import { sampleProfile } from '../../testing/samples.ts'

const RIGHT = { 'Full name': 'Hawa Kollie', 'Email address': 'h@example.org', 'Date of birth': '1990-04-02' }
const NOBODY_YET = sampleProfile({
  ...{ name: null, email: null, emailVerified: false, dob: null, complete: false },
})
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
const summary = () => screen.findByRole('alert', { name: 'There is a problem' })

/** Opens a new customer's page, fills it in and saves it. */
async function save(typed: Partial<typeof RIGHT>, api = newApi()) {
  const at = '/me/set-up-profile?to=/send-money'
  const opened = await openApp({ at, api, profile: NOBODY_YET })
  await screen.findByLabelText('Full name')
  for (const [label, text] of Object.entries(typed)) await opened.user.type(field(label), text)
  await opened.user.click(screen.getByRole('button', { name: 'Save and continue' }))
  return opened
}

it('names each missing field, and leads to it', async () => {
  const { user } = await save({})
  const list = within(await summary())
  await waitFor(async () => expect(document.activeElement).toBe(await summary()))
  expect(list.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
    'Enter your full name.',
    'Enter your email address.',
    'Enter your date of birth.',
  ])
  await user.click(list.getByRole('link', { name: 'Enter your email address.' }))
  expect(document.activeElement).toBe(field('Email address'))
})

it.each([
  ['Email address', 'hawa.example.org', /^Enter an email address like/],
  ['Full name', '12345', /^Enter the full name, using letters/],
  ['Date of birth', '2020-01-01', /^You must be 18 or over to send money\.$/],
])('refuses as %s %s, and keeps what was typed', async (label, text, message) => {
  const typed = { ...RIGHT, [label]: text }
  await save(typed)
  expect(within(await summary()).getAllByRole('link')).toHaveLength(1)
  expect(within(await summary()).getByRole('link', { name: message })).toBeDefined()
  expect(field(label).getAttribute('aria-invalid')).toBe('true')
  for (const [each, value] of Object.entries(typed)) expect(field(each).value).toBe(value)
})

it('continues to the requested page once the profile is saved', async () => {
  const api = newApi()
  api.answer(calls.putProfile, ({ body: { name, email, dob } }) => ({
    user: sampleProfile({ name, email, dob, emailVerified: false }),
  }))
  const { place } = await save(RIGHT, api)
  await waitFor(() => expect(place()).toBe('/send-money'))
  expect(api.sent(calls.putProfile)[0]?.body).toEqual({
    ...{ name: 'Hawa Kollie', email: 'h@example.org', dob: '1990-04-02' },
  })
})
