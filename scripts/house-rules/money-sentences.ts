import type { CancelReason } from '../../apps/api/src/db/schema/money.ts'
import * as emails from '../../apps/api/src/domains/support/notifications/emails.ts'
import { answerOf, pageWordsOf } from '../../apps/api/src/domains/support/tracking/words.ts'
import { outcomeOf } from '../../apps/api/src/domains/transfers/engine/cancel.ts'
import { trackedState } from '../../apps/api/src/domains/transfers/history/tracked.ts'
import {
  toDetail,
  toOpenTransfer,
  toTransfer,
  type HistoryEvent,
} from '../../apps/api/src/domains/transfers/history/view.ts'
import { HOLDS, type HoldReason } from '../../apps/api/src/domains/transfers/state/holds.ts'
import { snapshotOf } from '../../apps/api/src/domains/transfers/state/snapshot.ts'
import { isEnd, STATES, type State } from '../../apps/api/src/domains/transfers/state/states.ts'
import type { TransferRow } from '../../apps/api/src/domains/transfers/state/transfer-row.ts'
import { createTransferStoredAs } from '../../apps/api/src/testing/transfer-row.ts'
import { stateOf } from '../../apps/web/src/features/dashboard/home/words.ts'
import { endOf } from '../../apps/web/src/features/receipt/items.ts'
import { cancelAnswer, cancelQuestion } from '../../apps/web/src/features/transfer-status/cancelling.ts'
import { factsOf } from '../../apps/web/src/features/transfer-status/facts.ts'
import { nextOf, sentenceOf } from '../../apps/web/src/features/transfer-status/progress.ts'
import { summaryOfDetail } from '../../apps/web/src/features/transfer-status/summary.ts'
import type { EmailTemplate } from '../../apps/api/src/domains/record/index.ts'

/** A charged transfer, or one that was closed, at one moment. */
export interface Scene {
  readonly state: State
  readonly way: readonly State[]
  readonly hold: HoldReason | null
  readonly cancel: CancelReason | null
  readonly charged: boolean
  readonly repaid: boolean
  /** Whether its sender gets email. Its wallet then has a different name, to read those words as well. */
  readonly isEmailed: boolean
}

/** A text that somebody reads in a scene, and the files that its words come from. */
export interface Sentence {
  readonly files: readonly string[]
  readonly text: string
}

/** The paths by which a transfer reaches each state. */
const WAYS: Readonly<Record<State, readonly (readonly State[])[]>> = {
  awaiting_payment: [],
  paid: [['paid']],
  paying_out: [['paid', 'paying_out']],
  payout_unknown: [['paid', 'paying_out', 'payout_unknown']],
  payout_failed: [['paid', 'paying_out', 'payout_failed']],
  sent: [
    ['paid', 'paying_out', 'sent'],
    ['paid', 'paying_out', 'payout_failed', 'refunding', 'sent'],
  ],
  refunding: [['refunding'], ['paid', 'refunding'], ['paid', 'paying_out', 'payout_failed', 'refunding']],
  refund_failed: [['paid', 'paying_out', 'payout_failed', 'refunding', 'refund_failed']],
  refunded: [
    ['paid', 'refunding', 'refunded'],
    ['paid', 'paying_out', 'payout_failed', 'refunding', 'refunded'],
  ],
  cancelled: [['cancelled']],
}

const BOTH = [false, true] as const

/** Every scene: the states by all their ways, with every hold and none, cancelled or not. */
export const SCENES: readonly Scene[] = STATES.flatMap((state) =>
  WAYS[state].flatMap((way) =>
    [null, ...(Object.keys(HOLDS) as HoldReason[])].flatMap((hold) =>
      [null, 'user' as const, 'staff' as const].flatMap((cancel) =>
        // Only a closed payment may be uncharged, and only an ended transfer is paid back off the card.
        [true, ...(state === 'cancelled' && hold === null ? [false] : [])].flatMap((charged) =>
          [false, ...(charged && ['refunded', 'cancelled'].includes(state) ? [true] : [])].flatMap((repaid) =>
            BOTH.map((isEmailed) => ({ state, way, hold, cancel, charged, repaid, isEmailed })),
          ),
        ),
      ),
    ),
  ),
)

const at = new Date('2026-11-21T10:00:00Z')

const rowOf = ({ state, way, hold, cancel, charged, repaid, isEmailed }: Scene): TransferRow =>
  createTransferStoredAs({
    state,
    captured_at: charged ? at : null,
    hold_reason: hold,
    hold_owner: hold === null ? null : HOLDS[hold].owner,
    cancel_reason: cancel,
    name_check: isEmailed ? 'different' : 'match',
    repaid_amount: repaid ? 5_000n : null,
    failure_code: way.includes('payout_failed') ? 'UNKNOWN_ERROR' : cancel === null ? null : 'cancelled',
  })

