import { isPermitted, type Approval, type Permission, type TransferPage } from '@sesa/contract/office'
import { formatUsualRate, rate } from '@sesa/money'
import type { Db } from '../../../db/index.ts'
import type { Member } from '../../../http/office/route.ts'
import { parseTraceparent } from '../../../lib/traceparent.ts'
import { casesAbout } from '../../compliance/index.ts'
import { readerOf, readStaffView, type StaffActionName, type Story } from '../../transfers/index.ts'
import { maskName, maskPhone } from '../../../lib/mask.ts'
import { amountOf, isoOf, presentNotice, presentTransfer } from './present.ts'
import { fraudDecisionOf, noticesOf } from './store.ts'

const NEEDS: Readonly<Record<StaffActionName, Permission>> = {
  hold: 'holds.set',
  release: 'holds.release',
  refund: 'refunds.request',
  repaid: 'payouts.request',
  answer: 'payouts.request',
  cancel: 'transfers.cancel',
}

const presentStory = ({ headline, cause, next, entries, dues }: Story): TransferPage['story'] => ({
  ...{ headline, cause },
  next: next && { text: next.text, at: isoOf(next.at) },
  entries: entries.map(({ at, text, by, second, details }) => ({
    ...{ at: at.toISOString(), text, by, second },
    details: details.map((detail) => ({ ...detail, at: detail.at.toISOString() })),
  })),
  dues: dues.map(({ of, amount, text }) => ({ of, amount: amountOf(amount), text })),
})

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
  const { row, story, standing, isHidden, underReview, hold, heldSince } = view
  const [notices, cases, fraud] = await Promise.all([
    noticesOf(db, row.user_id, row.id),
    seesCases ? casesAbout(db, { accounts: [row.user_id], wallets: [row.recipient_phone] }) : [],
    seesCases ? fraudDecisionOf(db, row.id) : undefined,
  ])
  return {
    ...presentTransfer({ ...row, underReview }, reader),
    id: row.id,
    customerId: row.user_id,
    charged: amountOf({ amount: row.charge_amount, currency: row.charge_currency }),
    fee: amountOf({ amount: row.fee, currency: row.currency }),
    rate: formatUsualRate(rate(row.rate, row.currency, row.receive_currency)),
    paidBy: view.paidBy,
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
      since: (heldSince ?? row.created_at).toISOString(),
    },
    story: presentStory(story),
    fraud: fraud === undefined ? null : { ...fraud, at: fraud.at.toISOString() },
    notices: notices.map(presentNotice),
    cases: cases.map(({ number, kind, state }) => ({ number, kind, state })),
    archived: standing === null,
    actions: view.actions.map(({ action, leadsTo, refusal }) => ({
      action,
      permission: NEEDS[action],
      permitted: isPermitted(member.roles, NEEDS[action]),
      twoPeople: ['refund', 'repaid', 'answer'].includes(action) || (action === 'release' && releaseTakesTwo),
      leadsTo,
      refusal,
    })),
    approvals: approvals.filter(({ state }) => state === 'pending' || state === 'approved'),
  }
}
