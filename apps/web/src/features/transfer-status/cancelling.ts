import type { AnswerOf, calls, TransferDetail } from '@sesa/contract'
import { formatMinor } from '../../lib/format.ts'

type Outcome = AnswerOf<typeof calls.cancelTransfer>['outcome']
type Cancelled = Pick<TransferDetail, 'charge' | 'recipient' | 'timeline'>

const charged = ({ charge }: Cancelled): string => formatMinor(charge.amount, charge.currency)

/** Banks take this long to show a refund. */
const WHEN = 'Your bank may take up to 10 days to show it.'

/** The expected result of a cancellation, before the customer confirms it. */
export function cancelQuestion(detail: Cancelled): { text: string; confirm: string } {
  const underWay = detail.timeline.some(({ step, at }) => step === 'paying_out' && at !== null)
  if (underWay) {
    return {
      text: `The money is already on its way to ${detail.recipient}. If it arrives, the transfer stands. If it does not, ${charged(detail)} goes back to your card, fee included. ${WHEN}`,
      confirm: 'Ask to cancel',
    }
  }
  return {
    text: `${charged(detail)} goes back to your card in full, fee included. ${WHEN} If the money leaves for ${detail.recipient} before we can stop it, we tell you at once.`,
    confirm: 'Cancel the transfer',
  }
}

/** What it came to. */
export function cancelAnswer(outcome: Outcome, detail: Cancelled): { title: string; text: string } {
  switch (outcome) {
    case 'cancelled':
      return { title: 'The transfer is cancelled', text: 'Your card was not charged.' }
    case 'refund':
      return {
        title: 'The transfer is cancelled',
        text: `${charged(detail)} goes back to your card in full, fee included. ${WHEN}`,
      }
    case 'refund_if_not_delivered':
      return {
        title: 'The money is already on its way',
        text: `It can no longer be stopped. If it does not arrive, ${charged(detail)} goes back to your card, fee included. ${WHEN}`,
      }
  }
}
