import { setTimeout as sleep } from 'node:timers/promises'
import { giveBackToBudgets, takeFromBudgets, type Budget } from '../../../db/budgets.ts'
import { inTransaction, type Db, type Tx } from '../../../db/index.ts'
import type { UsedUpBudgets } from '../../../db/used-up-budgets.ts'
import { Refused } from '../../../lib/refused.ts'
import type { Audit } from '../account-record/index.ts'
import type { Buckets, SessionGateway, EmailLimits } from '../identity/index.ts'
import { renderEmail, type EmailTemplate, type Branding, type Messages } from '../../record/index.ts'

/** The dependencies that the parts of this module share. */
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
export function queueEmail(
  tx: Tx,
  { messages, branding }: EmailParts,
  to: string,
  template: EmailTemplate,
): Promise<void> {
  return messages.queue(tx, { channel: 'email', to, ...renderEmail(template, branding) })
}

const EMAIL_SECONDS = 3_600

/** An email's recipient, and the network address of the requesting client. */
interface EmailRequest {
  readonly email: string
  readonly address: string
}

const emailBudgets = ({ buckets, limits }: EmailParts, { email, address }: EmailRequest): Budget[] => [
  { bucket: buckets.ofEmail('mail', email), most: limits.mailsPerEmail, seconds: EMAIL_SECONDS },
  { bucket: buckets.ofAddress('mail', address), most: limits.mailsPerAddress, seconds: EMAIL_SECONDS },
]

/** Returns the charge for an unsent email to its budgets. */
export async function returnEmailToBudgets(parts: EmailParts, request: EmailRequest): Promise<void> {
  await inTransaction(parts.db, 'email.give_mail_back', (tx) =>
    giveBackToBudgets(tx, emailBudgets(parts, request)),
  )
}

/**
 * Charges an email to the budgets of its recipient and of the requester, whether or not an account has the
 * address. Throws Refused `rate_limited`.
 */
export async function chargeEmailBudgets(tx: Tx, parts: EmailParts, request: EmailRequest): Promise<void> {
  const { wait } = await takeFromBudgets(tx, emailBudgets(parts, request), parts.usedUp)
  refuseEmail(wait)
}

/**
 * Refuses an email whose budget is known to be used up, before any other work, and delays the answer. Throws Refused
 * `rate_limited`.
 */
export async function refuseUsedUpEmail(parts: EmailParts, request: EmailRequest): Promise<void> {
  const wait = parts.usedUp.waitOf(emailBudgets(parts, request))
  if (wait > 0) await delayRefusal()
  refuseEmail(wait)
}

function refuseEmail(wait: number): void {
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
async function delayRefusal(): Promise<void> {
  if (held >= MOST) return
  held++
  try {
    await sleep(HELD_MS)
  } finally {
    held--
  }
}
