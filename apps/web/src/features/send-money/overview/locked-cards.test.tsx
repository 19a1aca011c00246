// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react'
import { money } from '@sesa/money'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { api } from '../../../lib/api/api.ts'
import type { Failure } from '../../../lib/api/http.ts'
import { formatRecent } from '../../../lib/format.ts'
import { renderFor } from '../../../ui/testing/render.tsx'
import type { TransferRequest } from '../details/transfer-request.ts'
import { LockedCards } from './locked-cards.tsx'
import { openPayment } from './use-review.ts'

const PROOF: Failure = { code: 'step_up_required', message: 'Confirm it’s you, then try again.' }
const UNTIL = '2026-11-29T09:14:00.000Z'
const WAIT: Failure = { code: 'saved_cards_locked', message: 'Locked.', details: { until: UNTIL } }
const ORDER: TransferRequest = {
  fix: 'send',
  send: money(10_000n, 'USD'),
  receive: money(110_000n, 'GHS'),
  country: 'GH',
  name: 'Ama Mensah',
  phone: '+233241111234',
  network: 'mtn',
  declared: {},
  confirmedName: false,
}

describe('the notice about locked cards', () => {
  it('offers a proof where a proof unlocks them', () => {
    const onUnlock = vi.fn()
    renderFor(<LockedCards lock={PROOF} paying={false} {...{ onUnlock }} />)
    expect(screen.getByRole('status').textContent).toContain('Your saved cards are locked')
    fireEvent.click(screen.getByRole('button', { name: 'Confirm it’s you' }))
    expect(onUnlock).toHaveBeenCalledOnce()
  })

  it('says when they unlock where only time unlocks them, and that a typed card pays', () => {
    renderFor(<LockedCards lock={WAIT} paying={false} onUnlock={vi.fn()} />)
    expect(screen.queryByRole('button')).toBeNull()
    expect(screen.getByRole('status').textContent).toContain(`You can use them from ${formatRecent(UNTIL)}.`)
    expect(screen.getByRole('status').textContent).toContain('pay with a card typed below')
  })
})

describe('opening a payment', () => {
  const post = vi.spyOn(api, 'post')
  const payment = { id: 'pi_1', clientSecret: 's', customerSessionClientSecret: null, quote: {} }
  const asked = () =>
    post.mock.calls.map(([, input]) => {
      const { body, idempotencyKey } = input as unknown as {
        body: { savePaymentMethod: boolean }
        idempotencyKey: string
      }
      return { offers: body.savePaymentMethod, idempotencyKey }
    })
  beforeEach(() => {
    post.mockReset()
  })

  it('offers the saved cards in one call', async () => {
    post.mockResolvedValueOnce({ data: payment })
    expect(await openPayment(ORDER, 'v1')).toEqual({ data: payment })
    expect(asked()).toMatchObject([{ offers: true }])
  })

  it.each([PROOF, WAIT])('takes a typed card while they are locked: $code', async (lock) => {
    post.mockResolvedValueOnce({ error: lock }).mockResolvedValueOnce({ data: payment })
    expect(await openPayment(ORDER, 'v1')).toEqual({ data: { ...payment, lock } })
    const [first, second] = asked()
    expect([first?.offers, second?.offers]).toEqual([true, false])
    expect(first?.idempotencyKey).not.toBe(second?.idempotencyKey)
  })

  it('returns every other refusal as it is', async () => {
    const error = { code: 'limit_24_hours', message: 'Enough for today.' }
    post.mockResolvedValueOnce({ error })
    expect(await openPayment(ORDER, 'v1')).toEqual({ error })
    expect(asked()).toHaveLength(1)
  })
})
