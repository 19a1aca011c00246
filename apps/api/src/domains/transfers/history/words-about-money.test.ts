import { describe, expect, it } from 'vitest'
import { createTransferStoredAs } from '../../../testing/transfer-row.ts'
import { transactionHeld, transactionReleased } from '../../support/notifications/emails.ts'
import { answerOf, pageWordsOf } from '../../support/tracking/words.ts'
import { HOLDS, waitsForScreening, type HoldReason } from '../state/holds.ts'
import { snapshotOf } from '../state/snapshot.ts'
import { STATES, type State } from '../state/states.ts'
import type { TransferRow } from '../state/transfer-row.ts'
import { trackedState } from './tracked.ts'
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
        // Only a closed payment may be uncharged, and only an ended transfer is paid back off-card.
        [true, ...(state === 'cancelled' && !held ? [false] : [])].flatMap((charged) =>
          [false, ...(charged && (state === 'refunded' || state === 'cancelled') ? [true] : [])].map(
            (repaid) => ({ state, way, charged, held, repaid, cancel }),
          ),
        ),
      ),
    ),
  ),
)

const rowOf = ({ state, way, charged, held, repaid, cancel }: Case): TransferRow =>
  createTransferStoredAs({
    state,
    captured_at: charged ? at : null,
    hold_reason: held ? 'operator' : null,
    repaid_amount: repaid ? 5_000n : null,
    cancel_reason: cancel ? 'user' : null,
    failure_code: way.includes('refunding') ? 'WALLET_LIMIT_REACHED' : null,
  })

function saidOf(one: Case) {
  const { way } = one
  const row = rowOf(one)
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
  [/ refunded\. It can take/, ({ state, held, repaid }) => state === 'refunded' && !held && !repaid],
  [/sent a refund of|tried to refund/, ({ state, held, repaid }) => state === 'refunded' && (held || repaid)],
  [/repaid/, ({ repaid }) => repaid],
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
      expect(all).not.toMatch(/[Dd]elivered to|Refunding|refunded/)
    }
  })
})

/** The email after a hold, of a charged transfer. */
const releasedOf = (one: Case): string => transactionReleased(snapshotOf(rowOf(one))).paragraphs.join('\n')

describe('the email after a hold', () => {
  it.each<readonly [RegExp, (one: Case) => boolean]>([
    [
      /going ahead: we’re sending/,
      ({ state, cancel }) => !cancel && ['paid', 'paying_out', 'payout_unknown'].includes(state),
    ],
    [/checking whether/, ({ state }) => state === 'payout_failed'],
    [/already on its way/, ({ state, cancel }) => cancel && ['paying_out', 'payout_unknown'].includes(state)],
    [/Nothing has changed: .* is in/, ({ state }) => state === 'sent'],
    [
      /isn’t going ahead\. We’re refunding/,
      ({ state, cancel }) => /^refund(ing|_failed)$/.test(state) || (state === 'paid' && cancel),
    ],
    [/ve refunded/, ({ state, repaid }) => ['refunded', 'cancelled'].includes(state) && !repaid],
    [/repaid it another way/, ({ repaid }) => repaid],
  ])('says %s only where that is true', (words, isTrue) => {
    const said = CASES.filter((one) => one.charged && !one.held && words.test(releasedOf(one)))
    expect(said).not.toEqual([])
    expect(said.filter((one) => !isTrue(one))).toEqual([])
  })
})

/** What a person may read of where the money goes. */
const PROMISE =
  /refund|comes? back|way back|on its way|going ahead|[Ss]ending|will (?:go|arrive)|arrives|delivered/i

/** Everything that the sender and the recipient read of a transfer on hold. */
function readOnHold(row: TransferRow, isEmailed: boolean): string {
  const { notice, timeline } = toDetail(row, [moved('awaiting_payment'), moved('paid')], isEmailed)
  const { subject, paragraphs } = transactionHeld(snapshotOf(row))
  const receive = snapshotOf(row).receive
  const answer = answerOf(
    {
      state: trackedState(row),
      since: at,
      endedAt: null,
      receive,
      network: { value: row.network, label: 'MTN MoMo' },
      senderName: 'Kofi Owusu',
      recipientPhone: row.recipient_phone,
    },
    null,
  )
  const { heading, sentence } = pageWordsOf(answer, { receive })
  const page = timeline.map(({ text }) => text)
  return [notice, ...page, subject, ...paragraphs, heading, sentence, answer.whatToDo].join('\n')
}

describe('a hold, which may keep the money', () => {
  it.each(Object.keys(HOLDS) as HoldReason[])('promises nothing while it lasts: %s', (hold_reason) => {
    const states: readonly State[] = waitsForScreening(hold_reason) ? ['paid', 'payout_unknown'] : ['paid']
    for (const state of states)
      for (const cancel_reason of [null, 'user'] as const)
        for (const isEmailed of [true, false]) {
          const row = createTransferStoredAs({ state, hold_reason, cancel_reason, captured_at: at })
          expect(readOnHold(row, isEmailed)).not.toMatch(PROMISE)
        }
  })

  it('is followed by what was decided', () => {
    const afterwards = (cancel_reason: 'operator' | null): string =>
      transactionReleased(
        snapshotOf(createTransferStoredAs({ state: 'paid', cancel_reason, captured_at: at })),
      ).paragraphs.join('\n')
    expect(afterwards(null)).toMatch(/going ahead/)
    expect(afterwards('operator')).toMatch(/We’re refunding USD 50\.00/)
  })
})
