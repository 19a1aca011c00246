// @vitest-environment happy-dom
import { calls } from '@sesa/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { sampleProfile, sampleQuote } from '../../../testing/samples.ts'
import { apiFor, openOverview, openPayable, paymentAt, payButton, READY } from '../testing/overview.ts'

/** Returns the terms and values of the list that contains this term. */
function factsWith(term: string): readonly (readonly string[])[] {
  const list = screen.getByText(term, { selector: 'dt' }).closest('dl') ?? document.body
  return within(list)
    .getAllByRole('term')
    .map((dt) => [dt.textContent, dt.nextElementSibling?.textContent ?? ''])
}

/** Returns the text that a customer sees without opening anything, each part separate. */
function textInSight(within: HTMLElement): string {
  const parts = [...within.querySelectorAll('*')].flatMap((element) =>
    element.closest('.sr-only') || element.closest('details:not([open]) > :not(summary)')
      ? []
      : [...element.childNodes].flatMap((node) =>
          node.nodeType === Node.TEXT_NODE ? (node.textContent ?? '') : [],
        ),
  )
  return parts.join(' ').replace(/\s+/g, ' ').trim()
}

describe('a payment that cannot start', () => {
  it('says why, keeps the details and tries again', async () => {
    const api = apiFor()
    api.refuse(calls.createPaymentIntent, 'rate_limited', { message: 'Try again in 42 seconds.' })
    const { user } = await openOverview({ api })
    const notice = await screen.findByRole('alert')
    expect(notice.textContent).toContain(
      'We couldn’t start your paymentTry again in 42 seconds. We’ve kept your details.',
    )
    api.answer(calls.createPaymentIntent, paymentAt())
    await user.click(within(notice).getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(payButton().disabled).toBe(false))
  })

  it.each([
    ['agreements_due', 'Read and agree', '/me/agreements'],
    ['account_on_hold', 'Contact us', '/contact-us'],
    ['payment_attempt_open', 'Go to your transactions', '/me/dashboard'],
    ['sender_details_required', 'Add your sender details', '/me/sender-details'],
  ] as const)('%s leads to the page that asks for it, and back to this step', async (code, label, page) => {
    const api = apiFor()
    api.refuse(calls.createPaymentIntent, code)
    await openOverview({ api })
    const link = await screen.findByRole('link', { name: label })
    expect(link.getAttribute('href')).toBe(`${page}?to=/send-money%3Fstep%3Doverview`)
    expect(screen.getByText(/We’ve kept your details/)).toBeDefined()
  })

  it('goes back to the field that the server refuses', async () => {
    const api = apiFor()
    api.refuse(calls.createPaymentIntent, 'phone_not_mobile', { message: 'Not a mobile.', field: 'phone' })
    const { place } = await openOverview({ api })
    const field = await screen.findByRole<HTMLInputElement>('textbox', { name: /mobile number/i })
    expect(place()).toBe('/send-money')
    expect(field.ariaInvalid ?? field.getAttribute('aria-invalid')).toBe('true')
    expect(screen.getAllByText(/Not a mobile\./).length).toBeGreaterThan(0)
  })
})

describe('a rate that has changed', () => {
  const NOW = sampleQuote({ receiveAmount: 65_000, rate: '0.065' })
  const openChanged = async () => {
    const api = apiFor()
    api.refuse(calls.createPaymentIntent, 'rate_changed', { details: { quote: NOW } })
    const app = await openOverview({ api })
    await screen.findByRole('heading', { name: 'The exchange rate has changed' })
    api.answer(calls.createPaymentIntent, paymentAt(NOW))
    return app
  }

  it('opens no payment until the customer accepts the new amounts', async () => {
    const { user, api } = await openChanged()
    const rows = screen.getAllByRole('row').map((row) => row.textContent)
    expect(rows.at(-1)).toMatch(/They receive.*GHS.669\.00.*GHS.650\.00/)
    expect(screen.getByRole('alert').textContent).toContain('The rate is now 1 GHS = LRD 15.3846.')
    await user.click(screen.getByRole('button', { name: 'Accept the new amounts' }))
    await waitFor(() => expect(payButton().disabled).toBe(false))
    expect(api.sent(calls.createPaymentIntent).map(({ body }) => body.receiveAmount)).toEqual([
      66_900, 65_000,
    ])
  })

  it('can be looked at again with the details', async () => {
    const { user, place } = await openChanged()
    await user.click(screen.getByRole('button', { name: 'Edit' }))
    await screen.findByPlaceholderText('Send amount')
    expect(place()).toBe('/send-money')
  })
})

