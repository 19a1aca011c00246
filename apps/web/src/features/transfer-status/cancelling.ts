import type { AnswerOf, calls, TransferDetail } from '@sesa/contract'
import { formatMinor } from '@sesa/ui/format.ts'

type Outcome = AnswerOf<typeof calls.cancelTransfer>['outcome']
type Cancelled = Pick<TransferDetail, 'charge' | 'recipient' | 'status' | 'timeline'>

const charged = ({ charge }: Cancelled): string => formatMinor(charge.amount, charge.currency)

/** Banks take this long to show a refund. */
const WHEN = 'It can take your bank up to 10 days to show it.'

/** The expected result of a cancellation, before the customer confirms it. */
export function cancelQuestion(detail: Cancelled): { text: string; confirm: string } {
  if (detail.status === 'held') {
    return {
      text: 'We’re reviewing this transfer. We’ll record your request to cancel and tell you what happens.',
      confirm: 'Ask to cancel',
    }
  }
  const inProgress = detail.timeline.some(({ step, at }) => step === 'paying_out' && at !== null)
  if (inProgress) {
    return {
      text: `The money is already on its way to ${detail.recipient}. If it’s been delivered, we cannot cancel. Otherwise, we’ll refund ${charged(detail)}, fee included. ${WHEN}`,
      confirm: 'Ask to cancel',
    }
  }
  return {
    text: `We’ll refund ${charged(detail)} to your card, fee included. ${WHEN} If the money leaves for ${detail.recipient} before we can stop it, we’ll tell you.`,
    confirm: 'Cancel the transfer',
  }
}

/** Describes the outcome of a cancellation. */
export function cancelAnswer(outcome: Outcome, detail: Cancelled): { title: string; text: string } {
  switch (outcome) {
    case 'cancelled':
      return { title: 'The transfer is cancelled', text: 'Your card was not charged.' }
    case 'refund':
      return {
        title: 'The transfer is cancelled',
        text: `We’ll refund ${charged(detail)} to your card, fee included. ${WHEN}`,
      }
    case 'recorded':
      return { title: 'We have your request to cancel', text: 'We’ll tell you what happens.' }
    case 'refund_if_not_delivered':
      return {
        title: 'The money is already on its way',
        text: `We can’t stop it any more. If it doesn’t arrive, we’ll refund ${charged(detail)} to your card, fee included. ${WHEN}`,
      }
  }
}
