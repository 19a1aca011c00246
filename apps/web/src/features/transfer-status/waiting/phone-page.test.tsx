// @vitest-environment happy-dom
import { calls, type TransferDetail } from '@sesa/contract'
import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import type { ScriptedApi } from '@sesa/ui/testing/scripted-api.ts'
import { newApi, openApp } from '../../../testing/app.tsx'
import { sampleAttempt, unpaidTransfer } from '../../../testing/phone-payment.ts'
import { reads, textOf } from '../../../testing/reads.ts'
import { stepsOf } from './attempt-words.ts'
import { sampleTransfer } from '../../../testing/samples.ts'

const at = '/transfer-status?payment_intent=mm_sample'
const past = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()

async function open(transfer: TransferDetail, api: ScriptedApi = newApi()) {
  api.answer(calls.getTransfer, { transfer })
  const app = await openApp({ at, api })
  await screen.findByRole('heading', { level: 1 })
  return { ...app, api }
}

const says = (headline: string) =>
  screen.findByRole('heading', { level: 1, name: new RegExp(` ${headline}$`) })
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })
const PAID = sampleTransfer({
  payment_id: 'mm_sample',
  card: null,
  pay: unpaidTransfer([sampleAttempt({ status: 'paid', endedAt: past(0) })]).pay,
})
const FAILED = sampleAttempt({
  ...{ status: 'failed', endedAt: past(0) },
  text: 'There wasn’t enough money in the wallet.',
})

