/** Public status of a transfer. `processing`: paid and on its way; `failed`: a refund is in progress; `held`: stopped for a check. */
export const TRANSFER_STATUSES = ['processing', 'sent', 'failed', 'refunded', 'cancelled', 'held'] as const

export type TransferStatus = (typeof TRANSFER_STATUSES)[number]
