import { formatMoney, subtract, type Money } from '@sesa/money'
import type { Db, Tx } from '../../../db/index.ts'
import { ActionRefused } from '../../../lib/staff-action.ts'
import { callProvider } from '../../../lib/crash-points.ts'
import { post } from '../../ledger/index.ts'
import { refund, repaid } from '../state/ledger-entries.ts'
import { unbookedRefunds, type TransferBalance } from '../state/transfer-balance.ts'
import type { CardDispute, CardProvider, CardRefund } from '../ports.ts'
import { isEnd } from '../state/states.ts'
import type { TransferRow } from '../state/claims.ts'

/** What the card provider said of a transfer's charge, and the transfer as it was then. */
export interface SeenCards {
  readonly bumps: number
  readonly refunds: readonly CardRefund[]
  readonly disputes: readonly CardDispute[]
}

/** What of a debt the card took after all without our books knowing, and what is missing. */
interface Missing {
  readonly arrived: Money
  readonly rest: Money
}

/**
 * Asks the card provider what became of a transfer's charge. @throws OrderRefused when there is no such charge or no
 * answer.
 */
export async function readCards(
  { db, cards }: { readonly db: Db; readonly cards: CardProvider },
  reference: string,
): Promise<SeenCards> {
  const row = await db
    .selectFrom('transfers')
    .select(['bumps', 'payment_intent_id'])
    .where('reference', '=', reference)
    .executeTakeFirst()
  const paymentId = row?.payment_intent_id ?? null
  if (row === undefined || paymentId === null) throw new ActionRefused(`There is no charge of ${reference}.`)
  const refunds = await callProvider('stripe.list_refunds', () => cards.listRefunds(paymentId))
  const disputes = await callProvider('stripe.list_disputes', () => cards.listDisputes(paymentId))
  if (!refunds.ok || !disputes.ok) {
    throw new ActionRefused(`The card provider does not answer, so nobody knows what is missing. Try again.`)
  }
  return { bumps: row.bumps, refunds: refunds.value, disputes: disputes.value }
}

/**
 * What the sender of a transfer is owed and the card did not take. @throws OrderRefused while any of it may still go
 * back by way of the card or its holder's bank.
 */
export function missingOf(row: TransferRow, position: TransferBalance, seen: SeenCards): Missing {
  const { reference } = row
  // One that has not ended and is held does not go on with its refund, whatever was ordered.
  if (row.refund_order !== null && isEnd(row.state)) {
    throw new ActionRefused(
      `A refund of ${reference} has been ordered and may arrive. See how it ends first.`,
    )
  }
  const { owed } = position
  if (owed.amount <= 0n) throw new ActionRefused(`Nothing is owed to the sender of ${reference}.`)
  if (row.bumps !== seen.bumps || !isBooked(seen.disputes, position)) {
    throw new ActionRefused(
      `The card provider knows of something that is not booked for ${reference}. Wait until it is, and see docs/runbooks/reconciliation.md if it is not.`,
    )
  }
  if (position.disputes.some(({ decided }) => !decided)) {
    throw new ActionRefused(`The bank may give back ${reference} itself: its dispute is not decided.`)
  }
  const { succeeded, pending } = unbookedRefunds(seen.refunds, position)
  if (pending > 0n) throw new ActionRefused(`A refund of ${reference} is on its way. See how it ends first.`)
  if (succeeded < 0n)
    throw new ActionRefused(`A refund of ${reference} came back and is not booked yet. Wait.`)
  if (succeeded >= owed.amount) {
    throw new ActionRefused(
      `All ${formatMoney(owed)} of ${reference} went back to the card. Order a refund, which books it.`,
    )
  }
  const arrived = { ...owed, amount: succeeded }
  return { arrived, rest: subtract(owed, arrived) }
}

/** True when our books say of each dispute what the card provider says. */
function isBooked(disputes: readonly CardDispute[], position: TransferBalance): boolean {
  return disputes.every(({ id, status }) =>
    position.disputes.some(({ providerId, decided }) => providerId === id && decided === (status !== 'open')),
  )
}

/** Books under an order's id what went back to the card without our knowing, and the rest as paid back by other means. */
export async function bookOffCardRepayment(
  tx: Tx,
  row: TransferRow,
  order: string,
  { arrived, rest }: Missing,
): Promise<void> {
  if (arrived.amount > 0n) await post(tx, refund(order, arrived))
  await post(tx, repaid(order, rest))
  await tx
    .updateTable('transfers')
    .set({ repaid_amount: (row.repaid_amount ?? 0n) + rest.amount })
    .where('id', '=', row.id)
    .execute()
}
