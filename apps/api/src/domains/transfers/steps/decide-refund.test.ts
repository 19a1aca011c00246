import { money } from '@sesa/money'
import { describe, expect, it } from 'vitest'
import type { PaymentRefund, ProviderAnswer } from '../ports.ts'
import type { TransferBalance } from '../state/transfer-balance.ts'
import { decideRefund, decideRefundAnswer, decideRefundRetry } from './decide-refund.ts'

const balance = (owed: bigint, booked: readonly bigint[] = []): TransferBalance => ({
  owed: money(owed, 'USD'),
  refunds: booked.map((amount, index) => ({ id: `r${index}`, amount: money(amount, 'USD') })),
  disputes: [],
  givenUp: false,
  has: () => false,
})
const refunds = (
  ...list: readonly (readonly [PaymentRefund['status'], bigint])[]
): ProviderAnswer<PaymentRefund[]> => ({
  ok: true,
  value: list.map(([status, amount], index) => ({ id: `re_${index}`, status, amount })),
})
const failed = { ok: false, reason: 'unknown', code: 'x' } as const

it('counts a refund that failed since as refused, unless another is on its way or nothing was asked yet', () => {
  const lost = refunds(['failed', 100n])
  expect(decideRefund(balance(100n), lost, true)).toEqual({ result: 'refused' })
  expect(decideRefund(balance(100n), lost, false)).toEqual({ request: money(100n, 'USD') })
  expect(decideRefund(balance(100n), refunds(['failed', 100n], ['pending', 100n]), true)).toEqual({
    result: 'wait',
  })
  expect(decideRefund(balance(100n), refunds(), true)).toEqual({ request: money(100n, 'USD') })
})

describe('refunding what we owe', () => {
  it.each([
    ['nothing owed: done', balance(0n), failed, { result: 'given' }],
    ['less than nothing owed: done', balance(-5n), failed, { result: 'given' }],
    ['no answer: wait', balance(100n), failed, { result: 'wait' }],
    ['no refund yet: request it all', balance(100n), refunds(), { request: money(100n, 'USD') }],
    ['a refund that arrived: done', balance(100n), refunds(['succeeded', 100n]), { result: 'given' }],
    ['a refund on its way: wait', balance(100n), refunds(['pending', 100n]), { result: 'wait' }],
    [
      'a part arrived: request the rest',
      balance(100n),
      refunds(['succeeded', 40n]),
      { request: money(60n, 'USD') },
    ],
    [
      'a part arrived, the rest on its way: wait',
      balance(100n),
      refunds(['succeeded', 40n], ['pending', 60n]),
      { result: 'wait' },
    ],
    [
      'a failed refund: request it again',
      balance(100n),
      refunds(['failed', 100n]),
      { request: money(100n, 'USD') },
    ],
    [
      'a booked refund does not count again',
      balance(60n, [40n]),
      refunds(['succeeded', 40n]),
      { request: money(60n, 'USD') },
    ],
    ['beyond the booked one: done', balance(60n, [40n]), refunds(['succeeded', 100n]), { result: 'given' }],
  ] as const)('%s', (_name, owed, listed, decision) => {
    expect(decideRefund(owed, listed)).toEqual(decision)
  })

  it('waits for the float when the carrier has just reported that it is too low, but not for an earlier report', () => {
    const refund = { id: 'r', status: 'failed', amount: 100n } as const
    const listed = (lacksFloat: boolean) => ({ ok: true, value: [{ ...refund, lacksFloat }] }) as const
    expect(decideRefund(balance(100n), listed(true))).toEqual({ result: 'no_float' })
    expect(decideRefund(balance(100n), listed(false))).toEqual({ request: money(100n, 'USD') })
  })

  it('never requests more than is owed', () => {
    let rows = 0
    for (const owed of [-1n, 0n, 1n, 50n, 100n])
      for (const succeeded of [0n, 1n, 50n, 99n, 100n, 101n])
        for (const pending of [0n, 1n, 100n])
          for (const booked of [0n, 50n]) {
            rows++
            const listed = refunds(['succeeded', succeeded + booked], ['pending', pending])
            const decision = decideRefund(balance(owed, booked === 0n ? [] : [booked]), listed)
            if (!('request' in decision)) continue
            expect(decision.request.amount).toBe(owed - succeeded)
            expect(decision.request.amount > 0n && pending === 0n).toBe(true)
          }
    expect(rows).toBe(180)
  })
})

describe('the answer to a refund request', () => {
  const answer = (status: PaymentRefund['status']) =>
    ({ ok: true, value: { id: 're_1', status, amount: 1n } }) as const
  it.each([
    ['too old to be sent', null, 'wait'],
    ['succeeded', answer('succeeded'), 'given'],
    ['pending', answer('pending'), 'wait'],
    ['failed', answer('failed'), 'refused'],
    ['refused', { ok: false, reason: 'refused', code: 'x' }, 'refused'],
    [
      'refused for want of float',
      { ok: false, reason: 'refused', code: 'PAWAPAY_WALLET_OUT_OF_FUNDS' },
      'no_float',
    ],
    ['refused for want of float', { ok: false, reason: 'refused', code: 'NOT_ENOUGH_FUNDS' }, 'no_float'],
    ['refused for want of float', { ok: false, reason: 'refused', code: 'fund_insufficient' }, 'no_float'],
    ['unknown', failed, 'wait'],
    ['unknown, with that code', { ok: false, reason: 'unknown', code: 'NOT_ENOUGH_FUNDS' }, 'wait'],
  ] as const)('%s', (_name, given, result) => {
    expect(decideRefundAnswer(given)).toBe(result)
  })
})

it.each([
  [1, 0n, 'retry_later'],
  [1, 9n, 'retry_later'],
  [2, 0n, 'refund_again'],
  [2, 3n, 'refund_again'],
  [2, 4n, 'hold'],
  [5, 9n, 'hold'],
] as const)('after %i attempts and %i refused refunds: %s', (attempts, refundAttempts, decision) => {
  expect(decideRefundRetry({ attempts }, refundAttempts)).toBe(decision)
})
