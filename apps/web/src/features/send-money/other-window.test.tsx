// @vitest-environment happy-dom
import { calls } from '@sesa/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { newApi } from '../../testing/app.tsx'
import { openOverview, payButton, paymentAt, READY } from './testing/overview.ts'

const later = '2026-11-28T12:00:00.000Z'
const nameField = () => screen.findByRole<HTMLInputElement>('textbox', { name: /full name/i })

/** Opens the details in a second window, after another one changed the transfer to this draft, or ended it. */
async function openSecond(draft: typeof READY | null) {
  const api = newApi()
  const app = await openOverview({ api, at: '/send-money' })
  await nameField()
  api.refuse(calls.putDraft, 'draft_changed', { details: { draft, updatedAt: draft && later } })
  return app
}

it('pays nothing where the transfer was paid in another window, and keeps what was typed', async () => {
  const { user, api } = await openSecond(null)
  await user.click(screen.getByRole('button', { name: 'Continue' }))
  expect(await screen.findByText(/You paid or cleared this transfer elsewhere/)).toBeDefined()
  expect((await nameField()).value).toBe('Ama Mensah')
  expect(screen.queryByRole('button', { name: /Pay Now/ })).toBeNull()
  expect(screen.getByRole('link', { name: 'See your transactions' }).getAttribute('href')).toBe(
    '/me/dashboard',
  )
  expect(api.sent(calls.createPaymentIntent)).toEqual([])
})

it('keeps both versions of a transfer that two windows changed, and lets the customer choose', async () => {
  const theirs = { ...READY, name: 'Ama Adwoa Mensah' }
  const { user, api } = await openSecond(theirs)
  const field = await nameField()
  await user.clear(field)
  await user.type(field, 'Ama Serwaa Mensah')
  const conflict = (await screen.findAllByRole('alert')).find(({ textContent }) =>
    /another window/.test(textContent),
  )
  expect(conflict?.textContent).toContain('Ama Adwoa Mensah')
  expect((await nameField()).value).toBe('Ama Serwaa Mensah')
  api.answer(calls.putDraft, ({ body }) => ({ draft: body, updatedAt: later }))
  await user.click(within(conflict ?? document.body).getByRole('button', { name: 'Use the other version' }))
  await waitFor(async () => expect((await nameField()).value).toBe('Ama Adwoa Mensah'))
  expect(screen.queryByText(/another window/)).toBeNull()

  api.answer(calls.createPaymentIntent, paymentAt())
  await user.click(screen.getByRole('button', { name: 'Continue' }))
  await waitFor(() => expect(payButton()).toBeDefined())
  expect(api.sent(calls.putDraft).at(-1)?.query.basedOn).toBe(later)
})
