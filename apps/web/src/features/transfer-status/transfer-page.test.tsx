// @vitest-environment happy-dom
import { calls, type TransferDetail } from '@sesa/contract'
import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { expectProblem, newApi, openApp } from '../../testing/app.tsx'
import { reads, textOf } from '../../testing/reads.ts'
import { sampleTransfer } from '../../testing/samples.ts'

const PLACE = '/transfer-status?payment_intent=pi_sample'

const step = (name: TransferDetail['timeline'][number]['step'], text: string = name) => ({
  ...{ step: name, at: new Date().toISOString(), text },
})

const SENT = sampleTransfer({
  ...{ status: 'sent', cancellable: false },
  timeline: [step('created'), step('paid'), step('paying_out'), step('sent')],
})
/** Opens the page of a transfer from the history. */
async function openTransfer(transfer: TransferDetail = sampleTransfer(), api = newApi()) {
  api.answer(calls.getTransfer, { transfer })
  return { ...(await openApp({ at: `${PLACE}&intent=view`, api })), api }
}

const main = () => within(screen.getByRole('main'))
const hero = () => screen.findByRole('region', { name: 'Your transfer' })

/** Waits until the headline says this. */
const says = (headline: string) =>
  screen.findByRole('heading', { level: 1, name: new RegExp(` ${headline}$`) })

describe('the page of a transfer', () => {
  it('shows the steps, and leads to what the customer may want next', async () => {
    const { user, place } = await openTransfer(SENT)
    await says('Arrived')
    await screen.findByRole('button', { name: 'Share' })
    const steps = within(screen.getByRole('list', { name: 'Steps of this transfer' })).getAllByRole(
      'listitem',
    )
    expect(steps.map(textOf)).toEqual([
      expect.stringMatching(/^Done: Started\d\d \w{3} \d{4}, \d\d:\d\d$/),
      expect.stringMatching(/^Done: Paid\d\d:\d\d$/),
      expect.stringMatching(/^Done: Sending to MTN MoMo\d\d:\d\d$/),
      expect.stringMatching(/^Done: Delivered\d\d:\d\d$/),
    ])
    const links = main()
      .getAllByRole('link')
      .map((link) => [link.textContent, link.getAttribute('href')])
    expect(links).toEqual([
      ['Receipt', '/receipt?payment_intent=pi_sample'],
      ['+231770000000', 'tel:+231770000000'],
      ['support@sesa.example', 'mailto:support@sesa.example?subject=Transfer%20S-7K2M9P'],
      ['Ask about this transfer', '/me/messages/new?reference=S-7K2M9P'],
      ['Send again', '/send-money?resend=pi_sample'],
      ['Remind me next month', '/me/reminders/new?like=pi_sample'],
      ['Back to transactions', '/me/dashboard'],
    ])
    expect(screen.getByText('Details').closest('details')?.open).toBe(false)
    expect(screen.queryByRole('button', { name: 'Cancel this transfer' })).toBeNull()
    await user.click(screen.getByRole('link', { name: 'Ask about this transfer' }))
    expect(place()).toBe('/me/messages/new?reference=S-7K2M9P')
  })

  it('asks before a second transfer while the first is on its way', async () => {
    const { user, place } = await openTransfer()
    await user.click(await screen.findByRole('button', { name: 'Send again' }))
    const dialog = screen.getByRole('dialog', { name: 'Send a second transfer?' })
    expect(dialog.textContent).toContain('If you send again, you’ll pay again.')
    expect(within(dialog).getByRole('link', { name: 'Send another' }).getAttribute('href')).toBe(
      '/send-money?resend=pi_sample',
    )
    await user.click(within(dialog).getByRole('button', { name: 'Wait for this one' }))
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(place()).toContain('/transfer-status')
  })

  it('says which part cannot be shown, and keeps the rest', async () => {
    await openTransfer({ ...SENT, rate: '0' })
    const failed = await screen.findByText('We couldn’t load the details')
    expect(failed.closest('[role=alert]')?.textContent).toContain('The rest of this page works')
    for (const name of [/Arrived$/, /^Help/]) expect(screen.getByRole('heading', { name })).toBeDefined()
    expect(screen.getByRole('list', { name: 'Steps of this transfer' })).toBeDefined()
    expect(screen.getByRole('link', { name: 'Receipt' })).toBeDefined()
    expectProblem(/rate/i)
  })

  it.each([`${PLACE}&intent=view`, '/transfer-status', '/transfer-status?payment_intent=?'])(
    'explains a missing transfer: %s',
    async (at) => {
      const api = newApi()
      api.refuse(calls.getTransfer, 'not_found')
      await openApp({ at, api })
      expect(await screen.findByText('We can’t find this payment')).toBeDefined()
      expect(screen.getByRole('heading', { level: 1, name: 'Payment Failed' })).toBeDefined()
      expect(screen.getByRole('link', { name: 'Go to your transactions' }).getAttribute('href')).toBe(
        '/me/dashboard',
      )
    },
  )

  it('asks a signed-out customer to sign in, and comes back', async () => {
    const { place } = await openApp({ at: `${PLACE}&intent=view`, api: newApi(), profile: null })
    await screen.findByLabelText('Phone number')
    expect(decodeURIComponent(place())).toBe(`/sign-in?to=${PLACE}&intent=view`)
  })
})

