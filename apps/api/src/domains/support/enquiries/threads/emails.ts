import { TOPIC_WORDS } from '@sesa/contract'
import type { EmailTemplate } from '../../../record/index.ts'
import type { ThreadRow } from './store.ts'

const open = ({ id }: ThreadRow): NonNullable<EmailTemplate['action']> => ({
  label: 'Open the conversation',
  path: `/me/messages/${id}`,
})

const WHY = 'You’re getting this because you wrote to us from your account.'

const dateOf = (date: Date): string =>
  date.toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })

/** Returns the email to support with a customer's message, which staff answer in the office. */
export function messageForSupport(thread: ThreadRow, text: string): EmailTemplate {
  const { number, topic, reference, answerBy } = thread
  return {
    subject: `${number}: ${TOPIC_WORDS[topic]}`,
    paragraphs: [text],
    facts: [
      ['Number', number],
      ...(reference === null ? [] : [['Transfer', reference] as const]),
      ...(answerBy === null ? [] : [['Answer by', dateOf(answerBy)] as const]),
    ],
    why: `Answer ${number} in the office, under Enquiries.`,
  }
}

/** Returns the confirmation to the customer. For a complaint, it has the number and dates. */
export function messageReceived(thread: ThreadRow, name: string | null): EmailTemplate {
  const { number, answerBy, latestBy } = thread
  const isComplaint = answerBy !== null
  return {
    subject: isComplaint ? `We’ve got your complaint, ${number}` : `We’ve got your message, ${number}`,
    name,
    paragraphs: isComplaint
      ? [
          `Your complaint number is ${number}. We’ll answer by ${dateOf(answerBy)}.`,
          ...(latestBy !== null && latestBy > answerBy
            ? [`If we need longer, we’ll tell you by then, and answer by ${dateOf(latestBy)} at the latest.`]
            : []),
          'Complaining is free. You can add to it at any time.',
        ]
      : ['A real person will read it and answer in your account, usually within one working day.'],
    action: open(thread),
    why: WHY,
  }
}

/** Returns the email to the customer with our answer. */
export function answered(thread: ThreadRow, text: string): EmailTemplate {
  return {
    subject: `Our answer to ${thread.number}`,
    paragraphs: text.split(/\n{2,}/),
    action: open(thread),
    why: `${WHY} To answer, open the conversation.`,
  }
}
