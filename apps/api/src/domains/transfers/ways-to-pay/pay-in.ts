import type { Money } from '@sesa/money'
import { callProvider } from '../../../lib/crash-points.ts'
import type { PaymentDispute, Payment, CardProvider, PaymentRefund, ProviderAnswer } from '../ports.ts'
import { waitForAnswer, waitForBank } from '../state/backoff.ts'
import type { HoldReason } from '../state/holds.ts'
import type { TransferRow } from '../state/transfer-row.ts'

/** A transfer whose payment is open or was charged. */
export type PaidTransfer = Pick<
  TransferRow,
  'id' | 'reference' | 'pay_method' | 'payment_intent_id' | 'collection_id'
>

/**
 * Whether a charge stands. `taken_back`: the provider has taken it back, in full or part, which counts as a refund made
 * elsewhere; `differs`: it reports another charge; `unknown`: no answer, or none that is final.
 */
export type ChargeCheck = 'stands' | 'taken_back' | 'differs' | 'unknown'

/**
 * A way to pay, as the engine sees it: a payment has the same states and the same questions whichever way it is made. Its
 * methods call providers, so no transaction is open.
 */
export interface PayIn {
  /** Finds a payment that the provider may have although its id never reached us; null for none. */
  findPayment(transfer: PaidTransfer): Promise<ProviderAnswer<Payment | null>>
  readPayment(transfer: PaidTransfer): Promise<ProviderAnswer<Payment>>
  /**
   * Closes a payment and returns it: `cancelled`, `succeeded` if it was charged first, or `processing` while that is not known;
   * then it is closed later.
   */
  cancelPayment(transfer: PaidTransfer): Promise<ProviderAnswer<Payment>>
  listDisputes(transfer: PaidTransfer): Promise<ProviderAnswer<readonly PaymentDispute[]>>
  /** Returns the ids of the fraud warnings. */
  listFraudWarnings(transfer: PaidTransfer): Promise<ProviderAnswer<readonly string[]>>
  listRefunds(transfer: PaidTransfer): Promise<ProviderAnswer<readonly PaymentRefund[]>>
  /** Requests a refund. `requestId` is the recorded request, and the idempotency key. */
  refund(
    transfer: PaidTransfer,
    request: { readonly requestId: bigint; readonly amount: Money },
  ): Promise<ProviderAnswer<PaymentRefund>>
  /**
   * Asks once more whether a charge stands, for a pay-out that begins a while after it; absent where the provider reports a
   * reversal by itself.
   */
  confirmCharge?(transfer: PaidTransfer): Promise<ChargeCheck>
  /** The hold of a payment without an answer for 24 hours; for a debit, for ten days. */
  readonly silentHold: HoldReason
  /** Milliseconds until a payment that is under way is asked about again, after the n-th answer. */
  waitForAnswer(attempt: number): number
}

/** Returns the id of a transfer's payment. @throws Error for a transfer that has none. */
export function paymentIdOf({ id, payment_intent_id }: PaidTransfer): string {
  if (payment_intent_id === null) throw new Error(`Transfer ${id} has no payment`)
  return payment_intent_id
}

/** Returns paying by card. */
export function payByCard(cards: CardProvider): PayIn {
  return {
    silentHold: 'provider_silent',
    waitForAnswer,
    findPayment: ({ id }) => callProvider('cards.find_payment', () => cards.findPayment(id)),
    readPayment: (transfer) =>
      callProvider('cards.read_payment', () => cards.readPayment(paymentIdOf(transfer))),
    cancelPayment: (transfer) =>
      callProvider('cards.cancel_payment', () => cards.cancelPayment(paymentIdOf(transfer))),
    listDisputes: (transfer) =>
      callProvider('cards.list_disputes', () => cards.listDisputes(paymentIdOf(transfer))),
    listFraudWarnings: (transfer) =>
      callProvider('cards.list_warnings', () => cards.listFraudWarnings(paymentIdOf(transfer))),
    listRefunds: (transfer) =>
      callProvider('cards.list_refunds', () => cards.listRefunds(paymentIdOf(transfer))),
    refund: (transfer, { requestId, amount }) =>
      callProvider('cards.refund', () =>
        cards.refund({
          ...{ paymentId: paymentIdOf(transfer), transferId: transfer.id },
          ...{ attemptId: requestId, amount },
        }),
      ),
  }
}

/** Returns paying from a bank account, through the card provider. */
export const payByBankDebit = (cards: CardProvider): PayIn => ({
  ...payByCard(cards),
  waitForAnswer: waitForBank,
})

/** Returns the way to pay of a transfer. */
export type PayInOf = (transfer: Pick<TransferRow, 'pay_method'>) => PayIn
