import { cardLabel } from '@sesa/contract'
import { formatMoney, money } from '@sesa/money'
import { sql } from 'kysely'
import { inTransaction, type Db, type Tx } from '../../../db/index.ts'
import { parseTraceparent } from '../../../lib/traceparent.ts'
import { isEmailed } from '../../record/index.ts'
import { cardOf } from '../history/texts.ts'
import { payerOf } from '../ways-to-pay/payer.ts'
import { walletOf, type ToldCollection } from '../mobile-money/story.ts'
import { holdMeaning } from '../state/holds.ts'
import type { TransferRow } from '../state/transfer-row.ts'
import { consequenceOf } from './consequences.ts'
import { readEvents } from './explained-events.ts'
import { capital, entriesOf, type Entry, type StoryEvent } from './story-entries.ts'
import { readStoryFacts } from './story-facts.ts'
import { storyOf, type Story } from './story.ts'
import {
  blockedRefusal,
  decidesHold,
  refusalOf,
  STAFF_ACTIONS,
  standingOf,
  underReviewRefusal,
  type StaffActionName,
} from './refusals.ts'
import {
  eventsAsSeen,
  holdAsSeen,
  isHeldForReview,
  readReviewers,
  type Reader,
  type SeenHold,
} from './under-review.ts'

/** Returns the hold of a transfer, with its meaning for staff. */
export const holdOf = (
  row: Pick<TransferRow, 'hold_reason' | 'hold_owner' | 'state'>,
  blocked = false,
): SeenHold => ({
  reason: row.hold_reason ?? '',
  owner: row.hold_owner ?? '',
  means: holdMeaning(row.hold_reason ?? '', row.state, blocked)?.means ?? null,
})

/** Names the card, the wallet or the bank account that paid; null before the charge, or before a debit was authorized. */
function paidBy(row: TransferRow, collections: readonly ToldCollection[]): string | null {
  if (row.pay_method === 'bank_debit') return row.debit_started_at === null ? null : capital(payerOf(row))
  const card = cardOf(row)
  const wallet = collections.find(({ id }) => id === row.collection_id)
  return card === null ? (wallet === undefined ? null : walletOf(wallet)) : cardLabel(card)
}

/** Reads a transfer with its history, its hold and its actions as shown to a reader; undefined when there is none. */
async function readSeen(tx: Tx, reference: string, reader: Reader) {
  const row = await tx
    .selectFrom('transfers')
    .selectAll()
    .where('reference', '=', reference)
    .executeTakeFirst()
  if (row === undefined) return undefined
  const stored = await readEvents(tx, row)
  const reviewers = reader.seesCases ? new Set<string>() : await readReviewers(tx)
  const underReview = await isHeldForReview(tx, reference)
  const standing = await standingOf(tx, row)
  const hold =
    row.hold_reason === null
      ? null
      : {
          ...holdAsSeen(holdOf(row, standing?.blocked), { ...reader, underReview }),
          decided: standing?.blocked === true && (reader.seesCases || !underReview),
        }
  /** The reason of the cancellation; only staff who see cases may learn that the account was on hold. */
  const cancelReason = row.cancel_reason === 'account_held' && !reader.seesCases ? 'staff' : row.cancel_reason
  const facts = {
    ...(await readStoryFacts(tx, row, reader, standing !== null)),
    ...{ row, history: stored, hold, cancelReason, owed: standing?.owed ?? null },
    events: eventsAsSeen(stored, { ...reader, reviewers }),
    isHidden: underReview && !reader.seesCases,
    isEmailed: row.hold_reason !== null && (await isEmailed(tx, row.user_id)),
  }
  const refusalFor = (action: StaffActionName): string | null => {
    if (underReview && !reader.seesCases && decidesHold(action)) return underReviewRefusal(row)
    const refusal = refusalOf(action, row, standing)
    return refusal !== null && standing?.blocked && decidesHold(action) ? blockedRefusal(row) : refusal
  }
  return {
    row,
    paidBy: paidBy(row, facts.collections),
    story: storyOf(facts),
    linesWith: (events: readonly StoryEvent[]) =>
      entriesOf({ ...facts, events: eventsAsSeen(events, { ...reader, reviewers }) }),
    /** Null once its books are archived. */
    standing,
    isHidden: facts.isHidden,
    underReview,
    hold,
    heldSince: stored.findLast(({ kind }) => kind === 'held')?.at ?? null,
    cancelReason,
    /** Every staff action with its effect, and the reason why it is impossible now; null when it is possible. */
    actions: STAFF_ACTIONS.map((action) => ({
      action,
      leadsTo: consequenceOf(action, row),
      refusal: refusalFor(action),
    })),
  }
}

/** Returns a transfer as shown to a reader; undefined when there is none. */
export const readStaffView = (db: Db, reference: string, reader: Reader) =>
  inTransaction(db, 'transfers.staff_view', (tx) => readSeen(tx, reference, reader))

/** A transfer for staff; shows only the last digits of the recipient's number. */
export interface TransferOverview {
  readonly reference: string
  readonly facts: readonly (readonly [string, string])[]
  readonly story: Story
  /** Every staff action, with the reason why it is impossible now; null when it is possible. */
  readonly actions: readonly {
    readonly action: StaffActionName
    readonly leadsTo: string
    readonly refusal: string | null
  }[]
  /** The transfer's id when its events and postings are archived: then the story lacks them. */
  readonly archivedId: string | null
  /** Returns the story's lines made of archived events, as shown to the reader. */
  linesWith(events: readonly StoryEvent[]): readonly Entry[]
}

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

/** Matches the transfer with a reference, an id, a card payment or a pay-out reference. */
const named = (id: string) =>
  UUID.test(id)
    ? sql<boolean>`id = ${id} or payout_reference = ${id}`
    : sql<boolean>`reference = ${id.toUpperCase()} or payment_intent_id = ${id}`

/**
 * Returns a transfer as shown to a reader, by its reference, id, card payment or pay-out reference; undefined when there is
 * none.
 */
export function showTransfer(db: Db, id: string, reader: Reader): Promise<TransferOverview | undefined> {
  return inTransaction(db, 'transfers.show', async (tx) => {
    const found = await tx.selectFrom('transfers').select('reference').where(named(id)).executeTakeFirst()
    const seen = found && (await readSeen(tx, found.reference, reader))
    if (seen === undefined) return undefined
    const { row, hold, standing } = seen
    return {
      reference: row.reference,
      facts: [
        ['reference', row.reference],
        ['state', row.state],
        ['held for', hold === null ? 'not held' : `${hold.reason} (${hold.owner})`],
        ...(hold === null || hold.means === null ? [] : ([['which means', hold.means]] as const)),
        ['cancel asked by', seen.cancelReason ?? 'nobody'],
        ['sent', formatMoney(money(row.amount, row.currency))],
        ['charged', formatMoney(money(row.charge_amount, row.charge_currency))],
        ['arrives', formatMoney(money(row.receive_amount, row.receive_currency))],
        ['owed to sender', standing === null ? 'nothing: archived' : formatMoney(standing.owed)],
        ['recipient', `${row.network} in ${row.country}, number ending ${row.recipient_phone.slice(-4)}`],
        ['paid by', seen.paidBy ?? 'not paid yet'],
        ['payment', row.payment_intent_id ?? 'not opened'],
        ['pay-out reference', row.payout_reference],
        ['transfer id', row.id],
        ['trace', parseTraceparent(row.traceparent)?.traceId ?? 'not recorded'],
      ],
      story: seen.story,
      actions: seen.actions,
      archivedId: standing === null ? row.id : null,
      linesWith: seen.linesWith,
    }
  })
}