describe('a request on the phone', () => {
  it('says what to approve, for whom and until when, and speaks of no card', async () => {
    await open(unpaidTransfer([sampleAttempt()]))
    await says('Approve it on your phone')
    await reads('Your payment is processing.')
    const main = textOf(screen.getByRole('main'))
    expect(main).toMatch(/AmountLRD 10,300\.00Orange Money\+231 77 ••• ••56The request is fromSesa/)
    expect(main).toMatch(/Approve it by \d\d:\d\d \(5 minutes left\)\./)
    expect(main).toContain('Enter your PIN on your own phone. We never ask for it.')
    expect(main).toContain('You can leave this page')
    expect(main).not.toMatch(/card|Payment Failed|Payment Successful/i)
    expect(button('Choose another way').disabled).toBe(true)
    const why = /^You can pay another way once this request has ended, at \d\d:\d\d at the latest\./
    expect(screen.getByRole('button', { name: 'Choose another way', description: why })).toBeDefined()
  })

  it('counts in minutes, announced, and then says that it asks', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], shouldAdvanceTime: true })
    await open(unpaidTransfer([sampleAttempt()]))
    const clock = await screen.findByText(/\(5 minutes left\)/)
    expect(clock.closest('[role=status]')).not.toBeNull()
    await act(() => vi.advanceTimersByTimeAsync(250_000))
    expect(screen.getByText(/\(1 minute left\)/)).toBeDefined()
    await act(() => vi.advanceTimersByTimeAsync(60_000))
    await reads('The time is over. We’re asking Orange Money how it ended.')
    await reads('You can pay another way once this request has ended.')
  })

  it('explains what to do without a prompt, with a code that can be dialled', async () => {
    const { user } = await open(unpaidTransfer([sampleAttempt()]))
    await user.click(await screen.findByText('No prompt?'))
    const steps = screen.getAllByRole('listitem').filter((item) => item.closest('details'))
    expect(steps.map(textOf)).toEqual(['Dial *144#.', 'Enter your PIN to approve.'])
    expect(screen.getByRole('link', { name: '*144#' }).getAttribute('href')).toBe('tel:*144%23')
    const both = ['*170*6*3*1#', 'Dial *170#.', '*170#']
    expect(stepsOf(both), 'a short cut alone is a sentence, and said once').toEqual([
      'Dial *170#.',
      'Or dial *170*6*3*1#.',
    ])
    await open(unpaidTransfer([sampleAttempt({ instructions: [] })]))
    await screen.findByText('Open the Orange Money menu and look for approvals.')
  })

  it('asks at once when the customer has approved it, and goes on with the transfer', async () => {
    const { api, user } = await open(unpaidTransfer([sampleAttempt()]))
    await says('Approve it on your phone')
    api.refuse(calls.complete, 'payment_attempt_open')
    await user.click(button('I have approved it'))
    await screen.findByText('Orange Money hasn’t confirmed it yet. We keep asking.')
    expect(api.sent(calls.complete)[0]?.body).toEqual({ id: 'mm_sample' })
    api.answer(calls.getTransfer, { transfer: PAID })
    await user.click(button('I have approved it'))
    await screen.findByRole('heading', { level: 1, name: /^Payment Successful/ })
    expect(screen.getByText('Payment succeeded!')).toBeDefined()
    expect(textOf(screen.getByRole('main'))).toContain('Orange Money, +231 77 ••• ••56')
    expect(textOf(screen.getByRole('main'))).not.toMatch(/\bcard\b/i)
    expect(api.sent(calls.sendMoney), 'a card’s step').toEqual([])
  })

  it('goes on by itself, after a reload too', async () => {
    vi.useFakeTimers({
      toFake: ['Date', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'],
      shouldAdvanceTime: true,
    })
    const { api } = await open(unpaidTransfer([sampleAttempt()]))
    await says('Approve it on your phone')
    await openApp({ at, api })
    await says('Approve it on your phone')
    api.answer(calls.getTransfer, { transfer: PAID })
    await act(() => vi.advanceTimersByTimeAsync(10_000))
    await screen.findByRole('heading', { level: 1, name: /^Payment Successful/ })
  })

  it('can be approved offline, and is looked up once the connection is back', async () => {
    const { api } = await open(unpaidTransfer([sampleAttempt()]))
    await says('Approve it on your phone')
    const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    api.lose(calls.getTransfer)
    act(() => void dispatchEvent(new Event('offline')))
    await reads('You can still approve it on your phone. We’ll check when you’re back online.')
    expect(button('I have approved it').disabled).toBe(true)
    api.answer(calls.getTransfer, { transfer: PAID })
    online.mockReturnValue(true)
    act(() => void dispatchEvent(new Event('online')))
    await screen.findByRole('heading', { level: 1, name: /^Payment Successful/ })
  })

  it('never calls a request unpaid while its network has not answered', async () => {
    const text = 'We’re checking with Orange Money.'
    await open(unpaidTransfer([sampleAttempt({ status: 'checking', endsAt: null, text })]))
    await says('Checking Payment Status')
    const main = textOf(screen.getByRole('main'))
    expect(main).toContain(text)
    expect(main).toContain('Orange Money stops waiting after a few minutes.')
    expect(main).not.toMatch(/not successful|Payment Failed|Try again/)
  })

  it('cancelled while it is open: says that an approval is refunded, and calls nothing cancelled', async () => {
    const { api, user } = await open(unpaidTransfer([sampleAttempt()]))
    await user.click(await screen.findByRole('button', { name: 'Cancel this transfer' }))
    const dialog = within(screen.getByRole('dialog'))
    const text =
      'Don’t approve the request on your phone. If you do, we’ll refund LRD 10,300.00, fee included.'
    expect(textOf(screen.getByRole('dialog'))).toContain(text)
    const transfer = unpaidTransfer([sampleAttempt()], { cancellable: false })
    api.answer(calls.cancelTransfer, { outcome: 'refund_if_charged', transfer })
    api.answer(calls.getTransfer, { transfer })
    await user.click(dialog.getByRole('button', { name: 'Cancel the transfer' }))
    await reads(
      'You asked to cancel. If you approve the request anyway, we’ll refund LRD 10,300.00, fee included.',
    )
    await says('Don’t approve it on your phone')
    await reads('We cancel this transfer once Orange Money has ended the request.')
    expect(textOf(screen.getByRole('main'))).not.toMatch(/cancelled|your PIN on|I have approved/i)
  })
})

