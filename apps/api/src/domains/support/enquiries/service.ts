import { createHash, createHmac } from 'node:crypto'
import { inTransaction, type Db } from '../../../db/index.ts'
import { deriveKey } from '../../../lib/secrets.ts'
import { addressKey } from '../../customers/index.ts'
import { renderEmail, type EmailTemplate, type Branding, type Messages } from '../../record/index.ts'
import { readEmail } from '../../../lib/email-address.ts'
import type { ContactMessage } from './input.ts'
import { countEnquiry, type EnquiryLimits } from './limits.ts'
import { acknowledgement, forSupport, interestNoted, type Topic } from './email-templates.ts'
import { insertEnquiry, insertInterest } from './store.ts'

export interface EnquiriesDeps {
  readonly db: Db
  readonly secret: Buffer
  readonly messages: Pick<Messages, 'queue'>
  readonly branding: Branding
  readonly limits: EnquiryLimits
}

/** Creates the enquiries service, without HTTP. `address` is the caller's network address. */
export function createEnquiries({ db, secret, messages, branding, limits }: EnquiriesDeps) {
  const key = deriveKey(secret, 'enquiries')
  const keysOf = (address: string, email: string) => ({
    address: addressKey(key, address),
    email: createHmac('sha256', key).update(email.toLowerCase()).digest(),
  })
  const mail = (to: string, template: EmailTemplate) =>
    ({ channel: 'email', to, ...renderEmail(template, branding) }) as const

  return {
    /**
     * Stores a message, sends it to support and confirms it to the author. The same message on the same day changes nothing.
     * Throws Refused `rate_limited`.
     */
    async contact(message: ContactMessage, address: string): Promise<void> {
      const { email } = message
      const digest = createHash('sha256').update(JSON.stringify(message)).digest()
      await inTransaction(db, 'enquiries.contact', async (tx) => {
        if (!(await insertEnquiry(tx, { ...message, digest }))) return
        await countEnquiry(tx, limits, keysOf(address, email))
        const { support } = branding
        await messages.queue(tx, { ...mail(support.email, forSupport(message)), replyTo: email })
        await messages.queue(tx, { ...mail(email, acknowledgement()), replyTo: support.email })
      })
    },

    /**
     * Stores an interest once and confirms it; a known one changes nothing, and gets the same answer. Throws Refused
     * `email_invalid` or `rate_limited`.
     */
    async interest(topic: Topic, typed: string, address: string): Promise<void> {
      const email = readEmail(typed)
      await inTransaction(db, 'enquiries.interest', async (tx) => {
        await countEnquiry(tx, limits, keysOf(address, email))
        if (await insertInterest(tx, topic, email))
          await messages.queue(tx, mail(email, interestNoted(topic)))
      })
    },
  }
}

export type Enquiries = ReturnType<typeof createEnquiries>
