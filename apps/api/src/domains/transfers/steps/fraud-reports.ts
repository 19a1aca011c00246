import { inTransaction, type Tx } from '../../../db/index.ts'
import { isAccountHeld, liftHoldOfReport, openHoldForReport, type FraudReport } from '../../risk/index.ts'
import { lockSender } from '../create/limits.ts'
import type { PaymentDispute, Payment, ProviderAnswer } from '../ports.ts'
import { recordEvent } from '../state/transitions.ts'
import type { Claim } from '../state/transfer-row.ts'
import { closeAllUnpaid, wakeUndelivered } from '../state/wake.ts'
import { decideFraud, type FraudDecision } from './decide-fraud.ts'
import type { StepDeps } from './step.ts'

/** The card provider's reports about a charge: its payment, fraud warnings and disputes. */
export interface CardReports {
  readonly payment: Payment
  /** The ids of the fraud warnings. */
  readonly warnings: readonly string[]
  readonly disputes: readonly PaymentDispute[]
}

/** Reads the card provider's reports about a charge; returns undefined while it does not answer. */
export async function readCardReports(deps: StepDeps, claim: Claim): Promise<CardReports | undefined> {
  const payIn = deps.payInOf(claim)
  const payment = await payIn.readPayment(claim)
  const warnings = await payIn.listFraudWarnings(claim)
  if (!payment.ok || !warnings.ok) return undefined
  const disputes: ProviderAnswer<readonly PaymentDispute[]> = payment.value.disputed
    ? await payIn.listDisputes(claim)
    : { ok: true, value: [] }
  return disputes.ok
    ? { payment: payment.value, warnings: warnings.value, disputes: disputes.value }
    : undefined
}

/**
 * Opens and lifts the account's holds by the card provider's reports. Then closes the sender's open payments and checks their
 * other transfers before anything more is paid out. Call it before any transfer's row is changed.
 */
export async function recordFraud(
  { recordAccountHold }: Pick<StepDeps, 'recordAccountHold'>,
  tx: Tx,
  claim: Claim,
  { opens, lifts }: FraudDecision,
): Promise<void> {
  if (opens.length + lifts.length === 0) return
  const { id: transferId, user_id: userId } = claim
  await lockSender(tx, userId)
  const wasHeld = await isAccountHeld(tx, userId)
  const opened: FraudReport[] = []
  for (const report of opens) {
    if (await openHoldForReport(tx, { userId, transferId }, report)) opened.push(report)
  }
  let lifted = 0
  for (const report of lifts) if (await liftHoldOfReport(tx, report)) lifted++
  const isHeld = await isAccountHeld(tx, userId)
  for (const { cause } of opened) {
    if (cause !== 'dispute') await recordEvent(tx, claim.state, claim, { kind: 'noted', detail: cause })
  }
  if (isHeld && opened.length > 0) await closeAllUnpaid(tx, userId, 'account_held')
  if (opened.length + lifted > 0) await wakeUndelivered(tx, userId, transferId)
  if (isHeld !== wasHeld) {
    await recordAccountHold(tx, userId, isHeld ? 'account_held' : 'account_hold_lifted')
  }
}

/**
 * Puts the account on hold while a pay-out is in flight. The transfer itself waits: a hold would hide the carrier's answer,
 * and money that has left cannot be stopped.
 */
export async function watchFraud(deps: StepDeps, claim: Claim): Promise<void> {
  if (!claim.late_events_pending) return
  const reports = await readCardReports(deps, claim)
  if (reports === undefined) return
  await inTransaction(deps.db, 'transfers.record_fraud', (tx) =>
    recordFraud(deps, tx, claim, decideFraud(reports)),
  )
}
