// @vitest-environment happy-dom
import { calls } from '@sesa/contract'
import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import type { ScriptedApi } from '@sesa/ui/testing/scripted-api.ts'
import {
  CARD,
  configWith,
  MOMO,
  openedByCard,
  openedByPhone,
  sampleAttempt,
  unpaidTransfer,
} from '../../../testing/phone-payment.ts'
import { reads, textOf } from '../../../testing/reads.ts'
import { sampleProfile } from '../../../testing/samples.ts'
import { apiFor, openOverview, openPayable, payButton } from '../testing/overview.ts'

const STATUS = '/transfer-status?payment_intent=mm_sample'

/** Scripts an API whose payments open by the chosen way, and whose network shows a request. */
function apiByPhone(change: Parameters<typeof openedByPhone>[0] = {}): ScriptedApi {
  const api = apiFor()
  api.answer(calls.createPaymentIntent, ({ body }) =>
    body.payWith === 'momo' ? openedByPhone(change) : openedByCard(),
  )
  api.answer(calls.pay, { attempt: sampleAttempt() })
  api.answer(calls.getTransfer, { transfer: unpaidTransfer([sampleAttempt()]) })
  return api
}

const open = ({ api = apiByPhone(), ...more }: NonNullable<Parameters<typeof openPayable>[0]> = {}) =>
  openPayable({ api, config: configWith(MOMO, CARD), ...more })

const intents = (api: ScriptedApi) => api.sent(calls.createPaymentIntent).map(({ body }) => body)
const keysOf = (api: ScriptedApi) => api.sent(calls.pay).map(({ headers }) => headers.get('idempotency-key'))
const way = (name: RegExp) => screen.getByRole<HTMLInputElement>('radio', { name })
const ways = () => textOf(screen.getByRole('group', { name: 'How do you want to pay?' }))

describe('how to pay', () => {
  it('begins with the cheapest open way, and needs one tap for the request', async () => {
    const { api, pay, place } = await open()
    expect(way(/^Mobile money/).checked).toBe(true)
    expect(ways()).toMatch(/Mobile money LRD 10,300\.00Fee LRD 300\.00 · arrives by \d\d:\d\d/)
    expect(ways()).toMatch(/Card LRD 10,820\.00Fee LRD 820\.00 · arrives by/)
    await reads('Orange Money will ask you to approve LRD 10,300.00 for Sesa.')
    await reads('Enter your PIN on your own phone. We never ask for it.')
    await reads('Your network may add a fee of its own.')
    expect(screen.queryByText(/card/i, { selector: 'form *, [data-pay] *' })).toBeNull()
    await pay()
    await screen.findByRole('heading', { name: /Approve it on your phone$/ })
    expect(place()).toBe(STATUS)
    expect(intents(api)).toEqual([expect.objectContaining({ payWith: 'momo', payer: { network: 'orange' } })])
    expect(intents(api)[0]).not.toHaveProperty('savePaymentMethod')
    expect(api.sent(calls.pay)[0]?.body).toEqual({ id: 'mm_sample' })
    expect(keysOf(api)[0]).toMatch(/^[\w-]{36}$/)
  })

  it('says what another way changes, keeps the details, and is remembered on this device', async () => {
    const { api, user } = await open()
    await user.click(way(/^Card/))
    await reads('The fee is now LRD 820.00 instead of LRD 300.00.')
    await screen.findByRole('heading', { name: 'Pay by card' })
    expect(screen.getByText('To Ama Mensah')).toBeDefined()
    expect(intents(api).map(({ payWith }) => payWith)).toEqual(['momo', undefined])
    await openPayable({ api: apiByPhone(), config: configWith(MOMO, CARD) })
    expect(way(/^Card/).checked).toBe(true)
    await user.click(way(/^Mobile money/))
    await reads('The fee is now LRD 300.00 instead of LRD 820.00.')
    expect(screen.getByText(/^The fee is now/).getAttribute('role')).toBe('status')
  })

  it('opens one payment after another where the customer changes their mind at once', async () => {
    const { api, user } = await open()
    const release = api.hold(calls.createPaymentIntent)
    await user.click(way(/^Card/))
    await user.click(way(/^Mobile money/))
    release()
    await reads('Orange Money will ask you to approve LRD 10,300.00 for Sesa.')
    expect(intents(api).map(({ payWith }) => payWith)).toEqual(['momo', undefined, 'momo'])
    const keys = api.sent(calls.createPaymentIntent).map(({ headers }) => headers.get('idempotency-key'))
    expect(new Set(keys).size, 'never a payment that another one has replaced').toBe(3)
  })

  it('greys a closed way and says why', async () => {
    const closed = { method: 'bank_debit', open: false, reason: 'Not open yet.' } as const
    await open({ config: configWith(MOMO, CARD, closed) })
    expect(way(/^Bank account/).disabled).toBe(true)
    expect(ways()).toContain('Bank accountNot open yet.')
  })

  it('offers no choice where only one way is open, and says why', async () => {
    const api = apiByPhone()
    const closed = { ...MOMO, open: false, reason: 'Closed until 18:00.' }
    await openPayable({ api, config: configWith(closed, CARD) })
    expect(screen.queryByRole('radio')).toBeNull()
    expect(screen.getByText('Mobile money: Closed until 18:00.')).toBeDefined()
    expect(intents(api)[0]).not.toHaveProperty('payWith')
  })

  it('leads from a way that does not open to another one', async () => {
    const api = apiByPhone()
    api.refuse(calls.createPaymentIntent, 'mobile_money_unavailable', { field: 'payWith' })
    const { user } = await openOverview({ api, config: configWith(MOMO, CARD) })
    await reads('We can’t reach the mobile money network right now.')
    api.answer(calls.createPaymentIntent, openedByCard())
    await user.click(way(/^Card/))
    await screen.findByRole('heading', { name: 'Pay by card' })
  })
})

