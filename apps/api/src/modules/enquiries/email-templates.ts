import type { EmailTemplate } from '../messages/index.ts'
import type { ContactMessage } from './input.ts'

export type Topic = 'loans' | 'commodities'

/** The email to support; replies go to the author. */
export function forSupport({ name, email, company, message }: ContactMessage): EmailTemplate {
  return {
    subject: `Message from ${name}`,
    paragraphs: [message],
    facts: [['Name', name], ['Email', email], ...(company === null ? [] : [['Company', company] as const])],
    why: 'Sent with the form on the contact page. Answer this mail to write to the sender.',
  }
}

/** The confirmation to the author. It quotes nothing from the form: anyone can enter any address there. */
export function acknowledgement(): EmailTemplate {
  return {
    subject: 'We have your message',
    paragraphs: [
      'Thank you for writing to us. A person will read your message and answer to this address, usually within one working day.',
      'If it is about a transfer, keep its reference at hand: it begins with S- and stands in your transaction history.',
    ],
    why: 'You get this because this address was given with our contact form. If that was not you, nothing more will come.',
  }
}

const OPENING: Readonly<Record<Topic, { readonly name: string; readonly what: string }>> = {
  loans: { name: 'Request Loans', what: 'you can ask for a loan with Sesa' },
  commodities: { name: 'Buy Commodities', what: 'you can buy commodities with Sesa' },
}

/** The confirmation for someone who asked to be notified when something opens. */
export function interestNoted(topic: Topic): EmailTemplate {
  const { name, what } = OPENING[topic]
  return {
    subject: `${name}: we will tell you when it opens`,
    paragraphs: [
      `Thank you for your interest. ${name} is not open yet. We will write to this address once, when ${what}.`,
    ],
    why: 'You get this because this address was left on our site. If that was not you, write to us and we take it off the list.',
  }
}
