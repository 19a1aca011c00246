import type { CustomerHit, TransferHit } from '@sesa/contract/office'
import { toMinorNumber, type Money } from '@sesa/money'
import type { AccountHold } from '../../risk/index.ts'
import type { ShownCheck } from '../../compliance/index.ts'
import type { sessionsOf, SavedRecipient } from '../../customers/index.ts'
import { accountHoldAsSeen, UNDER_REVIEW, type Reader } from '../../transfers/index.ts'
import { maskEmail, maskName, maskPhone } from '../../../lib/mask.ts'
import type { CustomerRow, NoticeRow, TransferRow } from './store.ts'

export const isoOf = (date: Date | null | undefined): string | null => date?.toISOString() ?? null

/** Returns an amount in the contract's form. */
export const amountOf = ({ amount, currency }: Money) => ({
  amount: toMinorNumber({ amount, currency }),
  currency,
})

/** Returns a customer with masked personal data. */
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

/** Returns the reason of a transfer's hold as shown to a reader. */
export const holdReasonOf = (
  { hold_reason, underReview }: Pick<TransferRow, 'hold_reason' | 'underReview'>,
  { seesCases }: Reader,
): string | null => (underReview && !seesCases ? UNDER_REVIEW.reason : hold_reason)

export const presentTransfer = (row: TransferRow, reader: Reader): TransferHit => ({
  reference: row.reference,
  state: row.state,
  hold: holdReasonOf(row, reader),
  sent: amountOf({ amount: row.amount, currency: row.currency }),
  arrives: amountOf({ amount: row.receive_amount, currency: row.receive_currency }),
  country: row.country,
  network: row.network,
  createdAt: row.created_at.toISOString(),
})

/** Presents an account hold to a reader. */
export function presentAccountHold(hold: AccountHold, reader: Reader) {
  const { openedAt, liftedAt, ...seen } = accountHoldAsSeen(hold, reader)
  return { ...seen, openedAt: openedAt.toISOString(), liftedAt: isoOf(liftedAt) }
}

/** Presents identity checks: all of them to a reader who reviews them, else how the newest stands. */
export const presentChecks = (checks: readonly ShownCheck[], isReviewer: boolean) =>
  (isReviewer ? checks : checks.slice(0, 1)).map(({ id, state, reason, provider, expires, updatedAt }) => ({
    ...{ state, expires, since: updatedAt.toISOString() },
    ...(isReviewer ? { id, reason, provider } : { id: null, reason: null, provider: null }),
  }))

export const presentNotice = ({ at, kind, channel, read_at: readAt }: NoticeRow) => ({
  ...{ at: at.toISOString(), kind, channel },
  readAt: isoOf(readAt),
})

/** Presents a signed-in device. */
export const presentDevice = (row: Awaited<ReturnType<typeof sessionsOf>>[number]) => ({
  ...{ id: row.id, device: row.device, trusted: row.trusted },
  signedInAt: row.created_at.toISOString(),
  lastUsedAt: row.last_used_at.toISOString(),
})

/** Presents a customer's saved recipient, masked. */
export const presentRecipient = ({ id, name, phone, country, network }: SavedRecipient) => ({
  ...{ id, country, network },
  name: maskName(name),
  phone: maskPhone(phone),
})
