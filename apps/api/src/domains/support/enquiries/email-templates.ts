import { isolateName } from '@sesa/contract'
import type { EmailTemplate } from '../../record/index.ts'
import type { ContactMessage } from './input.ts'

export type Topic = 'loans' | 'commodities'

/** Returns the email to support; replies go to the author. */
export function forSupport({ name, email, company, message }: ContactMessage): EmailTemplate {
  return {
    subject: `Message from ${isolateName(name)}`,
    paragraphs: [message],
    facts: [['Name', name], ['Email', email], ...(company === null ? [] : [['Company', company] as const])],
    why: 'Sent with the contact form. Reply to this email to answer the sender.',
  }
}

/** Returns the confirmation to the author. It quotes nothing from the form, where any address can be entered. */
export function acknowledgement(): EmailTemplate {
  return {
    subject: 'We’ve got your message',
    paragraphs: [
      'Thanks for your message. A real person will read it and reply to this address, usually within one working day.',
      'If it’s about a transfer, have its reference ready. It starts with S- and is in your transactions.',
    ],
    why: 'You’re getting this because someone entered this address in our contact form. Not you? You can ignore this email.',
  }
}

const NAMES: Readonly<Record<Topic, string>> = { loans: 'Request Loans', commodities: 'Buy Commodities' }

/** Returns the confirmation of a request to be notified when a feature opens. */
export function interestNoted(topic: Topic): EmailTemplate {
  const name = NAMES[topic]
  return {
    subject: `You’re on the list for ${name}`,
    paragraphs: [`Thanks for your interest. ${name} isn’t open yet. We’ll email you once, when it opens.`],
    why: 'You’re getting this because someone entered this address on our site. Not you? Email us and we’ll remove it.',
  }
}
