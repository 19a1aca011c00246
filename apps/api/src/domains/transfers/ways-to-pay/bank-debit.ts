import type { PayDetail } from '@sesa/contract'
import { addBankingDays } from '../../../lib/banking-days.ts'
import { DEBIT_BANKING_DAYS } from '../../pricing/index.ts'
import type { BankDebit, StartedDebit } from '../ports.ts'
import type { Claim, TransferRow } from '../state/transfer-row.ts'
import { isChargedLate } from '../steps/decide-payment.ts'

// Paying from a bank account in the United States. It is a form of the card provider's, as a card is, but its bank answers days
// after the customer has authorized the debit.

/** US banking days in which a bank normally answers (docs/providers.md). */
const ANSWER_DAYS = 4

/** Returns until when the price of a debit is honoured; one that was authorized too late keeps its expired price. */
export function honouredUntil({ startedAt }: StartedDebit, transfer: Pick<Claim, 'quote_expires_at'>): Date {
  return isChargedLate(startedAt, transfer)
    ? transfer.quote_expires_at
    : addBankingDays(startedAt, DEBIT_BANKING_DAYS)
}

type DebitColumns = Pick<TransferRow, 'debit_started_at' | 'quote_expires_at' | 'bank_name' | 'bank_last4'>

/** Returns the columns of a debit that its customer has authorized; empty for other ways to pay, and once they are set. */
export function debitColumns(
  debit: BankDebit | null | undefined,
  transfer: Pick<Claim, 'quote_expires_at' | 'debit_started_at'>,
): Partial<DebitColumns> {
  const startedAt = debit?.startedAt ?? null
  if (!debit || startedAt === null || transfer.debit_started_at !== null) return {}
  return {
    debit_started_at: startedAt,
    quote_expires_at: honouredUntil({ ...debit, startedAt }, transfer),
    ...{ bank_name: debit.bank, bank_last4: debit.last4 },
  }
}

/** Returns when a payment was charged: by its provider; or when we learnt it, since a debit's time is that of its start. */
export function chargedAt(
  { debit, capturedAt }: { readonly debit?: BankDebit | null; readonly capturedAt: Date | null },
  { now }: Pick<Claim, 'now'>,
): Date | null {
  return debit && capturedAt !== null ? now : capturedAt
}

/** Returns the bank account of a transfer for its owner; null before the customer has authorized a debit. */
export function bankOf({
  bank_name: name,
  bank_last4: last4,
  debit_started_at: startedAt,
}: Pick<TransferRow, 'bank_name' | 'bank_last4' | 'debit_started_at'>): PayDetail['bank'] {
  if (startedAt === null) return null
  const answerBy = addBankingDays(startedAt, ANSWER_DAYS).toISOString()
  return { name, last4, startedAt: startedAt.toISOString(), answerBy }
}
