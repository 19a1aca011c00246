// @vitest-environment happy-dom
import { calls, type SavedCard } from '@sesa/contract'
import { act, screen, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { newApi, openApp } from '../../testing/app.tsx'

const CARD: SavedCard = {
  ...{ id: 'pm_1', brand: 'visa', last4: '4242', wallet: null },
  ...{ expMonth: 12, expYear: 2024, addedAt: '2024-01-02T10:00:00.000Z' },
}
const NAME = /^Visa ••••\s4242$/
const REMOVE = /^Remove Visa ••••\s4242$/

it('asks before it removes a card, says when that failed, and then has none', async () => {
  const api = newApi()
  api.answer(calls.listCards, { cards: [CARD] })
  const { user } = await openApp({ at: '/me/cards', api })
  await screen.findByText(NAME)
  expect(screen.getByText('Expired 12/24')).toBeDefined()
  expect(screen.getByText('Saved 02 Jan 2024')).toBeDefined()
  await user.click(screen.getByRole('button', { name: REMOVE }))
  const question = () => within(screen.getByRole('dialog', { name: 'Remove this card?' }))
  await user.click(question().getByRole('button', { name: 'Keep it' }))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(api.sent(calls.removeCard)).toEqual([])

  api.refuse(calls.removeCard, 'card_provider_unavailable')
  await user.click(screen.getByRole('button', { name: REMOVE }))
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  await user.click(question().getByRole('button', { name: 'Remove' }))
  await act(() => vi.advanceTimersByTimeAsync(5_000))
  expect((await question().findByRole('alert')).textContent).toContain('We couldn’t remove the card')
  expect(screen.getByText('Expired 12/24')).toBeDefined()

  api.answer(calls.removeCard, undefined)
  api.answer(calls.listCards, { cards: [] })
  await user.click(question().getByRole('button', { name: 'Remove' }))
  expect(await screen.findByRole('heading', { name: 'No saved cards' })).toBeDefined()
  expect(screen.getByText('Card removed')).toBeDefined()
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(document.activeElement?.textContent).toContain('No saved cards')
})

it('says when the cards cannot be loaded, and tries again', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  const api = newApi()
  api.refuse(calls.listCards, 'card_provider_unavailable')
  const { user } = await openApp({ at: '/me/cards', api })
  await act(() => vi.advanceTimersByTimeAsync(20_000))
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain('We couldn’t load your cards')
  api.answer(calls.listCards, { cards: [{ ...CARD, expYear: 2040 }] })
  await user.click(within(alert).getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('Expires 12/40')).toBeDefined()
})