describe('the wallet that pays', () => {
  it('has another network once the customer chooses it, at a price of its own', async () => {
    const { api, user } = await open()
    const field = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Your mobile network' })
    expect(field.value).toBe('orange')
    const whole = { network: 'mtn', networkLabel: 'Lonestar MTN MoMo', amount: 1_030_100 } as const
    api.answer(calls.createPaymentIntent, openedByPhone(whole))
    await user.selectOptions(field, 'mtn')
    await reads('Lonestar MTN MoMo will ask you to approve LRD 10,301.00 for Sesa.')
    await reads('Lonestar MTN MoMo takes whole amounts only, so LRD 10,300.00 is rounded up.')
    expect(payButton().getAttribute('aria-describedby')).toContain('pay-amount')
    expect(textOf(screen.getByRole('region', { name: 'Payment' }))).toContain('Total LRD 10,301.00')
    expect(intents(api).at(-1)?.payer).toEqual({ network: 'mtn' })
  })

  it('must be named where the number does not tell its network', async () => {
    const profile = sampleProfile({ phoneNumber: '+231220000000' })
    const { api, user, pay } = await open({ profile })
    await pay()
    const field = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Your mobile network' })
    expect(document.activeElement).toBe(field)
    await reads('Choose your mobile network.')
    expect(api.sent(calls.pay)).toEqual([])
    await user.selectOptions(field, 'orange')
    await screen.findByText('Change')
    await waitFor(() => expect(payButton().disabled).toBe(false))
    await pay()
    await screen.findByRole('heading', { name: /Approve it on your phone$/ })
  })

  it.each([
    [{ maximum: 1_000_000 }, 'Orange Money takes at most LRD 10,000.00 at once.'],
    [{ minimum: 2_000_000 }, 'Orange Money takes at least LRD 20,000.00.'],
  ] as const)('cannot pay beyond the network’s limit: %o', async (limit, words) => {
    await openOverview({ api: apiByPhone(limit), config: configWith(MOMO, CARD) })
    await reads(words)
    expect(payButton().disabled).toBe(true)
  })

  it.each([
    ['automatic', 'Orange Money will ask you to approve LRD 10,300.00 for Sesa.'],
    ['manual', 'You’ll approve LRD 10,300.00 for Sesa in your Orange Money menu.'],
    ['code', 'You’ll dial a code on your phone to pay LRD 10,300.00 to Sesa.'],
  ] as const)('says what its network does: %s', async (prompt, words) => {
    await open({ api: apiByPhone({ prompt }) })
    await reads(words)
  })
})