describe('the price', () => {
  const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()

  it('names every line, what arrives and our margin', async () => {
    const charge = { amount: 1_012_345, currency: 'LRD', rate: '1' } as const
    const change = { fee: 12_345, total: 1_012_345, charge, deliveryEstimate: inMinutes(90) }
    await openPayable({ api: apiFor(paymentAt(sampleQuote(change))) })
    expect(factsWith('Arrives')).toEqual([
      ['Transfer fee', 'LRD 123.45'],
      ['Rate', 'LRD 1,000 = GHS 66.90'],
      ['Arrives', expect.stringMatching(/^By \d\d:\d\d$/)],
    ])
    expect(screen.getByRole('region', { name: 'Payment' }).textContent).toContain('Total LRD 10,123.45')
    const { textContent } = screen.getByRole('region', { name: 'Your transfer' })
    expect(textContent).toMatch(/LRD 10,000\.00.*To Ama Mensah.*GHS 669\.00/)
    expect(screen.getByText('How we set the price').closest('details')?.open).toBe(false)
    expect(factsWith('Our margin')).toEqual([
      ['Our rate', '1 GHS = LRD 14.9477'],
      [expect.stringMatching(/^Mid-market rate, \d\d \w{3}, \d\d:\d\d$/), '1 GHS = LRD 14.7929'],
      ['Our margin', 'LRD 103.55 (1.0%)'],
    ])
  })

  it('is said once, in few words', async () => {
    await openPayable()
    await screen.findByText('Name matches:')
    const text = textInSight(screen.getByRole('main'))
    // The amount sent, and the total next to Pay.
    expect(text.match(/LRD 10,000\.00/g)).toHaveLength(2)
    expect(text.match(/GHS 669\.00/g)).toHaveLength(1)
    expect(text.split(/\s+/).length).toBeLessThanOrEqual(110)
  })

  it('is locked for half an hour, and then asked for again', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], shouldAdvanceTime: true })
    const { user, api } = await openPayable()
    expect(screen.getByRole('timer').textContent).toMatch(/^Rate locked for (30:00|29:5\d)$/)
    vi.setSystemTime(Date.now() + 31 * 60_000)
    expect(await screen.findByText('This price has expired')).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Pay Now' })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Get a new price' }))
    await screen.findByText('We lock a price for 30 minutes', { exact: false })
    expect(api.sent(calls.createPaymentIntent)).toHaveLength(2)
  })

  it('is also shown in the currency that the card is charged in', async () => {
    const charge = { amount: 4_570, currency: 'USD', rate: '0.00457' } as const
    await openPayable({ api: apiFor(paymentAt(sampleQuote({ charge }))) })
    expect(factsWith('Card rate')).toContainEqual(['Charged to your card', 'USD 45.70'])
    expect(
      screen.getByText('We charge your card in USD, so you’ll pay USD 45.70. Any refund is also USD 45.70.'),
    ).toBeDefined()
    expect(
      screen.getByRole('button', { name: 'Pay Now', description: /^Charged to your card USD 45\.70/ }),
    ).toBeDefined()
  })
})

it.each([
  ['folded', 'LR', false],
  ['open, as US law asks', 'US', true],
] as const)('has the disclosure %s for a sender from %s', async (_how, country, isOpen) => {
  const profile = sampleProfile({ country })
  await openPayable({ profile, ...(country === 'US' && { draft: { ...READY, sendAmount: '100.00' } }) })
  const items = screen.getByText('Total to Recipient')
  expect(items.closest('details:not([open])') === null).toBe(isOpen)
})

it('leads from Pay to all the details, and prints them', async () => {
  const print = vi.fn()
  vi.stubGlobal('print', print)
  const { user } = await openPayable()
  await user.click(screen.getByRole('link', { name: 'All the details' }))
  const heading = screen.getByRole('heading', { name: 'All the details' })
  expect(document.activeElement).toBe(heading)
  expect(heading.closest('details')?.open).toBe(true)
  await user.click(screen.getByRole('button', { name: 'Print this disclosure' }))
  expect(print).toHaveBeenCalledOnce()
})