describe('a request that ended', () => {
  it.each([
    ['There wasn’t enough money in the wallet.'],
    ['The request ended before it was approved. You can try again.'],
    ['The request was declined on your phone.'],
  ])('says why, and can be tried again or paid another way: %s', async (text) => {
    const { api, user } = await open(unpaidTransfer([{ ...FAILED, text }]))
    await says('Your payment was not successful, please try again.')
    await reads(`Payment Failed`)
    await reads(text)
    await reads(/AmountLRD 10,300\.00Orange Money\+231 77/)
    const other = screen.getByRole('link', { name: 'Choose another way' })
    expect(other.getAttribute('href')).toBe('/send-money?step=overview')
    const attempts = [{ ...FAILED, text }, sampleAttempt({ number: 2 })]
    api.answer(calls.pay, { attempt: sampleAttempt({ number: 2 }) })
    api.answer(calls.getTransfer, { transfer: unpaidTransfer(attempts) })
    await user.click(button('Try again'))
    await says('Approve it on your phone')
    expect(api.sent(calls.pay)[0]?.headers.get('idempotency-key')).toMatch(/^[\w-]{36}$/)
  })

  it('starts again with the kept details once the price has expired', async () => {
    await open(unpaidTransfer([FAILED], { minutes: 5 }))
    await reads('This price has expired. We’ve kept your details.')
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
    const again = screen.getByRole('link', { name: 'Start again' })
    expect(again.getAttribute('href')).toBe('/send-money?step=overview')
  })

  it('says why another request is refused', async () => {
    const { api, user } = await open(unpaidTransfer([FAILED]))
    api.refuse(calls.pay, 'payer_wallet_inactive')
    await user.click(await screen.findByRole('button', { name: 'Try again' }))
    await reads('This number has no active wallet with this network.')
  })

  it('that paid too late keeps its reason on the page of the cancelled transfer', async () => {
    const late = sampleAttempt({
      ...{ status: 'returned', endedAt: past(0) },
      text: 'This payment came too late, so we return it to your Orange Money wallet.',
    })
    await open({ ...PAID, status: 'cancelled', cancellable: false, pay: unpaidTransfer([late]).pay })
    await reads('Something went wrong. This payment came too late, so we return it')
  })

  it('without any request yet, can be paid', async () => {
    const { api, user } = await open(unpaidTransfer([]))
    await says('Not paid yet')
    api.answer(calls.pay, { attempt: sampleAttempt() })
    api.answer(calls.getTransfer, { transfer: unpaidTransfer([sampleAttempt()]) })
    await user.click(button('Pay Now'))
    await says('Approve it on your phone')
  })

  it.each([
    ['quote_expired', 'You weren’t charged and nothing was sent. We’ve kept your details.'],
    ['mobile_money_unavailable', 'We’re checking your payment with your network'],
    ['internal', 'If you approved it, your transfer continues.'],
  ] as const)('without a transfer to show speaks of no card: %s', async (code, words) => {
    const api = newApi()
    api.refuse(calls.getTransfer, code)
    await openApp({ at, api })
    await reads(words)
    expect(textOf(screen.getByRole('main'))).not.toMatch(/\bcard\b/i)
  })
})

describe('a code to dial', () => {
  const CODE = '*715*1*48213977#'
  const dialled = (change = {}) => sampleAttempt({ status: 'code', code: CODE, ...change })

  it('is large, can be copied and dialled, and has its end', async () => {
    const { user } = await open(unpaidTransfer([dialled()]))
    await says('Dial this code on your phone')
    expect(screen.getByText(CODE)).toBeDefined()
    expect(screen.getByRole('link', { name: 'Dial it' }).getAttribute('href')).toBe('tel:*715*1*48213977%23')
    await user.click(button('Copy the code'))
    expect(await navigator.clipboard.readText()).toBe(CODE)
    expect(await screen.findByText('Code copied')).toBeDefined()
    await reads(/Dial it by \d\d:\d\d \(5 minutes left\)\./)
    await reads('Cancel this code first, so that you don’t pay twice.')
    expect(button('Choose another way').disabled).toBe(true)
  })

  it('can be taken back, which opens the other ways', async () => {
    const { api, user } = await open(unpaidTransfer([dialled()]))
    await says('Dial this code on your phone')
    api.refuse(calls.stopPayment, 'payment_attempt_open', { message: 'You’re paying it right now.' })
    await user.click(button('Cancel this code'))
    await screen.findByText('You’re paying it right now.')
    const stopped = dialled({ status: 'stopped', endedAt: past(0), text: 'This code was taken back.' })
    api.answer(calls.stopPayment, { attempt: stopped })
    api.answer(calls.getTransfer, { transfer: unpaidTransfer([stopped]) })
    await user.click(button('Cancel this code'))
    await reads('This code was taken back.')
    await waitFor(() => expect(screen.getByRole('link', { name: 'Choose another way' })).toBeDefined())
  })
})
