import { describe, expect, it } from 'vitest'
import type { CancelReason } from '../db/schema/money.ts'
import { transactionHeld, transactionReleased } from '../domains/support/notifications/emails.ts'
import { answerOf, pageWordsOf } from '../domains/support/tracking/words.ts'
import { trackedState } from '../domains/transfers/history/tracked.ts'
import { toDetail, type HistoryEvent } from '../domains/transfers/history/view.ts'
import { HOLDS, waitsForScreening, type HoldReason } from '../domains/transfers/state/holds.ts'
import { snapshotOf } from '../domains/transfers/state/snapshot.ts'
import { STATES, type State } from '../domains/transfers/state/states.ts'
import type { TransferRow } from '../domains/transfers/state/transfer-row.ts'
import { createTransferStoredAs } from '../testing/transfer-row.ts'

const at = new Date('2026-11-21T10:00:00Z')
const moved = (to_state: State): HistoryEvent => ({ to_state, kind: 'moved', at })

/** A charged transfer whose hold has ended. */
interface Case {
  readonly state: State
  readonly cancel: CancelReason | null
  /** Paid back by other means than the card. */
  readonly repaid: boolean
}

const CASES: readonly Case[] = STATES.filter((state) => state !== 'awaiting_payment').flatMap((state) =>
  [null, 'user' as const, 'staff' as const].flatMap((cancel) =>
    [false, ...(state === 'refunded' || state === 'cancelled' ? [true] : [])].map((repaid) => ({
      state,
      cancel,
      repaid,
    })),
  ),
)

const releasedOf = ({ state, cancel, repaid }: Case): string =>
  transactionReleased(
    snapshotOf(
      createTransferStoredAs({
        state,
        cancel_reason: cancel,
        repaid_amount: repaid ? 5_000n : null,
        captured_at: at,
      }),
    ),
  ).paragraphs.join('\n')

describe('the email after a hold', () => {
  it.each<readonly [RegExp, (one: Case) => boolean]>([
    [
      /going ahead: we’re sending/,
      ({ state, cancel }) => cancel === null && ['paid', 'paying_out', 'payout_unknown'].includes(state),
    ],
    [/checking whether/, ({ state }) => state === 'payout_failed'],
    [
      /already on its way/,
      ({ state, cancel }) => cancel !== null && ['paying_out', 'payout_unknown'].includes(state),
    ],
    [/Nothing has changed: .* is in/, ({ state }) => state === 'sent'],
    [
      /isn’t going ahead\. We’re refunding/,
      ({ state, cancel }) => /^refund(ing|_failed)$/.test(state) || (state === 'paid' && cancel !== null),
    ],
    [/ve refunded/, ({ state, repaid }) => ['refunded', 'cancelled'].includes(state) && !repaid],
    [/repaid it another way/, ({ repaid }) => repaid],
  ])('says %s only where that is true', (words, isTrue) => {
    const said = CASES.filter((one) => words.test(releasedOf(one)))
    expect(said).not.toEqual([])
    expect(said.filter((one) => !isTrue(one))).toEqual([])
  })
})

/** Sentences about the money's whereabouts that a person may read. */
const PROMISE =
  /refund|comes? back|way back|on its way|going ahead|[Ss]ending|will (?:go|arrive)|arrives|delivered/i

/** Everything that the sender and the recipient read of a transfer on hold. */
function readOnHold(row: TransferRow, isEmailed: boolean): string {
  const way: readonly State[] = row.state === 'paid' ? ['paid'] : ['paid', 'paying_out', row.state]
  const history = [...way.map(moved), { to_state: row.state, kind: 'held' as const, at }]
  const { notice, timeline } = toDetail(row, history, isEmailed)
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
    const paid = { state: 'paid', repaid: false } as const
    expect(releasedOf({ ...paid, cancel: null })).toMatch(/going ahead/)
    expect(releasedOf({ ...paid, cancel: 'staff' })).toMatch(/We’re refunding USD 50\.00/)
  })
})
