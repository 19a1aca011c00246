import type { Quote, TransferDetail, TransferResult } from '@sesa/contract'
import { setTimeout as sleep } from 'node:timers/promises'
import { inTransaction, type Db } from '../../../db/index.ts'
import { Refused } from '../../../lib/refused.ts'
import { linkTrace } from '../../../lib/tracing.ts'
import { presentQuote, type Quotes } from '../../pricing/index.ts'
import type { Engine, StepRun } from './engine.ts'
import { detailOf, ownTransfer, readByPayment, type DetailDeps } from '../history/list.ts'
import { isEnd } from '../state/states.ts'
import { isFree } from '../state/schedule.ts'
import { COLUMNS, readFrozenSender, type TransferRow } from '../state/transfer-row.ts'
import { isChargeKnown, isDebiting, isPaymentChecked, requireCharge } from '../history/uncharged.ts'
import { toResult } from '../history/view.ts'

/** Maximum time that a call waits for a transfer's end. */
const PATIENCE_MS = 8_000
/**
 * Pauses between reads: most transfers end within a few of these. Later ones are longer, since each read loads the database.
 */
const FIRST_PAUSE_MS = 25
const LONGEST_PAUSE_MS = 500
const PAUSE_GROWTH = 1.3
/** Pause between our own steps while waiting; the worker is usually sooner. */
const STEP_MS = 1_000

export interface OutcomeDeps {
  readonly db: Db
  readonly engine: Engine
}

/** A user's own transfer; `isFree`: it has a next step, is not on hold, and is not leased. */
type Progress = TransferRow & { readonly isFree: boolean }

/** Reads a user's own transfer. Throws Refused `not_found`. */
async function readProgress(db: Db, userId: string, paymentId: string): Promise<Progress> {
  const row = await ownTransfer(db, userId, paymentId)
    .select([...COLUMNS, isFree.as('isFree')])
    .executeTakeFirst()
  if (row === undefined) throw new Refused('not_found')
  return row
}

/**
 * Runs the transfer's step now, even if another process does too, and polls for at most 8 s until `answered` returns true; the
 * row that our own step left may be the answer. Returns the last run with that row. Throws Refused `not_found` for an id that
 * is not the user's.
 */
export async function pollTransfer(
  { db, engine }: OutcomeDeps,
  userId: string,
  paymentId: string,
  answered: (row: TransferRow, last: StepRun) => boolean,
): Promise<StepRun & { readonly row: TransferRow }> {
  const started = performance.now()
  let last = await engine.run({ userId, paymentId })
  const isAnswer = (row: TransferRow): boolean => {
    linkTrace(row.traceparent)
    return answered(row, last)
  }
  if (last.row !== null && isAnswer(last.row)) return { ...last, row: last.row }
  let ranAt = started
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * PAUSE_GROWTH, LONGEST_PAUSE_MS)) {
    const row = await readProgress(db, userId, paymentId)
    if (isAnswer(row) || performance.now() - started > PATIENCE_MS) return { ...last, row }
    await sleep(pause)
    if (row.isFree && (!last.ran || performance.now() - ranAt > STEP_MS)) {
      ranAt = performance.now()
      const next = await engine.run({ userId, paymentId })
      if (next.ran) last = next
    }
  }
}

/**
 * Starts the pay-out of a paid transfer. `patient`: waits up to 8 s for its end. Throws Refused `not_found` for an id that is
 * not the user's, `payment_not_successful` and `quote_expired` when the card provider reports no charge, or
 * `card_provider_unavailable` while that is unknown.
 */
export async function waitForOutcome(
  deps: OutcomeDeps,
  userId: string,
  paymentId: string,
  patient: boolean,
): Promise<TransferResult> {
  const { row, paymentAnswer } = await pollTransfer(deps, userId, paymentId, (now, { ran }) => {
    const { state } = now
    const isDelayed = state === 'paid' && now.payout_delay_minutes > 0
    const ended = isEnd(state) || now.hold_reason !== null || isDelayed
    // Without a charge, only our own step is an answer; while another process runs it, there is none yet.
    return ended || (state === 'awaiting_payment' ? ran : ran && !patient)
  })
  requireCharge(row, paymentAnswer)
  return toResult(row)
}

/** Reads a user's own transfer; first queries the card provider if it is unknown whether the card was charged. */
async function readKnown(deps: OutcomeDeps, userId: string, paymentId: string): Promise<TransferRow> {
  const found = await readByPayment(deps.db, userId, paymentId)
  if (found === undefined) throw new Refused('not_found')
  if (isChargeKnown(found)) return found
  const { row, paymentAnswer } = await pollTransfer(
    deps,
    userId,
    paymentId,
    (now, { ran }) => isChargeKnown(now) || now.hold_reason !== null || ran,
  )
  if (!isChargeKnown(row)) requireCharge(row, paymentAnswer)
  return row
}

/** Returns the details of a user's own transfer. Throws Refused as `waitForOutcome`, except for a payment closed unpaid. */
export async function readDetail(
  deps: OutcomeDeps & DetailDeps,
  userId: string,
  paymentId: string,
): Promise<TransferDetail> {
  return detailOf(deps, await readShown(deps, userId, paymentId))
}

/** Reads a user's own transfer. A payment by mobile money is shown while it waits; an open request is asked about once. */
async function readShown(deps: OutcomeDeps, userId: string, paymentId: string): Promise<TransferRow> {
  const found = await readByPayment(deps.db, userId, paymentId)
  if (found?.pay_method !== 'momo') return readKnown(deps, userId, paymentId)
  if (!isPaymentChecked(found)) return found
  return (await pollTransfer(deps, userId, paymentId, () => true)).row
}

/** A paid transfer, and when the customer paid: for a debit under way, when they authorized it. */
export interface ChargedTransfer {
  readonly id: string
  readonly transfer: TransferDetail
  /** The sender's name when the payment was opened; null for a transfer of an earlier release. */
  readonly senderName: string | null
  readonly paidAt: Date
  /** The locked mid-market rate and margin. */
  readonly price: Pick<Quote, 'midRate' | 'midRateAt' | 'margin'>
}

/** Returns a user's own transfer once they have paid. Throws Refused `not_found` or `payment_not_successful`. */
export async function readCharged(
  deps: OutcomeDeps & DetailDeps & { readonly quotes: Quotes },
  userId: string,
  paymentId: string,
): Promise<ChargedTransfer> {
  const row = await readKnown(deps, userId, paymentId)
  const paidAt = row.captured_at ?? (isDebiting(row) ? row.debit_started_at : null)
  if (paidAt === null) throw new Refused('payment_not_successful')
  const [sender, transfer, quote] = await Promise.all([
    readFrozenSender(deps.db, row.id),
    detailOf(deps, row),
    inTransaction(deps.db, 'transfers.read_quote', (tx) => deps.quotes.get(tx, row.quote_id)),
  ])
  if (quote === undefined) throw new Error('A transfer without its quote')
  return {
    id: row.id,
    transfer,
    senderName: sender?.name ?? null,
    paidAt,
    price: presentQuote(quote),
  }
}
