import { isPermitted, type Approval, type Permission, type TransferPage } from '@sesa/contract/office'
import type { Db } from '../../db/index.ts'
import type { Member } from '../../http/office/route.ts'
import { parseTraceparent } from '../../lib/traceparent.ts'
import { readStaffView } from '../transfers/index.ts'
import { maskName, maskPhone } from './mask.ts'
import { amountOf, presentNotice, presentTransfer } from './present.ts'
import { attemptsOf, casesOf, noticesOf, postingsOf } from './store.ts'

type Action = 'hold' | 'release' | 'refund' | 'repaid' | 'cancel'

const NEEDS: Readonly<Record<Action, Permission>> = {
  hold: 'holds.set',
  release: 'holds.release',
  refund: 'refunds.request',
  repaid: 'payouts.request',
  cancel: 'transfers.cancel',
}
const isAction = (text: string): text is Action => text in NEEDS

/** Returns the page of a transfer with personal data masked; undefined when there is none. */
export async function readTransferPage(
  db: Db,
  reference: string,
  {
    member,
    approvals,
    releaseTakesTwo,
  }: { readonly member: Member; readonly approvals: readonly Approval[]; readonly releaseTakesTwo: boolean },
): Promise<TransferPage | undefined> {
  const view = await readStaffView(db, reference)
  if (view === undefined) return undefined
  const { row, events, owed, meaning, heldSince, isEnded } = view
  const [attempts, postings, notices, cases] = await Promise.all([
    attemptsOf(db, row.id),
    owed === null ? [] : postingsOf(db, row.id),
    noticesOf(db, row.user_id, row.id),
    isPermitted(member.roles, 'cases.read') ? casesOf(db, row) : [],
  ])
  const offered: Action[] = [
    ...(row.hold_reason === null && !isEnded ? (['hold'] as const) : []),
    ...(meaning?.actions ?? []).filter(isAction),
    ...(isEnded ? [] : (['cancel'] as const)),
  ]
  return {
    ...presentTransfer(row),
    id: row.id,
    customerId: row.user_id,
    charged: amountOf({ amount: row.charge_amount, currency: row.charge_currency }),
    owed: owed && amountOf(owed),
    cancelReason: row.cancel_reason,
    recipientName: maskName(row.recipient_name),
    recipientPhone: maskPhone(row.recipient_phone) ?? '',
    paymentId: row.payment_intent_id,
    payoutReference: row.payout_reference,
    trace: parseTraceparent(row.traceparent)?.traceId ?? null,
    holdDetail:
      row.hold_reason === null
        ? null
        : {
            reason: row.hold_reason,
            owner: row.hold_owner ?? '',
            means: meaning?.means ?? null,
            runbook: `docs/runbooks/holds/${row.hold_reason.replaceAll('_', '-')}.md`,
            since: (heldSince ?? row.created_at).toISOString(),
          },
    events: events.map((event) => ({
      at: event.at.toISOString(),
      kind: event.kind,
      from: event.from_state,
      to: event.to_state,
      holdReason: event.hold_reason,
      by: event.operator,
      detail: event.detail,
    })),
    attempts: attempts.map(({ at, kind, outcome }) => ({
      at: at.toISOString(),
      kind,
      outcome,
    })),
    postings: postings.map(({ at, entry, from, to, amount, currency }) => ({
      ...{ at: at.toISOString(), entry, from, to },
      amount: amountOf({ amount, currency }),
    })),
    notices: notices.map(presentNotice),
    cases: cases.map(({ number, kind, state }) => ({ number, kind, state })),
    archived: owed === null,
    actions: offered.map((action) => ({
      action,
      permission: NEEDS[action],
      permitted: isPermitted(member.roles, NEEDS[action]),
      twoPeople: action === 'refund' || action === 'repaid' || (action === 'release' && releaseTakesTwo),
    })),
    approvals: approvals.filter(({ state }) => state === 'pending' || state === 'approved'),
  }
}