describe('a transfer on its way', () => {
  const show = (state: DocumentVisibilityState) => {
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state)
    act(() => void document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
  }

  it('reloads by itself, pauses while hidden and reloads when shown again', async () => {
    vi.useFakeTimers({
      toFake: ['Date', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'],
      shouldAdvanceTime: true,
    })
    const { api } = await openTransfer()
    await says('On its way')
    const looks = () => api.sent(calls.getTransfer).length
    await act(() => vi.advanceTimersByTimeAsync(60_000))
    expect(looks()).toBeGreaterThan(3)
    show('hidden')
    await act(() => vi.advanceTimersByTimeAsync(5_000))
    const before = looks()
    await act(() => vi.advanceTimersByTimeAsync(600_000))
    expect(looks()).toBe(before)
    api.answer(calls.getTransfer, { transfer: SENT })
    show('visible')
    await says('Arrived')
    const after = looks()
    await act(() => vi.advanceTimersByTimeAsync(600_000))
    expect(looks(), 'an ended transfer is not asked for again').toBe(after)
  })

  it('says when the connection is lost, and recovers', async () => {
    vi.useFakeTimers({
      toFake: ['Date', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'],
      shouldAdvanceTime: true,
    })
    const { api } = await openTransfer()
    await says('On its way')
    api.lose(calls.getTransfer)
    await act(() => vi.advanceTimersByTimeAsync(30_000))
    expect(await screen.findByText('We can’t reach Sesa right now')).toBeDefined()
    await says('On its way')
    api.answer(calls.getTransfer, { transfer: sampleTransfer() })
    await act(() => vi.advanceTimersByTimeAsync(60_000))
    await waitFor(() => expect(screen.queryByText('We can’t reach Sesa right now')).toBeNull())
  })
})

describe('cancelling', () => {
  const question = async (user: Awaited<ReturnType<typeof openTransfer>>['user']) => {
    await user.click(await screen.findByRole('button', { name: 'Cancel this transfer' }))
    return within(screen.getByRole('dialog', { name: 'Cancel this transfer?' }))
  }

  it('asks first, and reports the result', async () => {
    const { user, api } = await openTransfer()
    const dialog = await question(user)
    expect(screen.getByRole('dialog').textContent).toContain(
      'We’ll refund LRD 10,000.00 to your card, fee included.',
    )
    await user.click(dialog.getByRole('button', { name: 'Keep the transfer' }))
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(api.sent(calls.cancelTransfer)).toEqual([])

    const transfer = sampleTransfer({ cancellable: false, notice: 'You asked to cancel.' })
    api.answer(calls.cancelTransfer, { outcome: 'refund_if_not_delivered', transfer })
    await user.click((await question(user)).getByRole('button', { name: 'Cancel the transfer' }))
    await says('In progress')
    const told = screen.getByText('You asked to cancel.')
    expect(document.activeElement).toBe(await hero())
    expect(document.activeElement?.contains(told)).toBe(true)
    expect(screen.queryByRole('button', { name: 'Cancel this transfer' })).toBeNull()
  })

  it.each([
    ['network', 'We don’t know yet whether it’s cancelled', true],
    ['not_cancellable', 'The transfer was not cancelled', false],
  ] as const)('says after %s: %s', async (code, title, again) => {
    const { user, api } = await openTransfer()
    if (code === 'network') api.lose(calls.cancelTransfer)
    else api.refuse(calls.cancelTransfer, code)
    const dialog = await question(user)
    await user.click(dialog.getByRole('button', { name: 'Cancel the transfer' }))
    expect(await dialog.findByText(title)).toBeDefined()
    const notice = 'You asked to cancel. Refunding LRD 10,000.00 to your card.'
    api.answer(calls.cancelTransfer, {
      outcome: 'refund',
      transfer: sampleTransfer({ cancellable: false, notice }),
    })
    const retry = dialog.queryByRole('button', { name: 'Try again' })
    expect(retry !== null).toBe(again)
    if (retry) {
      await user.click(retry)
      await reads(notice)
    }
  })
})

describe('sharing', () => {
  const url = 'https://sesa.example/track/abcdefghijklmnopqrstuv'

  it('gives a link to copy or to send, and ends it', async () => {
    const { user, api } = await openTransfer()
    api.answer(calls.createTrackingLink, { url, expiresAt: null })
    api.answer(calls.endTrackingLinks, undefined)
    expect(screen.queryByRole('button', { name: 'Stop sharing' })).toBeNull()
    await user.click(await screen.findByRole('button', { name: 'Share' }))
    expect((await screen.findByLabelText<HTMLInputElement>('Link')).value).toBe(url)
    await reads(
      'Ama can follow this transfer without an account. The link shows the amount and your first name.',
    )
    await user.click(screen.getByRole('button', { name: 'Copy link' }))
    expect(await navigator.clipboard.readText()).toBe(url)
    expect(await screen.findByText('Link copied')).toBeDefined()
    const whatsApp = new URL(
      screen.getByRole('link', { name: 'Send on WhatsApp' }).getAttribute('href') ?? '',
    )
    expect(whatsApp.searchParams.get('text')).toBe(`I’m sending you GHS 669.00 with Sesa. ${url}`)
    await user.click(screen.getByRole('button', { name: 'Stop sharing' }))
    expect(await screen.findByText('You’ve stopped sharing')).toBeDefined()
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Share with Ama' }))
    expect(screen.queryByRole('button', { name: 'Stop sharing' })).toBeNull()
  })

  it('says what failed', async () => {
    const { user, api } = await openTransfer()
    api.refuse(calls.createTrackingLink, 'internal')
    api.refuse(calls.endTrackingLinks, 'rate_limited')
    await user.click(await screen.findByRole('button', { name: 'Share' }))
    expect(await screen.findByText('We couldn’t make the link')).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Stop sharing' })).toBeNull()
    api.answer(calls.createTrackingLink, { url, expiresAt: null })
    await user.click(screen.getByRole('button', { name: 'Share' }))
    await user.click(await screen.findByRole('button', { name: 'Stop sharing' }))
    expect(await screen.findByText('We couldn’t stop sharing')).toBeDefined()
    expect(screen.getByRole('button', { name: 'Stop sharing' })).toBeDefined()
  })
})

describe('an arrival', () => {
  const confetti = () => document.querySelector('[data-confetti]')
  // Arrivals from earlier tests may still be celebrated: a layer stays for seconds, and is loaded late.
  beforeEach(async () => {
    await import('./confetti.ts')
    for (const layer of document.querySelectorAll('[data-confetti]')) layer.remove()
  })
  const withMotion = (isWanted: boolean) =>
    vi.spyOn(window, 'matchMedia').mockImplementation((media) => {
      const matches = media.includes('reduced-motion') ? isWanted : false
      return {
        matches,
        media,
        addEventListener: () => undefined,
        removeEventListener: () => undefined,
      } as never
    })

  it.each([true, false])('is celebrated once, and never without motion: %s', async (isWanted) => {
    Object.defineProperty(Element.prototype, 'animate', { configurable: true, value: () => undefined })
    withMotion(isWanted)
    await openTransfer(SENT)
    await says('Arrived')
    if (isWanted) await waitFor(() => expect(confetti()).not.toBeNull())
    else expect(confetti()).toBeNull()
    confetti()?.remove()
    withMotion(true)
    await openTransfer(SENT)
    await screen.findByRole('button', { name: 'Share' })
    expect(confetti()).toBeNull()
  })
})
