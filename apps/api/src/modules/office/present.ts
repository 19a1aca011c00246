import type { CustomerHit, TransferHit } from '@sesa/contract/office'
import { toMinorNumber, type Money } from '@sesa/money'
import type { sessionsOf } from '../identity/index.ts'
import type { SavedRecipient } from '../recipients/index.ts'
import { maskEmail, maskName, maskPhone } from './mask.ts'
import type { CustomerRow, NoticeRow, TransferRow } from './store.ts'

export const isoOf = (date: Date | null | undefined): string | null => date?.toISOString() ?? null

/** Returns an amount as the contract has it. */
export const amountOf = ({ amount, currency }: Money) => ({
  amount: toMinorNumber({ amount, currency }),
  currency,
})

/** Returns a customer with personal data masked. */
export const presentCustomer = (row: CustomerRow): CustomerHit => ({
  id: row.id,
  name: maskName(row.name),
  phone: maskPhone(row.phone_number),
  email: maskEmail(row.email),
  country: row.country,
  createdAt: row.created_at.toISOString(),
  lockedAt: isoOf(row.locked_at),
  closedAt: isoOf(row.closed_at),
})

export const presentTransfer = (row: TransferRow): TransferHit => ({
  reference: row.reference,
  state: row.state,
  hold: row.hold_reason,
  sent: amountOf({ amount: row.amount, currency: row.currency }),
  arrives: amountOf({ amount: row.receive_amount, currency: row.receive_currency }),
  country: row.country,
  network: row.network,
  createdAt: row.created_at.toISOString(),
})

export const presentNotice = ({ at, kind, channel, read_at: readAt }: NoticeRow) => ({
  ...{ at: at.toISOString(), kind, channel },
  readAt: isoOf(readAt),
})

/** Presents a device that is signed in. */
export const presentDevice = (row: Awaited<ReturnType<typeof sessionsOf>>[number]) => ({
  ...{ id: row.id, device: row.device, trusted: row.trusted },
  signedInAt: row.created_at.toISOString(),
  lastUsedAt: row.last_used_at.toISOString(),
})

/** Presents a recipient whom a customer saved, masked. */
export const presentRecipient = ({ id, name, phone, country, network }: SavedRecipient) => ({
  ...{ id, country, network },
  name: maskName(name),
  phone: maskPhone(phone),
})
