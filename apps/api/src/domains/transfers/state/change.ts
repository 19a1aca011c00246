import type { CancelReason, EventKind } from '../../../db/schema/money.ts'
import type { Entry } from '../../record/index.ts'
import type { PayoutRoute } from '../payout-router.ts'
import type { ScreenedPeople } from '../payout-screening.ts'
import type { ChangeEvent, ClosedAttempt, Due, Effect } from './effect.ts'
import { hasStepUnder, holdColumns, isPaymentOpen, type HoldReason } from './holds.ts'
import { announcementsOf } from './snapshot.ts'
import { isEnd, requireEdges, type State } from './states.ts'
import type { Charge, Claim, TransferRow } from './transfer-row.ts'

const NOW: Due = { inMs: 0, bound: null, heedsWakes: true }
const ON_WAKE: Due = { ...NOW, inMs: null }

const eventAt = (row: Claim, kind: EventKind): ChangeEvent => ({
  ...{ kind, from: row.state, to: row.state, hold: row.hold_reason, detail: null, staff: null },
})

/** A due time that a hold keeps. */
interface HoldOptions {
  /** Milliseconds until the hold is checked again; by default it waits for a wake. */
  readonly lookAgainMs?: number
  /** True if provider events stay pending; they are handled in a minute. */
  readonly lateEvents?: boolean
  /** True if a wake since the claim was read means pending provider events. */
  readonly wakesAreEvents?: boolean
  /** True if a requested refund continues under the hold. */
  readonly keepsRefund?: boolean
}

type Columns = Partial<
  Charge &
    Pick<
      TransferRow,
      'cancel_reason' | 'failure_code' | 'late_events_pending' | 'payment_intent_id' | 'refund_order'
    >
>

/**
 * What a decision changes about a claimed transfer. A value: each method returns another one, and nothing is written before
 * `apply` writes all of it in one statement. A new change extends the lease and leaves everything else.
 */
export class Change {
  readonly effect: Effect

  private constructor(effect: Effect) {
    this.effect = effect
  }

  static of(claim: Claim): Change {
    return new Change({
      read: claim,
      row: claim,
      wakesAreEvents: false,
      chargeUnknown: null,
      enters: false,
      due: NOW,
      keepsLease: true,
      events: [],
      moves: [],
      entries: [],
      request: null,
      route: null,
      closes: null,
      refusal: null,
      people: null,
    })
  }

  private with(change: Partial<Effect>): Change {
    return new Change({ ...this.effect, ...change })
  }

  /** Sets columns other than state and hold. */
  set(columns: Columns): Change {
    return this.with({ row: { ...this.effect.row, ...columns } })
  }

  /** Records that the customer has authorized a debit, and until when its price is honoured. */
  debiting(debit: Columns): Change {
    const { row, moves } = this.effect
    return this.with({ row: { ...row, ...debit, attempts: 1 }, moves: [...moves, 'debiting'] })
  }

  /** Whether the card's charge is unknown. A charge reported since the claim was read stays unknown until it is read. */
  chargeIs(unknown: boolean): Change {
    return this.with({ chargeUnknown: unknown })
  }

  /**
   * Moves along an edge, and releases the lease at an end unless it `keepsLease` to place or end a hold.
   * @throws Error for a step that is not an edge.
   */
  move(
    to: State,
    columns: Columns = {},
    {
      detail = null,
      keepsLease = false,
    }: { readonly detail?: string | null; readonly keepsLease?: boolean } = {},
  ): Change {
    const { row, events, moves } = this.effect
    requireEdges([row.state, to])
    const moved = { ...row, ...columns, state: to, attempts: 1, failures: 0, stale: false }
    const event = { kind: 'moved', from: row.state, to, hold: row.hold_reason, detail, staff: null } as const
    const next = this.with({
      row: moved,
      enters: true,
      due: NOW,
      keepsLease: true,
      events: [...events, event],
      moves: [...moves, ...announcementsOf(row.state, moved)],
    })
    return isEnd(to) && !keepsLease ? next.end() : next
  }

  /** Ends: only pending provider events are left to handle. */
  private end(): Change {
    const { row } = this.effect
    return this.with({
      row: { ...row, refund_order: null },
      due: { ...(row.late_events_pending ? NOW : ON_WAKE), heedsWakes: false },
      keepsLease: false,
    })
  }

  /** Places a hold on top of any other, and releases the lease. */
  hold(
    reason: HoldReason,
    { lookAgainMs, lateEvents = false, wakesAreEvents = false, keepsRefund = false }: HoldOptions = {},
  ): Change {
    const { row, moves } = this.effect
    const refund_order = keepsRefund ? row.refund_order : null
    const pending = lateEvents ? 60_000 : lookAgainMs
    const held = this.beneath(reason).with({
      row: {
        ...row,
        ...holdColumns(reason),
        refund_order,
        late_events_pending: lateEvents || (row.late_events_pending && !wakesAreEvents),
      },
      wakesAreEvents,
      due: refund_order !== null ? NOW : pending === undefined ? ON_WAKE : { ...NOW, inMs: pending },
      keepsLease: false,
    })
    return row.hold_reason === null ? held.with({ moves: [...moves, 'held'] }) : held
  }

