import { refillBudget } from '../../db/budgets.ts'
import { commit } from '../../db/index.ts'
import type { Origin } from '../../http/origin.ts'
import { readEmail } from '../../lib/email-address.ts'
import { Refused } from '../../lib/refused.ts'
import type { OpenedSession, Visitor } from '../identity/index.ts'
import {
  checkNewPassword,
  hashPassword,
  lockPasswordHash,
  passwordMatches,
  passwordOwner,
  storePassword,
} from '../passwords/index.ts'
import { emailOwner } from './addresses-store.ts'
import { countTry, mail, payForMail, tryBucket, type EmailParts } from './deps.ts'
import { insertLink, readLink, takeLink, voidLinks } from './links-store.ts'
import { mails } from './mails.ts'

/**
 * Signs in with a confirmed address and its password. An unknown address, an account without a password and a wrong
 * password are one answer after the same work. Throws Refused `credentials_wrong`, `rate_limited`, `other_account`
 * or `account_locked`.
 */
export async function signInByEmail(
  parts: EmailParts,
  request: { email: string; password: string; visitor: Visitor },
): Promise<OpenedSession> {
  const { db, door } = parts
  const { password, visitor } = request
  const email = request.email.trim()
  await countTry(parts, { email, address: visitor.origin.address })
  const userId = await emailOwner(db, email)
  const hash = userId === undefined ? null : (await passwordOwner(db, userId)).hash
  const right = await passwordMatches(hash, password)
  if (!right || userId === undefined) throw new Refused('credentials_wrong', { field: 'password' })
  return commit(db, 'email.sign_in', async (tx) => {
    // Changed since it was judged: then it is not the password any more.
    if ((await lockPasswordHash(tx, userId)) !== hash)
      throw new Refused('credentials_wrong', { field: 'password' })
    await refillBudget(tx, tryBucket(parts, email))
    return door.open(tx, { userId, method: 'password', visitor })
  })
}

/**
 * Mails a link to choose a new password; an address that no account confirmed gets a mail that says so, for the same
 * work. Throws Refused `email_invalid` or `rate_limited`.
 */
export async function forgotPassword(
  parts: EmailParts,
  request: { email: string; origin: Origin },
): Promise<void> {
  const { db } = parts
  const email = readEmail(request.email)
  await commit(db, 'email.forgot', async (tx) => {
    await payForMail(tx, parts, { email, address: request.origin.address })
    const userId = (await emailOwner(tx, email)) ?? null
    const token = await insertLink(tx, { kind: 'reset', email, userId })
    await mail(tx, parts, email, userId === null ? mails.noAccount() : mails.reset(token))
  })
}

/**
 * Sets a new password with the link that was mailed, signs every device out and this one in. Throws Refused
 * `link_expired`, `password_weak`, `other_account` or `account_locked`.
 */
export async function resetPassword(
  parts: EmailParts,
  request: { token: string; password: string; visitor: Visitor },
): Promise<OpenedSession> {
  const { db, door, audit } = parts
  const { token, visitor } = request
  const expired = new Refused('link_expired', { field: 'token' })
  const found = await readLink(db, token)
  if (found?.kind !== 'reset' || found.userId === null) throw expired
  const { userId, email } = found
  const { name } = await passwordOwner(db, userId)
  await checkNewPassword(request.password, { own: [name, email], field: 'password' })
  const hash = await hashPassword(request.password)
  return commit(db, 'email.reset_password', async (tx) => {
    if (!(await takeLink(tx, token, ['reset']))) throw expired
    await storePassword(tx, userId, hash)
    await voidLinks(tx, userId, ['reset'])
    await refillBudget(tx, tryBucket(parts, email))
    const opened = await door.open(tx, { userId, method: 'email', visitor })
    await door.signOutOthers(tx, userId, opened.id)
    const { origin } = visitor
    await audit.record(tx, { userId, sessionId: opened.id, kind: 'password_reset', origin })
    return opened
  })
}
