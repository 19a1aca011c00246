import { setTimeout as sleep } from 'node:timers/promises'
import { giveBackToBudgets, takeFromBudgets, type Budget } from '../../db/budgets.ts'
import { inTransaction, type Db, type Tx } from '../../db/index.ts'
import type { UsedUpBudgets } from '../../db/used-up-budgets.ts'
import { Refused } from '../../lib/refused.ts'
import type { Audit } from '../audit/index.ts'
import type { Buckets, SessionGateway, EmailLimits } from '../identity/index.ts'
import { renderEmail, type EmailTemplate, type Branding, type Messages } from '../messages/index.ts'

/** What the parts of this module work with. */
export interface EmailParts {
  readonly db: Db
  readonly audit: Audit
  readonly gateway: SessionGateway
  readonly limits: EmailLimits
  readonly buckets: Buckets
  readonly usedUp: UsedUpBudgets
  /** Key of the digests that count tried passwords. */
  readonly triesKey: Buffer
  readonly messages: Pick<Messages, 'queue'>
  readonly branding: Branding
}

/** Queues an email, which is sent after the commit. */
export function mail(
  tx: Tx,
  { messages, branding }: EmailParts,
  to: string,
  template: EmailTemplate,
): Promise<void> {
  return messages.queue(tx, { channel: 'email', to, ...renderEmail(template, branding) })
}

const MAIL_SECONDS = 3_600

/** Where a mail goes and the network address of the client that asks for it. */
interface MailRequest {
  readonly email: string
  readonly address: string
}

const mailBudgets = ({ buckets, limits }: EmailParts, { email, address }: MailRequest): Budget[] => [
  { bucket: buckets.ofEmail('mail', email), most: limits.mailsPerEmail, seconds: MAIL_SECONDS },
  { bucket: buckets.ofAddress('mail', address), most: limits.mailsPerAddress, seconds: MAIL_SECONDS },
]

/** Gives back a mail that was paid for and then not sent. */
export async function giveMailBack(parts: EmailParts, request: MailRequest): Promise<void> {
  await inTransaction(parts.db, 'email.give_mail_back', (tx) =>
    giveBackToBudgets(tx, mailBudgets(parts, request)),
  )
}

/**
 * Charges an email to the budgets of its address and of the requester. Both are kept for any address, known or
 * not. Throws Refused `rate_limited`.
 */
export async function payForMail(tx: Tx, parts: EmailParts, request: MailRequest): Promise<void> {
  refuseMail(await takeFromBudgets(tx, mailBudgets(parts, request), parts.usedUp))
}

/**
 * Refuses a mail whose budget this process knows to be used up, before anything else is done for it, and lets the
 * client wait for the answer.
 */
export async function refuseUsedUpMail(parts: EmailParts, request: MailRequest): Promise<void> {
  const wait = parts.usedUp.waitOf(mailBudgets(parts, request))
  if (wait > 0) await holdBack()
  refuseMail(wait)
}

function refuseMail(wait: number): void {
  if (wait > 0)
    throw new Refused('rate_limited', {
      field: 'email',
      retryAfter: wait,
      message: 'Too many emails were requested. Check your inbox and spam folder, or try again in an hour.',
    })
}

const HELD_MS = 1_000
/** Maximum number of delayed calls at once; further ones are refused immediately. */
const MOST = 2_000

let held = 0

/**
 * Delays the response by a second for a client that repeats a refused call. A flood over few connections slows down to
 * one call per second each, at the cost of a timer.
 */
async function holdBack(): Promise<void> {
  if (held >= MOST) return
  held++
  try {
    await sleep(HELD_MS)
  } finally {
    held--
  }
}