const eventsOf = ({ way, hold, state }: Scene): HistoryEvent[] => [
  ...['awaiting_payment' as const, ...way].map((to_state) => ({ to_state, kind: 'moved' as const, at })),
  ...(hold === null ? [] : [{ to_state: state, kind: 'held' as const, at }]),
]

const API = 'apps/api/src/domains/'
const PAGE = ['states', 'failures'].map((name) => `${API}transfers/state/${name}.ts`)
const TEXTS = [...PAGE, `${API}transfers/history/texts.ts`]
const STATUS = 'apps/web/src/features/transfer-status/'
const EMAILS = `${API}support/notifications/emails.ts`
const TRACKING = `${API}support/tracking/words.ts`
const HOME = 'apps/web/src/features/dashboard/home/words.ts'
const RECEIPT = 'apps/web/src/features/receipt/items.ts'

/** The files whose texts depend on the transfer. The list says of each of their claims while what it may be said. */
export const SPEAKING = [
  ...TEXTS,
  EMAILS,
  TRACKING,
  HOME,
  RECEIPT,
  ...['progress', 'cancelling', 'facts'].map((name) => `${STATUS}${name}.ts`),
] as const

const textOf = ({ subject, paragraphs }: EmailTemplate): string => [subject, ...paragraphs].join('\n')

/** Returns the emails and the notices in the app that a transfer’s last event sends. */
function emailsOf({ state, way, hold, repaid, charged }: Scene, row: TransferRow): readonly string[] {
  const snapshot = snapshotOf(row)
  const { title, body } = emails.paid(snapshot)
  if (!charged) return []
  return [
    ...(state === 'paid' ? [`${title}\n${body}`] : []),
    textOf(hold === null ? emails.transactionReleased(snapshot) : emails.transactionHeld(snapshot)),
    ...(state === 'refunding' && hold === null && way.includes('payout_failed')
      ? [textOf(emails.transactionFails(snapshot))]
      : []),
    ...(state === 'sent'
      ? BOTH.map((saidFailed) => textOf(emails.transactionSuccessful(snapshot, saidFailed)))
      : []),
    ...(state === 'refunded' && !repaid ? [textOf(emails.transactionRefunded(snapshot))] : []),
  ]
}

/** Returns what the recipient reads on the tracking page. */
function trackingOf(row: TransferRow): readonly string[] {
  const receive = { amount: row.receive_amount, currency: row.receive_currency }
  const network = { value: row.network, label: 'MTN MoMo' }
  const tracked = { state: trackedState(row), since: at, endedAt: null, receive, network }
  const answer = answerOf({ ...tracked, senderName: 'Kofi Owusu', recipientPhone: row.recipient_phone }, null)
  const { heading, sentence } = pageWordsOf(answer, { receive })
  return [heading, sentence, answer.whatToDo]
}

/** Returns everything that anybody reads about the money in a scene. */
export function sentencesOf(scene: Scene): readonly Sentence[] {
  const row = rowOf(scene)
  const detail = toDetail(row, eventsOf(scene), scene.isEmailed)
  const from = (files: readonly string[], texts: readonly (string | null)[]): Sentence[] =>
    texts.filter((text) => text !== null).map((text) => ({ files, text }))
  const open = isEnd(scene.state) ? null : toOpenTransfer(row, scene.isEmailed)
  const home = open && stateOf(open, new Date(at.getTime() - 60_000))
  const answer =
    scene.cancel === 'user' && scene.state !== 'sent'
      ? cancelAnswer(outcomeOf(row) ?? 'recorded', detail)
      : null
  const question = detail.cancellable ? cancelQuestion(detail) : null
  return [
    ...from(TEXTS, [detail.notice, open?.notice ?? null, ...detail.timeline.map(({ text }) => text)]),
    ...from([EMAILS, ...PAGE], emailsOf(scene, row)),
    ...from([TRACKING], trackingOf(row)),
    ...from([HOME, ...TEXTS], home ? [home.word, home.text] : []),
    ...from(
      [RECEIPT],
      [endOf({ transfer: { ...detail, ...toTransfer(row), status: detail.status } } as never)],
    ),
    ...from([`${STATUS}progress.ts`], [sentenceOf(summaryOfDetail(detail)), nextOf(detail)]),
    ...from(
      [`${STATUS}cancelling.ts`],
      [question?.text ?? null, answer && `${answer.title}\n${answer.text}`],
    ),
    ...from(
      [`${STATUS}facts.ts`],
      factsOf(detail, null).map(({ label }) => label),
    ),
  ]
}
