import { commit } from '../../db/index.ts'
import type { Origin } from '../../http/origin.ts'
import { readEmail } from '../../lib/email-address.ts'
import { hashToken } from '../identity/index.ts'
import { checkNewPassword, hashPassword } from '../passwords/index.ts'
import { emailOwner } from './addresses-store.ts'
import { mail, payForMail, type EmailParts } from './deps.ts'
import { insertLink } from './links-store.ts'
import { mails } from './mails.ts'

/**
 * Sends the link that opens an account with this address and password; nothing is opened before. Known and unknown
 * addresses cost the same work and get the same answer: the difference is only in the mail. Throws Refused
 * `email_invalid`, `password_weak` or `rate_limited`.
 *
 * `browserToken` is what the browser keeps: a link opened elsewhere asks for the password, so that whoever signs up
 * with somebody else's address cannot have the owner of the address open an account with the stranger's password.
 */
export async function signUp(
  parts: EmailParts,
  request: { email: string; password: string; origin: Origin; browserToken: string },
): Promise<void> {
  const { db } = parts
  const email = readEmail(request.email)
  await checkNewPassword(request.password, { own: [email], field: 'password' })
  const passwordHash = await hashPassword(request.password)
  await commit(db, 'email.sign_up', async (tx) => {
    await payForMail(tx, parts, { email, address: request.origin.address })
    const owner = await emailOwner(tx, email)
    const token = await insertLink(tx, {
      kind: 'sign_up',
      email,
      userId: null,
      signUp: { passwordHash, browserHash: hashToken(request.browserToken) },
    })
    await mail(tx, parts, email, owner === undefined ? mails.signUp(token) : mails.alreadySignedUp())
  })
}
