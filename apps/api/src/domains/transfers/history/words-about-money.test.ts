import { describe, expect, it } from 'vitest'
import { createTransferStoredAs } from '../../../testing/transfer-row.ts'
import { STATES, type State } from '../state/states.ts'
import { toDetail, type HistoryEvent } from './view.ts'

const at = new Date('2026-11-21T10:00:00Z')
const moved = (to_state: State): HistoryEvent => ({ to_state, kind: 'moved', at })

/** The paths by which a transfer reaches each state. */
const WAYS: Readonly<Record<Exclude<State, 'awaiting_payment'>, readonly (readonly State[])[]>> = {
  paid: [['paid']],
  paying_out: [['paid', 'paying_out']],
  payout_unknown: [['paid', 'paying_out', 'payout_unknown']],
  payout_failed: [['paid', 'paying_out', 'payout_failed']],
  sent: [
    ['paid', 'paying_out', 'sent'],
    ['paid', 'paying_out', 'payout_failed', 'sent'],
    ['paid', 'paying_out', 'payout_failed', 'refunding', 'sent'],
  ],
  refunding: [['refunding'], ['paid', 'refunding'], ['paid', 'paying_out', 'payout_failed', 'refunding']],
  refund_failed: [['paid', 'paying_out', 'payout_failed', 'refunding', 'refund_failed']],
  refunded: [['paid', 'paying_out', 'payout_failed', 'refunding', 'refunded']],
  cancelled: [['cancelled']],
}

interface Case {
  readonly state: Exclude<State, 'awaiting_payment'>
  readonly way: readonly State[]
  readonly charged: boolean
  readonly held: boolean
  readonly repaid: boolean
  readonly cancel: boolean
}

const CASES: readonly Case[] = STATES.filter((state) => state !== 'awaiting_payment').flatMap((state) =>
  WAYS[state].flatMap((way) =>
    [false, true].flatMap((held) =>
      [false, true].flatMap((cancel) =>
        // Only a closed payment may be uncharged, and only an ended transfer is repaid off the card.
        [true, ...(state === 'cancelled' && !held ? [false] : [])].flatMap((charged) =>
          [false, ...(charged && (state === 'refunded' || state === 'cancelled') ? [true] : [])].map(
            (repaid) => ({ state, way, charged, held, repaid, cancel }),
          ),
        ),
      ),
    ),
  ),
)

function saidOf({ state, way, charged, held, repaid, cancel }: Case) {
  const row = createTransferStoredAs({
    state,
    captured_at: charged ? at : null,
    hold_reason: held ? 'staff' : null,
    repaid_amount: repaid ? 5_000n : null,
    cancel_reason: cancel ? 'user' : null,
    failure_code: way.includes('refunding') ? 'WALLET_LIMIT_REACHED' : null,
  })
  const { timeline, notice, status } = toDetail(row, ['awaiting_payment' as const, ...way].map(moved), true)
  const done = timeline.filter(({ at: when }) => when !== null).map(({ text }) => text)
  return {
    status,
    said: [...done, notice ?? ''].join('\n'),
    all: [...timeline.map(({ text }) => text), notice].join('\n'),
  }
}

/** The facts that make a claim about money true. */
const CLAIMS: readonly (readonly [RegExp, (one: Case) => boolean])[] = [
  [/not charged/, ({ state, charged }) => state === 'cancelled' && !charged],
  [/was charged/, ({ charged }) => charged],
  [/[Dd]elivered to |has arrived|then delivered/, ({ state }) => state === 'sent'],
  [
    /reported a problem but then delivered/,
    ({ state, way }) => state === 'sent' && way.includes('refunding'),
  ],
  [/there’s no refund/, ({ state }) => state === 'sent'],
  [/wallet is full/, ({ way, state }) => way.includes('refunding') && state !== 'sent'],
  [/Refunded |show the refund/, ({ state, held, repaid }) => state === 'refunded' && !held && !repaid],
  [/sent a refund of|tried to refund/, ({ state, held, repaid }) => state === 'refunded' && (held || repaid)],
  [/[Rr]epaid/, ({ repaid }) => repaid],
  [
    /so we refunded/,
    ({ state, charged, held, repaid }) => state === 'cancelled' && charged && !held && !repaid,
  ],
  [
    /Refunding/,
    ({ state, cancel, held }) =>
      !held && (['refunding', 'refund_failed', 'refunded'].includes(state) || (state === 'paid' && cancel)),
  ],
  [/checking whether|Checking with/, ({ state }) => state === 'payout_failed'],
  [
    /already on its way/,
    ({ cancel, state }) => cancel && ['paying_out', 'payout_unknown', 'sent'].includes(state),
  ],
]

describe('the words of a transfer’s page', () => {
  it.each(CLAIMS)('match %s only where that is true', (words, isTrue) => {
    const wrong = CASES.filter((one) => words.test(saidOf(one).said) && !isTrue(one))
    expect(wrong).toEqual([])
    expect(CASES.some((one) => words.test(saidOf(one).said))).toBe(true)
  })

  it('say when it was paid and how it ended once its events are archived', () => {
    for (const state of ['sent', 'refunded'] as const) {
      const { timeline } = toDetail(
        createTransferStoredAs({ state, captured_at: at, failure_code: 'late' }),
        [],
        true,
      )
      expect(timeline.map(({ step, at: when }) => [step, when !== null])).toEqual([
        ['paid', true],
        [state, true],
      ])
    }
  })

  it('promise neither arrival nor refund while we do not know whether the money arrived', () => {
    const open = CASES.filter(({ state, held }) => state === 'payout_failed' && !held)
    expect(open).not.toEqual([])
    for (const one of open) {
      const { status, all } = saidOf(one)
      expect(status).toBe('processing')
      expect(all).not.toMatch(/[Dd]elivered to|Refunding|[Rr]efunded/)
    }
  })
})
