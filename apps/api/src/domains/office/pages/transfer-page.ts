import { isPermitted, type Approval, type Permission, type TransferPage } from '@sesa/contract/office'
import type { Db } from '../../../db/index.ts'
import type { Member } from '../../../http/office/route.ts'
import { parseTraceparent } from '../../../lib/traceparent.ts'
import { casesAbout } from '../../compliance/index.ts'
import { readerOf, readStaffView, type StaffActionName } from '../../transfers/index.ts'
import { maskName, maskPhone } from '../../../lib/mask.ts'
import { amountOf, isoOf, presentNotice, presentTransfer } from './present.ts'
import { attemptsOf, fraudDecisionOf, noticesOf, postingsOf, providerEventsOf } from './store.ts'

const NEEDS: Readonly<Record<StaffActionName, Permission>> = {
  hold: 'holds.set',
  release: 'holds.release',
  refund: 'refunds.request',
  repaid: 'payouts.request',
  cancel: 'transfers.cancel',
}

/** Returns the page of a transfer with masked personal data; undefined when there is none. */
export async function readTransferPage(
  db: Db,
  reference: string,
  {
    member,
    approvals,
    releaseTakesTwo,
  }: { readonly member: Member; readonly approvals: readonly Approval[]; readonly releaseTakesTwo: boolean },
): Promise<TransferPage | undefined> {
  const reader = readerOf(member)
  const { seesCases } = reader
  const view = await readStaffView(db, reference, reader)
  if (view === undefined) return undefined
  const { row, events, standing, underReview, hold, heldSince } = view
  const isHidden = underReview && !seesCases
  const [attempts, providerEvents, postings, notices, cases, fraud] = await Promise.all([
    attemptsOf(db, row),
    row.payment_intent_id === null ? [] : providerEventsOf(db, row.payment_intent_id, reader),
    standing === null ? [] : postingsOf(db, row.id),
    noticesOf(db, row.user_id, row.id),
    seesCases ? casesAbout(db, { accounts: [row.user_id], wallets: [row.recipient_phone] }) : [],
    seesCases ? fraudDecisionOf(db, row.id) : undefined,
  ])
  return {
    ...presentTransfer({ ...row, underReview }, reader),
    id: row.id,
    customerId: row.user_id,
    charged: amountOf({ amount: row.charge_amount, currency: row.charge_currency }),
    owed: standing && amountOf(standing.owed),
    cancelReason: view.cancelReason,
    recipientName: maskName(row.recipient_name),
    recipientPhone: maskPhone(row.recipient_phone) ?? '',
    paymentId: row.payment_intent_id,
    payoutReference: row.payout_reference,
    trace: parseTraceparent(row.traceparent)?.traceId ?? null,
    holdDetail: hold && {
      ...hold,
      runbook: isHidden ? null : `docs/runbooks/holds/${hold.reason.replaceAll('_', '-')}.md`,
      decided: !isHidden && standing?.blocked === true,
      since: (heldSince ?? row.created_at).toISOString(),
    },
    events: events.map((event) => ({
      at: event.at.toISOString(),
      kind: event.kind,
      from: event.from_state,
      to: event.to_state,
      holdReason: event.hold_reason,
      by: event.staff,
      approvedBy: event.approvedBy,
      detail: event.detail,
    })),
    attempts: attempts.map(({ at, endedAt, ...attempt }) => ({
      ...attempt,
      at: at.toISOString(),
      endedAt: isoOf(endedAt),
    })),
    // The time of the engine's next step would reveal its reason to wait.
    nextStep: isHidden
      ? { at: null, tries: 0, failures: 0 }
      : { at: isoOf(row.next_step_at), tries: row.attempts, failures: row.failures },
    providerEvents: providerEvents.map(({ at, ...event }) => ({ ...event, at: at.toISOString() })),
    fraud: fraud === undefined ? null : { ...fraud, at: fraud.at.toISOString() },
    postings: postings.map(({ at, entry, from, to, amount, currency }) => ({
      ...{ at: at.toISOString(), entry, from, to },
      amount: amountOf({ amount, currency }),
    })),
    notices: notices.map(presentNotice),
    cases: cases.map(({ number, kind, state }) => ({ number, kind, state })),
    archived: standing === null,
    actions: view.actions.map(({ action, leadsTo, refusal }) => ({
      action,
      permission: NEEDS[action],
      permitted: isPermitted(member.roles, NEEDS[action]),
      twoPeople: action === 'refund' || action === 'repaid' || (action === 'release' && releaseTakesTwo),
      leadsTo,
      refusal,
    })),
    approvals: approvals.filter(({ state }) => state === 'pending' || state === 'approved'),
  }
}
