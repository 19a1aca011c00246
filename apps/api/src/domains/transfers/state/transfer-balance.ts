import { add, money, type Money } from '@sesa/money'
import type { Db, Tx } from '../../../db/index.ts'
import { bookedUnder, type Entry } from '../../record/index.ts'
import type { PaymentRefund } from '../ports.ts'
import type { TransferRow } from './transfer-row.ts'

const DECISIONS: readonly Entry['kind'][] = ['dispute_won', 'dispute_lost']

/** A refund in the books; `id` is the transfer's or the staff action's. */
interface BookedRefund {
  readonly id: string
  readonly amount: Money
}

/** A dispute in the books; `id` is ours. */
export interface BookedDispute {
  readonly id: string
  /** The card provider's id; null if booked before we stored them. */
  readonly providerId: string | null
  readonly amount: Money
  readonly decided: boolean
}

/** A transfer's balance in the books, with its refunds and disputes. */
export interface TransferBalance {
  /** The amount that we owe the customer. */
  readonly owed: Money
  /** Refunds that were not returned, oldest first. */
  readonly refunds: readonly BookedRefund[]
  readonly disputes: readonly BookedDispute[]
  /** True if staff requested a refund. */
  readonly givenUp: boolean
  has(kind: Entry['kind']): boolean
}

/** Reads a transfer's balance from the books. */
export async function transferBalanceOf(db: Db | Tx, row: TransferRow): Promise<TransferBalance> {
  const apart = await db
    .selectFrom('booked_apart as apart')
    .leftJoin('disputes', 'disputes.id', 'apart.id')
    .select(['apart.id', 'apart.action', 'disputes.provider_id', 'disputes.amount', 'disputes.currency'])
    .where('apart.transfer_id', '=', row.id)
    .where('apart.action', 'in', ['refund', 'dispute'])
    .execute()
  const entries = await bookedUnder(db, [row.id, ...apart.map(({ id }) => id)])
  const decided = new Set(
    entries.filter(({ kind }) => DECISIONS.includes(kind)).map(({ transferId }) => transferId),
  )
  const ofTransfer = new Set(
    entries.filter(({ transferId }) => transferId === row.id).map(({ kind }) => kind),
  )
  const returned = new Set(
    entries.filter(({ kind }) => kind === 'refund_returned').map(({ transferId }) => transferId),
  )
  const [first] = entries
  return {
    // A transfer's debt is always in the charged currency.
    owed: entries.reduce(
      (sum, { owed }) => (owed.amount === 0n ? sum : add(sum, owed)),
      money(0n, first?.owed.currency ?? row.charge_currency),
    ),
    refunds: entries
      .filter(({ kind, transferId }) => kind === 'refund' && !returned.has(transferId))
      .map(({ transferId, owed }) => ({ id: transferId, amount: money(-owed.amount, owed.currency) })),
    disputes: apart.flatMap(({ id, provider_id: providerId, amount, currency }) =>
      amount === null || currency === null
        ? []
        : [{ id, providerId, amount: money(amount, currency), decided: decided.has(id) }],
    ),
    givenUp: apart.some(({ action }) => action === 'refund'),
    has: (kind) => ofTransfer.has(kind),
  }
}

/** Returns true while a booked dispute is undecided. */
export function isDisputed({ disputes }: TransferBalance): boolean {
  return disputes.some(({ decided }) => !decided)
}

/** Sums the provider's succeeded refunds beyond the books, and its pending ones; minor units. */
export function unbookedRefunds(
  refunds: readonly PaymentRefund[],
  position: TransferBalance,
): { succeeded: bigint; pending: bigint } {
  const sum = (status: PaymentRefund['status']): bigint =>
    refunds.reduce((total, one) => (one.status === status ? total + one.amount : total), 0n)
  const booked = position.refunds.reduce((total, { amount }) => total + amount.amount, 0n)
  return { succeeded: sum('succeeded') - booked, pending: sum('pending') }
}
