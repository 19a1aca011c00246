// @vitest-environment happy-dom
import { calls } from '@sesa/contract'
import { act, screen, waitFor } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { newApi } from '../../../testing/app.tsx'
import {
  continueButton,
  converted,
  descriptionOf,
  enter,
  errorSummary,
  expectError,
  openDetails,
  openPayments,
  payButton,
  receiveAmount,
  sendAmount,
  TO_AMA,
} from '../testing/details.ts'

/** What the usual amount brings at the samples' rate. */
const TODAY = (_text: string, element: Element | null) =>
  element?.tagName === 'DD' && element.textContent === 'LRD 1,000 = GHS 61.14'

describe('the amount', () => {
  it('that arrives can be typed, and is requested exactly', async () => {
    const api = newApi()
    openPayments(api)
    const { user } = await openDetails({ draft: { ...TO_AMA, sendAmount: '', receiveAmount: '' }, api })
    enter(receiveAmount(), '777.77')
    await converted(sendAmount)
    await user.click(continueButton())
    await payButton()
    const [sent] = api.sent(calls.createPaymentIntent)
    expect(sent?.body).toMatchObject({ fix: 'receive', receiveAmount: 77_777, amount: 1_272_054 })
  })

  it.each([
    ['above the limit of the network', '90000000', /MTN MoMo accepts up to GHS 15,000\.00 \(about LRD/],
    ['below the minimum', '4', /Minimum LRD/],
    ['in letters', 'abc', /Enter the amount as a number/],
    ['that is negative', '-50', /The amount must be more than zero\./],
    ['with three decimals', '10.123', /Amounts have at most two decimals\./],
  ])('%s is refused while it is typed, and stays', async (_what, typed, message) => {
    const { user, place } = await openDetails()
    await converted(receiveAmount)
    enter(sendAmount(), typed)
    await waitFor(() => expectError(sendAmount(), message))
    await waitFor(() =>
      expect(screen.getAllByRole('status').some((it) => message.test(it.textContent))).toBe(true),
    )
    await user.tab()
    expect(sendAmount().value.replace(/,|\.00$/g, '')).toBe(typed)
    // Only letters are not an amount (spec, section 5). Otherwise Continue leads to the field.
    if (typed === 'abc') expect(continueButton().disabled).toBe(true)
    else {
      await user.click(continueButton())
      expect(document.activeElement).toBe(sendAmount())
      expect(place()).toBe('/send-money')
    }
    enter(sendAmount(), '10,000')
    expect(continueButton().disabled).toBe(false)
    await waitFor(() => expect(sendAmount().getAttribute('aria-invalid')).toBeNull())
  })

  it('of zero fills in the other side, and so does the next one', async () => {
    await openDetails({ draft: {} })
    enter(sendAmount(), '0')
    expect(receiveAmount().value).toBe('0')
    enter(receiveAmount(), '500')
    await waitFor(() => expect(sendAmount().value).toBe('8,177.57'))
  })

  it.each(['{Control>}a{/Control}10', '{Backspace}{Backspace}10'])(
    'that arrives may not be negative, and can be corrected by %s',
    async (keys) => {
      const { user } = await openDetails({ draft: {} })
      await user.type(receiveAmount(), '-1')
      expect(receiveAmount().getAttribute('aria-invalid')).toBe('true')
      expect(sendAmount().value).toBe('')
      await user.keyboard(keys)
      await user.tab()
      await converted(sendAmount)
      expect(receiveAmount().value).toBe('10.00')
    },
  )

  it('is limited by what is left of a limit, before and after it is typed', async () => {
    const api = newApi()
    const day = { limit: 52_500_000, left: 10_000_000, frees: null }
    api.answer(calls.getLimits, { limits: { currency: 'LRD', day, month: { ...day, left: 50_000_000 } } })
    await openDetails({ api })
    const limits = 'From LRD 270.00 to LRD 100,000.00 (the rest of your 24-hour limit).'
    const folded = screen.getByText('How we set the price').closest('details')
    await waitFor(() => expect(folded?.textContent).toContain(limits))
    expect(descriptionOf(sendAmount())).toBe('LRD')
    enter(sendAmount(), '79,999.99')
    expect(descriptionOf(sendAmount())).toBe('LRD')
    enter(sendAmount(), '80,000')
    expect(descriptionOf(sendAmount())).toBe(`${limits} LRD`)
    expect(screen.getByRole('link', { name: 'See your limits' })).toBeDefined()
    enter(sendAmount(), '100000.01')
    await waitFor(() =>
      expectError(sendAmount(), 'This is over your 24-hour limit. You can still send up to LRD 100,000.00.'),
    )
    expect(screen.getByRole('link', { name: 'See how to send more' })).toBeDefined()
    enter(sendAmount(), '100000')
    expect(sendAmount().getAttribute('aria-invalid')).toBeNull()
  })

  it('has today’s rate and the bounds beside it before it is typed', async () => {
    await openDetails({ draft: {} })
    await screen.findByText(TODAY)
    expect(document.body.textContent).not.toContain('–')
    const folded = screen.getByText('How we set the price').closest('details')
    expect(folded?.open).toBe(false)
    await screen.findByText('Our margin')
    expect(folded?.textContent).toMatch(/Our rate1 GHS = LRD 16\.35.*Mid-market rate, .*Our margin0\.1%/)
    expect(folded?.textContent).toContain('Minimum LRD 270.00. Maximum LRD 525,000.00 per transfer.')
    expect(descriptionOf(sendAmount())).toBe('LRD')
  })

  it('is refused no longer than the other amount is unknown', async () => {
    const { api, user } = await openDetails({ draft: { ...TO_AMA, sendAmount: '', receiveAmount: '' } })
    await user.click(continueButton())
    expect((await errorSummary()).textContent).toContain('Enter an amount.')
    const release = api.hold(calls.getRate)
    enter(sendAmount(), '5,000')
    expectError(sendAmount(), 'Getting the latest rate. Try again in a moment.')
    release()
    await converted(receiveAmount)
    await waitFor(() => expect(sendAmount().getAttribute('aria-invalid')).toBeNull())
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('shows neither amount nor price of an earlier one while the new one is fetched, or cannot be', async () => {
    const { api } = await openDetails()
    await converted(receiveAmount)
    await screen.findByText('Our margin')
    const lines = () => screen.getAllByRole('definition').map(({ textContent }) => textContent)
    expect(lines().join()).toContain('LRD 1.00')

    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
    api.refuse(calls.getRate, 'rate_unavailable')
    const release = api.hold(calls.getRate)
    enter(sendAmount(), '100')
    expect(receiveAmount().value).toBe('')
    expect(lines()).toEqual(['LRD 0.00', 'Getting the latest rate…', expect.stringMatching(/^Usually in/)])
    release()
    await act(() => vi.advanceTimersByTimeAsync(30_000))
    await screen.findByText('We couldn’t convert the amount')
    expect(receiveAmount().value).toBe('')
    expect(lines().join()).not.toMatch(/LRD 1|GHS/)
  })
})
