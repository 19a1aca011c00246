import { inTransaction } from '../../../db/index.ts'
import type { Origin } from '../../../http/origin.ts'
import { readEmail } from '../../../lib/email-address.ts'
import { hashToken } from '../identity/index.ts'
import { checkNewPassword, hashPassword } from '../passwords/index.ts'
import { emailOwner } from './addresses-store.ts'
import {
  returnEmailToBudgets,
  queueEmail,
  chargeEmailBudgets,
  refuseUsedUpEmail,
  type EmailParts,
} from './deps.ts'
import { insertLink } from './links-store.ts'
import { emails } from './emails.ts'

/**
 * Sends the link that opens an account with this address and password; no account exists before. Known and unknown addresses
 * cost the same work and get the same answer: only the email differs. Throws Refused `email_invalid`, `password_weak`,
 * `rate_limited` or `sign_in_busy`.
 *
 * `browserToken` marks the browser: a link opened elsewhere requires the password, so that a person who signs up with another
 * person's address cannot make its owner open an account with the stranger's password.
 */
export async function signUp(
  parts: EmailParts,
  request: { email: string; password: string; to?: string | undefined; origin: Origin; browserToken: string },
): Promise<void> {
  const { db } = parts
  const email = readEmail(request.email)
  const asked = { email, address: request.origin.address }
  await refuseUsedUpEmail(parts, asked)
  await checkNewPassword(request.password, { owner: { email }, field: 'password' })
  // Charge first: a refused sign-up must not cost a hash.
  await inTransaction(db, 'email.count_sign_up', (tx) => chargeEmailBudgets(tx, parts, asked))
  const passwordHash = await hashPassword(request.password).catch(async (error: unknown) => {
    await returnEmailToBudgets(parts, asked)
    throw error
  })
  await inTransaction(db, 'email.sign_up', async (tx) => {
    const owner = await emailOwner(tx, email)
    const token = await insertLink(tx, {
      kind: 'sign_up',
      email,
      userId: null,
      signUp: { passwordHash, browserHash: hashToken(request.browserToken) },
    })
    await queueEmail(
      tx,
      parts,
      email,
      owner === undefined ? emails.signUp(token, request.to) : emails.alreadySignedUp(request.to),
    )
  })
}