  /** Records a hold that is in force once the current one ends. */
  beneath(...reasons: readonly HoldReason[]): Change {
    const { row, events } = this.effect
    const added = reasons.map((hold): ChangeEvent => ({ ...eventAt(row, 'held'), hold }))
    return this.with({ events: [...events, ...added] })
  }

  /**
   * Ends the hold and releases the lease; the newest hold of `beneath` is in force again. `events`: `handled` just now; by
   * default a wake since the claim was read means pending events, unless wakes are `ours`.
   */
  endHold(
    beneath: readonly HoldReason[],
    detail: string,
    events: 'handled' | 'ours' | 'pending' = 'pending',
  ): Change {
    const { row, moves } = this.effect
    const next = beneath.at(-1) ?? null
    const late_events_pending = events === 'handled' ? false : row.late_events_pending
    const free = { ...row, ...holdColumns(next), late_events_pending }
    const isDue = hasStepUnder(row, next) || late_events_pending
    const released = this.note(detail, 'released')
      .with({
        row: free,
        wakesAreEvents: events !== 'ours',
        due: isDue ? NOW : { ...ON_WAKE, heedsWakes: events !== 'ours' },
        keepsLease: false,
      })
      .beneath(...beneath)
    return next === null ? released.with({ moves: [...moves, 'released'] }) : released
  }

  /** Records a note, or the end of the hold. */
  note(detail: string, kind: 'noted' | 'released' = 'noted'): Change {
    const { row, events } = this.effect
    const hold = kind === 'released' ? null : row.hold_reason
    return this.with({ events: [...events, { ...eventAt(row, kind), hold, detail }] })
  }

  /** Asks for a cancellation, unless one was asked for. */
  cancel(reason: CancelReason, staff: string): Change {
    const { row, events } = this.effect
    if (row.cancel_reason !== null) return this
    const asked = { ...eventAt(row, 'cancel_requested'), staff }
    return this.with({ row: { ...row, cancel_reason: reason }, events: [...events, asked] })
  }

  /** Books entries in the ledger. */
  book(...entries: readonly Entry[]): Change {
    return this.with({ entries: [...this.effect.entries, ...entries] })
  }

  /**
   * Records a pay-out or refund request before it is sent, and extends the lease. Pins the `route` of a pay-out, with its
   * reservation, unless it has one; a pay-out without an open route has none.
   */
  request(kind: 'payout' | 'refund', route: PayoutRoute | null = null): Change {
    const isPinned = route?.rail === this.effect.row.rail
    return this.with({ request: kind, route: isPinned ? null : route, keepsLease: true, due: NOW })
  }

  /** Records the outcome of a pay-out request. */
  close(attempt: { readonly id: bigint }, outcome: ClosedAttempt['outcome']): Change {
    return this.with({ closes: { id: attempt.id, outcome } })
  }

  /** Notes why the carrier did not pay, with the closed or else the newest request. */
  refuse(answer: string): Change {
    return this.with({ refusal: answer })
  }

  /** Writes nothing unless these people are clear at that moment. */
  onlyIfClear(people: ScreenedPeople | null): Change {
    return this.with({ people })
  }

  /** Releases the lease until `ms` from now; an unpaid transfer continues when its price expires. */
  wait(ms: number): Change {
    const { row } = this.effect
    const isPriced = row.state === 'awaiting_payment' && !row.expired
    return this.with({
      row: { ...row, failures: 0 },
      due: { ...NOW, inMs: ms, bound: isPriced ? 'price' : null },
      keepsLease: false,
    })
  }

  /** Releases the lease after an error of our own. `failures`: consecutive ones. Wakes do not shorten the wait. */
  waitAfterError(ms: number, failures: number): Change {
    const { row } = this.effect
    return this.with({
      row: { ...row, failures },
      ...(isPaymentOpen(row) && { chargeUnknown: true }),
      due: { ...NOW, inMs: ms, heedsWakes: false },
      keepsLease: false,
    })
  }

  /** Releases the lease of a transfer that waits only for a wake. */
  waitForWake(): Change {
    return this.with({ due: ON_WAKE, keepsLease: false })
  }

  /** Releases the lease of a charged transfer until its pay-out may begin. */
  waitForPayout(): Change {
    const { row } = this.effect
    const bound = row.late_events_pending ? null : 'payout'
    return this.with({ row: { ...row, failures: 0 }, due: { ...NOW, bound }, keepsLease: false })
  }

  /** Marks the provider events as handled, except those of a wake since the claim was read, and releases the lease. */
  eventsHandled(): Change {
    const { row } = this.effect
    const hasStep = row.refund_order !== null || (!isEnd(row.state) && row.hold_reason === null)
    return this.with({
      row: { ...row, late_events_pending: false },
      wakesAreEvents: true,
      due: hasStep ? NOW : ON_WAKE,
      keepsLease: false,
    })
  }

  /** Saves the id of the payment just opened, and releases the lease to the sweep. */
  opened(paymentId: string): Change {
    const { row } = this.effect
    return this.with({
      row: { ...row, payment_intent_id: paymentId, attempts: 0 },
      due: row.cancel_reason === null ? { ...NOW, inMs: 30_000 } : NOW,
      keepsLease: false,
    })
  }
}
