import { money } from '@sesa/money'
import type { TransferSnapshot } from './ports.ts'
import type { TransferRow } from './store.ts'
import { failureText } from './texts.ts'

/** A transfer as it may leave the module: typed amounts, no lease, no hold's reason. */
export function snapshotOf(row: TransferRow): TransferSnapshot {
  return {
    id: row.id,
    paymentId: row.payment_intent_id ?? row.id,
    reference: row.reference,
    userId: row.user_id,
    senderCountry: row.sender_country,
    recipient: {
      name: row.recipient_name,
      phone: row.recipient_phone,
      country: row.country,
      network: row.network,
    },
    send: money(row.amount, row.currency),
    fee: money(row.fee, row.currency),
    total: money(row.total, row.currency),
    rate: row.rate,
    receive: money(row.receive_amount, row.receive_currency),
    charge: money(row.charge_amount, row.charge_currency),
    createdAt: row.created_at,
    paidAt: row.captured_at,
    deliverBy: row.deliver_by,
    failure: row.failure_code === null ? null : failureText(row.failure_code),
  }
}
