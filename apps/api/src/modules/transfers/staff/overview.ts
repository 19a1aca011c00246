import { formatMoney, money, type Money } from '@sesa/money'
import { sql } from 'kysely'
import { inTransaction, type Db } from '../../../db/index.ts'
import { parseTraceparent } from '../../../lib/traceparent.ts'
import { holdMeaning } from '../state/holds.ts'
import { refusalOf, STAFF_ACTIONS, standingOf, type StaffActionName } from './refusals.ts'

/** A transfer on hold, as staff list it. */
export interface HeldTransfer {
  readonly reference: string
  readonly state: string
  readonly reason: string
  readonly owner: string
  readonly amount: string
  readonly since: Date
}

/** A transfer on hold, with the meaning of its hold. */
export interface Held {
  readonly reference: string
  readonly state: string
  readonly reason: string
  readonly owner: string
  readonly means: string | null
  readonly amount: Money
  readonly since: Date
}

/** Returns all transfers on hold, longest held first. */
export async function listHeld(db: Db): Promise<readonly Held[]> {
  const rows = await db
    .selectFrom('transfers as t')
    .select(['t.reference', 't.state', 't.hold_reason', 't.hold_owner', 't.total', 't.currency'])
    .select((eb) =>
      eb
        .selectFrom('transfer_events as e')
        .whereRef('e.transfer_id', '=', 't.id')
        .where('e.kind', '=', 'held')
        .select((inner) => inner.fn.max('e.at').as('at'))
        .as('since'),
    )
    .where('t.hold_reason', 'is not', null)
    .orderBy('since')
    .execute()
  return rows.map((row) => ({
    reference: row.reference,
    state: row.state,
    reason: row.hold_reason ?? '',
    owner: row.hold_owner ?? '',
    means: holdMeaning(row.hold_reason ?? '', row.state)?.means ?? null,
    amount: money(row.total, row.currency),
    since: row.since ?? new Date(0),
  }))
}

/** As `listHeld`, with amounts in words. */
export async function listHolds(db: Db): Promise<readonly HeldTransfer[]> {
  return (await listHeld(db)).map(({ means: _, amount, ...held }) => ({
    ...held,
    amount: formatMoney(amount),
  }))
}

/** Returns what staff see of a transfer: its row, its events and what its hold means; undefined when there is none. */
export function readStaffView(db: Db, reference: string) {
  return inTransaction(db, 'transfers.staff_view', async (tx) => {
    const row = await tx
      .selectFrom('transfers')
      .selectAll()
      .where('reference', '=', reference)
      .executeTakeFirst()
    if (row === undefined) return undefined
    const events = await tx
      .selectFrom('transfer_events')
      .selectAll()
      .where('transfer_id', '=', row.id)
      .orderBy('id')
      .execute()
    return {
      row,
      events,
      /** Null once its books are archived. */
      standing: await standingOf(tx, row),
      meaning: row.hold_reason === null ? undefined : holdMeaning(row.hold_reason, row.state),
      heldSince: events.findLast(({ kind }) => kind === 'held')?.at ?? null,
    }
  })
}

/** What staff need to know about a transfer; shows only the last digits of the recipient's number. */
export interface TransferOverview {
  readonly facts: readonly (readonly [string, string])[]
  readonly history: readonly string[]
  /** Every action of staff, with the reason why it is not possible now; null when it is possible. */
  readonly actions: readonly { readonly action: StaffActionName; readonly refusal: string | null }[]
  /** The transfer's id when its events and postings are archived: then `history` lacks them. */
  readonly archivedId: string | null
}

interface DescribedEvent {
  readonly at: Date
  readonly kind: string
  readonly from_state: string | null
  readonly to_state: string
  readonly hold_reason: string | null
  readonly operator: string | null
  readonly detail: string | null
}

/** Returns an event of a history as staff read it. */
export function describeEvent({
  at,
  kind,
  from_state,
  to_state,
  hold_reason,
  operator: staff,
  detail,
}: DescribedEvent) {
  return [
    at.toISOString(),
    kind === 'moved' ? `${from_state ?? 'new'} → ${to_state}` : kind,
    kind === 'held' ? hold_reason : null,
    staff === null ? null : `by ${staff}`,
    detail === null ? null : `(${detail})`,
  ]
    .filter((word) => word !== null)
    .join(' ')
}

/** Returns a transfer by its reference, for staff; undefined when there is none. */
export function showTransfer(db: Db, reference: string): Promise<TransferOverview | undefined> {
  return inTransaction(db, 'transfers.show', async (tx) => {
    const row = await tx
      .selectFrom('transfers')
      .selectAll()
      .where('reference', '=', reference)
      .executeTakeFirst()
    if (row === undefined) return undefined
    const standing = await standingOf(tx, row)
    const events = await tx
      .selectFrom('transfer_events')
      .selectAll()
      .where('transfer_id', '=', row.id)
      .orderBy('id')
      .execute()
    const { rows: attempts } = await sql<{ line: string }>`
      select concat_ws(' ', sent_at, 'pay-out request', coalesce(outcome, 'not closed')) as line
      from payout_attempts where transfer_id = ${row.id}
      union all select concat_ws(' ', sent_at, 'refund request') from refund_attempts where transfer_id = ${row.id}
      union all select concat_ws(' ', created_at, 'dispute', provider_id, 'of', currency,
        to_char(amount / 100.0, 'FM999,999,999,990.00'))
      from disputes where transfer_id = ${row.id}
      order by 1`.execute(tx)
    const meaning = row.hold_reason === null ? undefined : holdMeaning(row.hold_reason, row.state)
    return {
      facts: [
        ['reference', row.reference],
        ['state', row.state],
        ['held for', row.hold_reason === null ? 'not held' : `${row.hold_reason} (${row.hold_owner ?? ''})`],
        ...(meaning === undefined ? [] : ([['which means', meaning.means]] as const)),
        ['cancel asked by', row.cancel_reason ?? 'nobody'],
        ['sent', formatMoney(money(row.amount, row.currency))],
        ['charged', formatMoney(money(row.charge_amount, row.charge_currency))],
        ['arrives', formatMoney(money(row.receive_amount, row.receive_currency))],
        ['owed to sender', standing === null ? 'nothing: archived' : formatMoney(standing.owed)],
        ['recipient', `${row.network} in ${row.country}, number ending ${row.recipient_phone.slice(-4)}`],
        ['card payment', row.payment_intent_id ?? 'not opened'],
        ['pay-out reference', row.payout_reference],
        ['transfer id', row.id],
        ['trace', parseTraceparent(row.traceparent)?.traceId ?? 'not recorded'],
      ],
      history: [...events.map(describeEvent), ...attempts.map(({ line }) => line)],
      actions: STAFF_ACTIONS.map((action) => ({ action, refusal: refusalOf(action, row, standing) })),
      archivedId: standing === null ? row.id : null,
    }
  })
}
