/**
 * Public status of a transfer. `awaiting_payment`: by mobile money, and not paid yet; `processing`: paid and on its way;
 * `failed`: a refund is in progress; `held`: on hold.
 */
export const TRANSFER_STATUSES = [
  'awaiting_payment',
  'processing',
  'sent',
  'failed',
  'refunded',
  'cancelled',
  'held',
] as const

export type TransferStatus = (typeof TRANSFER_STATUSES)[number]

/** Status of a transfer in a list. `checking`: the card provider has not reported yet whether the card was charged. */
export const LISTED_STATUSES = ['checking', ...TRANSFER_STATUSES] as const

export type ListedStatus = (typeof LISTED_STATUSES)[number]
