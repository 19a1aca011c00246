// @vitest-environment happy-dom
import { calls, type AnswerOf } from '@sesa/contract'
import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { newApi, openApp } from '../../testing/app.tsx'
import { sampleProfile } from '../../testing/samples.ts'

type Consents = AnswerOf<typeof calls.getConsents>

const VERSION = '2026-11-24'
const due = (document: 'terms' | 'privacy' | 'esign', changes: string | null = null) => ({
  document,
  version: VERSION,
  changes,
})
const recorded = (document: string, given = true) => ({
  ...{ document, version: VERSION, given, at: '2026-11-25T10:00:00Z', textHash: 'a'.repeat(64) },
})

async function open(consents: Consents, at = '/me/agreements') {
  const api = newApi()
  api.answer(calls.getConsents, consents)
  const profile = sampleProfile({ country: 'US', phoneNumber: '+12135550123' })
  const app = await openApp({ at, api, profile, agreementsDue: consents.due })
  await screen.findByRole('heading', { level: 2 })
  return { api, ...app }
}
const button = (name: string) => screen.getByRole('button', { name })

it('asks in one step for everything that is due, with the box ticked by the customer', async () => {
  const { api, user, place } = await open(
    { due: [due('terms'), due('esign')], consents: [] },
    '/me/agreements?to=/me/limits',
  )
  const box = screen.getByRole<HTMLInputElement>('checkbox', { name: /^I agree to get my receipts/ })
  expect(box.checked).toBe(false)
  expect(button('Agree and continue')).toBeDefined()
  await user.click(button('Agree and continue'))
  expect(screen.getByRole('alert').textContent).toMatch(/^Tick the box/)
  expect(document.activeElement).toBe(box)
  expect(api.sent(calls.putConsents)).toEqual([])
  await user.click(box)
  api.answer(calls.putConsents, { due: [], consents: [recorded('terms'), recorded('esign')] })
  await user.click(button('Agree and continue'))
  await waitFor(() => expect(place()).toBe('/me/limits'))
  expect(api.sent(calls.putConsents)[0]?.body.agreements).toEqual(
    ['terms', 'esign'].map((document) => ({ document, version: VERSION, given: true })),
  )
})

it('says what has changed since, and that a save failed', async () => {
  const { api, user } = await open({ due: [due('privacy', 'A new address.')], consents: [] })
  expect(screen.getByRole('heading', { name: 'Something has changed' })).toBeDefined()
  expect(document.body.textContent).toContain('A new address.')
  api.refuse(calls.putConsents, 'document_version_unknown')
  await user.click(button('Agree and continue'))
  expect((await screen.findByRole('alert')).textContent).toContain('We couldn’t save that')
})

it('links to each version agreed to, and withdraws only electronic receipts', async () => {
  const { api, user } = await open({
    due: [],
    consents: [recorded('terms'), recorded('privacy'), recorded('esign')],
  })
  expect(screen.getAllByText(/^Agreed on /)).toHaveLength(3)
  const links = screen.getAllByRole('link', { name: /^(Terms|Privacy Policy|Electronic receipts)$/ })
  expect(links.map((link) => link.getAttribute('href'))).toEqual(
    ['/terms', '/privacy', '/electronic-receipts'].map((path) => `${path}/${VERSION}`),
  )
  api.answer(calls.putConsents, { due: [due('esign')], consents: [recorded('esign', false)] })
  await user.click(button('Withdraw'))
  expect(await screen.findByText(/^Withdrawn on /)).toBeDefined()
  expect(button('Agree and continue')).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Withdraw' })).toBeNull()
  expect(api.sent(calls.putConsents)[0]?.body.agreements).toEqual([
    { document: 'esign', version: VERSION, given: false },
  ])
})
