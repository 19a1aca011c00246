// @vitest-environment happy-dom
import { calls, type TransferDetail } from '@sesa/contract'
import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import type { ScriptedApi } from '@sesa/ui/testing/scripted-api.ts'
import { newApi, openApp } from '../../../testing/app.tsx'
import { bankTransfer, configOfUS, FROM_US, profileOfUS } from '../../../testing/bank-payment.ts'
import { reads, textOf } from '../../../testing/reads.ts'

const at = '/transfer-status?payment_intent=pi_sample&intent=view'

async function open(transfer: TransferDetail, api: ScriptedApi = newApi()) {
  api.answer(calls.getTransfer, { transfer })
  const app = await openApp({ at, api, profile: profileOfUS(), config: configOfUS() })
  await screen.findByRole('heading', { level: 1 })
  return { ...app, api }
}

const waiting = () => screen.findByRole('heading', { level: 1, name: /Waiting for your bank$/ })
const main = () => textOf(screen.getByRole('main'))

describe('a bank that is being asked', () => {
  it('is named, with when it answers and when the money arrives', async () => {
    await open(bankTransfer())
    await waiting()
    await reads('Your payment is processing.')
    expect(main()).toContain('GHS 1,070.00 to Ama Mensah')
    expect(main()).toMatch(
      /AmountUSD 101\.00Your bank account····\s6789, STRIPE TEST BANKYou authorized it07 Dec 2026, .*Your bank normally answers byFri 11 DecThe money then arrives byMon 14 Dec/,
    )
    expect(main()).toContain('You can close this page: we email you.')
    expect(main()).not.toMatch(/card|Payment Failed|Payment Successful|phone/i)
  })

  it.each([
    [{ name: null }, '···· 6789'],
    [{ last4: null }, 'STRIPE TEST BANK'],
    [{ name: null, last4: null }, 'Connected with Stripe'],
  ])('is named as far as it is known: %j', async (bank, words) => {
    await open(bankTransfer({}, bank))
    await reads(`Your bank account${words}`)
  })

  it('goes on by itself once the bank has paid', async () => {
    vi.useFakeTimers({
      toFake: ['Date', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'],
      shouldAdvanceTime: true,
    })
    const { api } = await open(bankTransfer())
    await waiting()
    const now = new Date().toISOString()
    const timeline: TransferDetail['timeline'] = [{ step: 'paid', at: now, text: 'Your bank paid.' }]
    api.answer(calls.getTransfer, { transfer: bankTransfer({ status: 'processing', timeline }) })
    await act(() => vi.advanceTimersByTimeAsync(31_000))
    await screen.findByRole('heading', { level: 1, name: /^Payment Successful/ })
    expect(main()).toMatch(/Paid withBank account ····\s6789, STRIPE TEST BANK/)
    expect(main()).toContain('Never share your bank’s password')
  })

  it('can be cancelled, and then says what happens if it still pays', async () => {
    const { api, user } = await open(bankTransfer())
    await user.click(await screen.findByRole('button', { name: 'Cancel this transfer' }))
    expect(textOf(screen.getByRole('dialog'))).toContain(
      'We’ve already asked your bank. If it still pays, we’ll refund USD 101.00, fee included.',
    )
    const notice = 'This transfer won’t be sent: if your bank pays, we’ll refund it.'
    const transfer = bankTransfer({ cancellable: false, notice })
    api.answer(calls.cancelTransfer, { outcome: 'refund_if_charged', transfer })
    api.answer(calls.getTransfer, { transfer })
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Cancel the transfer' }))
    await reads(notice)
    await waiting()
  })

  it('is still asked while the customer is offline', async () => {
    const { api } = await open(bankTransfer())
    await waiting()
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    api.lose(calls.getTransfer)
    act(() => void dispatchEvent(new Event('offline')))
    await reads('Your bank still answers us. We’ll update this when you’re back online.')
    expect(main()).not.toContain('We can’t reach Sesa')
  })
})

it('says why a bank did not pay, and sends again with another way', async () => {
  const notice = 'Your account doesn’t have enough money. You weren’t charged.'
  const now = new Date().toISOString()
  const transfer = bankTransfer({
    ...{ status: 'cancelled', cancellable: false, notice },
    timeline: [{ step: 'cancelled', at: now, text: notice }],
  })
  const { api, user, place } = await open(transfer)
  await reads(notice)
  expect(main()).not.toMatch(/card|Paid with/)
  api.answer(calls.getDraft, { draft: FROM_US, updatedAt: now })
  await user.click(screen.getByRole('link', { name: 'Send again' }))
  await waitFor(() => expect(place()).toMatch(/^\/send-money/))
  expect(localStorage.getItem('sesa-pay-with')).toBe('card')
})
