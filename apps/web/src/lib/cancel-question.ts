import type { TransferDetail } from '@sesa/contract'
import * as i18n from '@sesa/contract/i18n'
import { formatMinor } from '@sesa/ui/format.ts'
import { isOpen } from './phone-payment.ts'

// The comment above each claim names the fact that makes it true. A hold may keep the money, so it promises nothing.

/** Banks take up to this long to show a refund. */
const WHEN = i18n.t('It can take your bank up to 10 days to show it.')

type Cancelled = Pick<TransferDetail, 'charge' | 'pay' | 'recipient' | 'status' | 'timeline'>

const charged = ({ charge }: Pick<TransferDetail, 'charge'>): string =>
  formatMinor(charge.amount, charge.currency)

/** Describes the expected result of a cancellation, before the customer confirms it. */
export function cancelQuestion(detail: Cancelled): { text: string; confirm: string } {
  const { pay, recipient } = detail
  const amount = charged(detail)
  // Nothing has been charged, but the bank may still pay, and a request on the phone may still be approved.
  if (detail.status === 'awaiting_payment') {
    return {
      text:
        pay.method === 'bank_debit'
          ? i18n.t('We’ve already asked your bank. If it still pays, we’ll refund {amount}, fee included.', {
              amount,
            })
          : pay.attempts.some(isOpen)
            ? i18n.t(
                'Don’t approve the request on your phone. If you do, we’ll refund {amount}, fee included.',
                {
                  amount,
                },
              )
            : i18n.t('You haven’t paid for this transfer, so there’s nothing to refund.'),
      confirm: i18n.t('Cancel the transfer'),
    }
  }
  // The hold decides, so nothing is promised.
  if (detail.status === 'held') {
    return {
      text: i18n.t(
        'We’re reviewing this transfer. We’ll record your request to cancel and tell you what happens.',
      ),
      confirm: i18n.t('Ask to cancel'),
    }
  }
  // A pay-out request was recorded, and its outcome is open.
  const inProgress = detail.timeline.some(({ step, at }) => step === 'paying_out' && at !== null)
  if (inProgress) {
    return {
      text:
        pay.method === 'momo'
          ? i18n.t(
              'The money is already on its way to {recipient}. If it’s been delivered, we cannot cancel. Otherwise, we’ll refund {amount}, fee included.',
              { recipient, amount },
            )
          : i18n.t(
              'The money is already on its way to {recipient}. If it’s been delivered, we cannot cancel. Otherwise, we’ll refund {amount}, fee included. {when}',
              { recipient, amount, when: WHEN },
            ),
      confirm: i18n.t('Ask to cancel'),
    }
  }
  // No money has left us.
  return {
    text:
      pay.method === 'momo'
        ? i18n.t(
            'We’ll refund {amount} to your {network} wallet, fee included. If the money leaves for {recipient} before we can stop it, we’ll tell you.',
            { amount, network: pay.networkLabel ?? i18n.t('mobile money'), recipient },
          )
        : i18n.t(
            'We’ll refund {amount} to your {account}, fee included. {when} If the money leaves for {recipient} before we can stop it, we’ll tell you.',
            {
              amount,
              account: pay.method === 'card' ? i18n.t('card') : i18n.t('bank account'),
              when: WHEN,
              recipient,
            },
          ),
    confirm: i18n.t('Cancel the transfer'),
  }
}
