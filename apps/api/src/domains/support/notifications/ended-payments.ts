import { isolateName } from '@sesa/contract'
import { inTransaction, type Db } from '../../../db/index.ts'
import type { EmailTemplate, Notices } from '../../record/index.ts'
import { listUnseenEnds, type UnseenEnd } from '../../transfers/index.ts'
import { show, switchedBy } from './emails.ts'

export interface EndedPaymentsDeps {
  readonly db: Db
  readonly notices: Notices
}

function endedEmail({ paymentId, reference, recipientName, reason }: UnseenEnd): EmailTemplate {
  return {
    subject: 'Your payment ended without approval',
    paragraphs: [
      `${reason} Nothing was sent to ${isolateName(recipientName)}.`,
      'You can try again on the transfer’s page while its price lasts.',
    ],
    facts: [['Reference', reference]],
    action: show({ paymentId }),
    ...switchedBy('Transaction fails'),
  }
}

/** Notifies customers whose request to pay by mobile money ended while they were away; once for each request. */
export async function tellEndedPayments({ db, notices }: EndedPaymentsDeps): Promise<void> {
  await inTransaction(db, 'notifications.ended_payments', async (tx) => {
    for (const end of await listUnseenEnds(tx)) {
      const email = endedEmail(end)
      const notice = {
        accountId: end.userId,
        kind: 'payment_ended',
        title: email.subject,
        body: email.paragraphs.join(' '),
        path: email.action?.path ?? '/me/notices',
        key: `payment_ended:${end.attemptId}`,
      } as const
      await notices.add(tx, notice, { email })
    }
  })
}
