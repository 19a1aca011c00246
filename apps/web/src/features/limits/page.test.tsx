// @vitest-environment happy-dom
import { calls } from '@sesa/contract'
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { newApi, openApp } from '../../testing/app.tsx'

it('shows what is left, when more becomes available, what a network accepts, and how to get more', async () => {
  const api = newApi()
  const month = { limit: 175_000_000, left: 175_000_000, frees: null }
  const frees = { at: new Date(Date.now() + 3_600_000).toISOString(), amount: 1_000_000 }
  api.answer(calls.getLimits, {
    limits: { currency: 'LRD', day: { limit: 52_500_000, left: 51_500_000, frees }, month },
  })
  api.refuse(calls.getIdentityCheck, 'not_found')
  const { user, place } = await openApp({ at: '/me/limits', api })
  const main = await screen.findByRole('main')
  await screen.findByRole('heading', { name: 'In 24 hours' })
  expect(main.textContent).toContain('LRD 515,000.00 left of LRD 525,000.00')
  expect(main.textContent).toMatch(/LRD 10,000\.00 more from .*\d\d:\d\d\./)
  expect(screen.getAllByText('You haven’t used any of this limit.')).toHaveLength(1)
  expect(main.textContent).toContain('We accept up to USD 2,999.00 per transfer, or its value in LRD.')
  expect(main.textContent).toMatch(/MTN MoMoGHS 1\.00 to GHS 15,000\.00/)
  await user.click(screen.getByRole('link', { name: 'Ask for a higher limit' }))
  expect(place()).toBe('/me/messages/new?topic=account')
  expect((await screen.findByLabelText<HTMLSelectElement>('What is it about?')).value).toBe('account')
})