describe('Pay', () => {
  it.each([
    ['payer_wallet_other_name', 'This wallet is registered to another name.'],
    ['payer_wallet_inactive', 'This number has no active wallet with this network.'],
    ['payments_declined', 'Too many payments from this number ended without approval.'],
    ['mobile_money_unavailable', 'We can’t reach the mobile money network right now.'],
  ] as const)('stays here and says why where the request is refused: %s', async (code, words) => {
    const { api, pay, place } = await open()
    api.refuse(calls.pay, code)
    await pay()
    expect(textOf(await screen.findByRole('alert'))).toContain(words)
    expect(place()).toBe('/send-money?step=overview')
    api.answer(calls.pay, { attempt: sampleAttempt() })
    await pay()
    await screen.findByRole('heading', { name: /Approve it on your phone$/ })
    expect(new Set(keysOf(api)).size, 'another request').toBe(2)
  })

  it('repeats the same request after a lost answer, and says that it is safe', async () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true)
    const { api, pay } = await open()
    api.refuse(calls.pay, 'internal')
    await pay()
    await reads('You can safely press Pay Now again: your network is never asked twice.')
    api.answer(calls.pay, { attempt: sampleAttempt() })
    await pay()
    await screen.findByRole('heading', { name: /Approve it on your phone$/ })
    expect(new Set(keysOf(api)).size).toBe(1)
  })

  it('leads to the request that is already open', async () => {
    const { api, pay, place } = await open()
    api.refuse(calls.pay, 'payment_attempt_open')
    await pay()
    await screen.findByRole('heading', { name: /Approve it on your phone$/ })
    expect(place()).toBe(STATUS)
  })

  it('leads from this step to its open request, so that no one pays another way as well', async () => {
    const { pay, user, place } = await open()
    await pay()
    await screen.findByRole('heading', { name: /Approve it on your phone$/ })
    await user.click(screen.getByRole('link', { name: 'Send' }))
    await user.click(await screen.findByRole('button', { name: 'Continue' }))
    await screen.findByRole('heading', { name: /Approve it on your phone$/ })
    expect(place()).toBe(STATUS)
  })

  it('waits for the request of another transfer on the same phone', async () => {
    const { api, pay, place } = await open()
    api.refuse(calls.pay, 'payment_attempt_open')
    api.answer(calls.getTransfer, { transfer: unpaidTransfer([]) })
    await pay()
    await reads('A request to pay is still open.')
    expect(place()).toBe('/send-money?step=overview')
  })

  it('needs a new price where too little time is left, and opens another payment for it', async () => {
    const { api, pay, user } = await open()
    api.refuse(calls.pay, 'quote_expired')
    await pay()
    const notice = (await screen.findByText('This price has expired')).closest<HTMLElement>('[role=status]')
    expect(notice?.textContent).toContain('We’ve kept your details.')
    await user.click(within(notice ?? document.body).getByRole('button', { name: 'Get a new price' }))
    await waitFor(() => expect(payButton().disabled).toBe(false))
    const keys = api.sent(calls.createPaymentIntent).map(({ headers }) => headers.get('idempotency-key'))
    expect(new Set(keys).size).toBe(2)
  })

  it('counts down to the last moment for a request, not to the end of the price', async () => {
    await open()
    expect(screen.getByRole('timer').textContent).toMatch(/^Rate locked for (24:00|23:5\d)$/)
  })

  it('is off without a connection, and speaks of no card', async () => {
    await open()
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    act(() => void dispatchEvent(new Event('offline')))
    await reads('You’re offline. Pay when you’re back online.')
    expect(payButton().disabled).toBe(true)
  })
})
