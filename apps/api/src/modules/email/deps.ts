import { takeFromBudgets } from '../../db/budgets.ts'
import { commit, type Db, type Tx } from '../../db/index.ts'
import { Refused } from '../../lib/refused.ts'
import type { Audit } from '../audit/index.ts'
import type { Buckets, Door, EmailLimits } from '../identity/index.ts'
import { writeLetter, type Letter, type Letterhead, type Messages } from '../messages/index.ts'

/** What the parts of this module work with. */
export interface EmailParts {
  readonly db: Db
  readonly audit: Audit
  readonly door: Door
  readonly limits: EmailLimits
  readonly buckets: Buckets
  readonly messages: Pick<Messages, 'queue'>
  readonly letterhead: Letterhead
}

/** Mails a letter after the commit. */
export function mail(
  tx: Tx,
  { messages, letterhead }: EmailParts,
  to: string,
  letter: Letter,
): Promise<void> {
  return messages.queue(tx, { channel: 'email', to, ...writeLetter(letter, letterhead) })
}

const MAIL_SECONDS = 3_600
const TRY_SECONDS = 900

/**
 * Takes a mail from the budgets of the address it goes to and of whoever asks. Both are kept for any address, known or
 * not. Throws Refused `rate_limited`.
 */
export async function payForMail(
  tx: Tx,
  { buckets, limits }: EmailParts,
  { email, address }: { email: string; address: string },
): Promise<void> {
  const wait = await takeFromBudgets(tx, [
    { bucket: buckets.ofEmail('mail', email), most: limits.mailsPerEmail, seconds: MAIL_SECONDS },
    { bucket: buckets.ofAddress('mail', address), most: limits.mailsPerAddress, seconds: MAIL_SECONDS },
  ])
  if (wait > 0)
    throw new Refused('rate_limited', {
      field: 'email',
      retryAfter: wait,
      message:
        'Too many mails were asked for. Look into your mailbox, also under spam, or try again in an hour.',
    })
}

/** Where tries at an account's password are counted, known or not. */
export const tryBucket = ({ buckets }: EmailParts, email: string): string =>
  buckets.ofEmail('password', email)

/**
 * Counts one try at a password before it is judged, so that parallel tries count as well. Throws Refused
 * `rate_limited`.
 */
export async function countTry(
  parts: EmailParts,
  { email, address }: { email: string; address: string },
): Promise<void> {
  const { db, buckets, limits } = parts
  const wait = await commit(db, 'email.count_try', (tx) =>
    takeFromBudgets(tx, [
      { bucket: tryBucket(parts, email), most: limits.triesPerAccount, seconds: TRY_SECONDS },
      { bucket: buckets.ofAddress('password', address), most: limits.triesPerAddress, seconds: TRY_SECONDS },
    ]),
  )
  if (wait > 0) throw new Refused('rate_limited', { field: 'password', retryAfter: wait })
}
