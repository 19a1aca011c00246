import type { CardFace, ListedStatus, NameCheck } from '@sesa/contract'
import { sql } from 'kysely'
import type { Db, Tx } from '../../../db/index.ts'
import { declarationOf } from '../create/input.ts'
import { isPaymentChecked } from './uncharged.ts'
import type { Declaration } from '../ports.ts'
import { publicStatus } from '../state/states.ts'
import { cardOf } from './texts.ts'

/**
 * Returns true while a user has money in flight: a payment that can still be charged, or a transfer that has not ended, is
 * on hold, or has moves that the customer has not been notified of. Lock the user's row to rely on the result for the rest of
 * the transaction.
 */
export async function hasMoneyInFlight(db: Db | Tx, userId: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from transfers
    where user_id = ${userId}
      and (state not in ('sent', 'refunded', 'cancelled') or hold_reason is not null
        or exists (select from outbox where transfer_id = transfers.id))
    limit 1`.execute(db)
  return rows.length > 0
}

/** One transfer in a customer's data export; amounts in minor units. */
export interface ExportedTransfer {
  readonly reference: string
  readonly payment_id: string | null
  readonly status: ListedStatus | 'unpaid'
  readonly created_at: string
  readonly paid_at: string | null
  /** The customer as frozen with the payment; null for a transfer of an earlier release. */
  readonly sender: { name: string; dob: string | null } | null
  readonly recipient: { name: string; phone: string; country: string; network: string }
  /** The result of comparing the name with the wallet's; null for a transfer of an earlier release. */
  readonly nameCheck: { verdict: NameCheck; accountName: string | null; checkedAt: string | null } | null
  readonly sent: { amount: string; fee: string; total: string; currency: string }
  readonly received: { amount: string; currency: string; rate: string }
  readonly charged: { amount: string; currency: string; rate: string }
  /** The card that paid; null for an unpaid transfer, another way to pay, or a transfer of an earlier release. */
  readonly card: CardFace | null
  /** The bank account that was debited, as far as the provider tells; null for other ways to pay. */
  readonly bank: { readonly name: string | null; readonly last4: string | null } | null
  /** The requests to pay from a wallet, in order. */
  readonly requestsToPay: readonly { at: string; phone: string; network: string; state: string }[]
  /** The customer's declaration about the money; null when none was required. */
  readonly declared: Declaration | null
  readonly history: readonly { at: string; state: string }[]
}

/** Returns all transfers of a user for their data export, oldest first. */
export async function exportTransfers(db: Db, userId: string): Promise<readonly ExportedTransfer[]> {
  const rows = await db
    .selectFrom('transfers')
    .selectAll('transfers')
    .select((eb) =>
      eb
        .selectFrom('transfer_events as e')
        .whereRef('e.transfer_id', '=', 'transfers.id')
        .select(
          sql<{ at: string; state: string }[]>`jsonb_agg(jsonb_build_object('at', e.at, 'state',
            case when e.kind = 'held' then 'held' else e.to_state end) order by e.id)`.as('steps'),
        )
        .as('history'),
    )
    .select((eb) =>
      eb
        .selectFrom('collection_attempts as a')
        .whereRef('a.transfer_id', '=', 'transfers.id')
        .select(
          sql<{ at: string; phone: string; network: string; state: string }[]>`jsonb_agg(jsonb_build_object(
            'at', a.recorded_at, 'phone', a.phone, 'network', a.network, 'state', a.state,
            'refundPhone', a.refund_phone, 'refundNetwork', a.refund_network) order by a.number)`.as(
            'requests',
          ),
        )
        .as('requests'),
    )
    .leftJoin('transfer_senders as s', 's.transfer_id', 'transfers.id')
    .select(['s.name as sender_name', 's.dob as sender_dob'])
    .where('transfers.user_id', '=', userId)
    .orderBy('id')
    .execute()
  return rows.map((row) => ({
    reference: row.reference,
    payment_id: row.payment_intent_id,
    status: isPaymentChecked(row)
      ? 'checking'
      : (publicStatus(row.state, row.hold_reason !== null) ?? 'unpaid'),
    created_at: row.created_at.toISOString(),
    paid_at: row.captured_at?.toISOString() ?? null,
    sender: row.sender_name === null ? null : { name: row.sender_name, dob: row.sender_dob },
    recipient: {
      name: row.recipient_name,
      phone: row.recipient_phone,
      country: row.country,
      network: row.network,
    },
    nameCheck: row.name_check && {
      verdict: row.name_check,
      accountName: row.account_name,
      checkedAt: row.name_checked_at?.toISOString() ?? null,
    },
    sent: {
      amount: row.amount.toString(),
      fee: row.fee.toString(),
      total: row.total.toString(),
      currency: row.currency,
    },
    received: { amount: row.receive_amount.toString(), currency: row.receive_currency, rate: row.rate },
    charged: {
      amount: row.charge_amount.toString(),
      currency: row.charge_currency,
      rate: row.charge_rate,
    },
    card: cardOf(row),
    bank: row.debit_started_at === null ? null : { name: row.bank_name, last4: row.bank_last4 },
    requestsToPay: row.requests ?? [],
    declared: declarationOf(row),
    history: row.history ?? [],
  }))
}
