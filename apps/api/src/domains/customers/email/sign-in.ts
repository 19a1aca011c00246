import { refillBudget } from '../../../db/budgets.ts'
import { inTransaction } from '../../../db/index.ts'
import type { Origin } from '../../../http/origin.ts'
import { readEmail } from '../../../lib/email-address.ts'
import { Refused } from '../../../lib/refused.ts'
import type { OpenedSession, Visitor } from '../identity/index.ts'
import {
  checkNewPassword,
  countNewHash,
  hashPassword,
  lockPasswordHash,
  passwordMatches,
  passwordOwner,
  storePassword,
} from '../passwords/index.ts'
import { emailOwner, isResetOpen } from './addresses-store.ts'
import { queueEmail, chargeEmailBudgets, refuseUsedUpEmail, type EmailParts } from './deps.ts'
import { insertLink, readLink, takeLink, voidLinks } from './links-store.ts'
import { emails } from './emails.ts'
import { countTry, giveBackTry, tryBucket } from './password-tries.ts'

/**
 * Signs in with a confirmed address and its password. An unknown address, an account without a password and
 * a wrong password get the same answer after the same work. Throws Refused `credentials_wrong`,
 * `rate_limited`, `password_locked`, `sign_in_busy`, `other_account` or `account_locked`.
 */
export async function signInByEmail(
  parts: EmailParts,
  request: { email: string; password: string; visitor: Visitor },
): Promise<OpenedSession> {
  const { db, gateway } = parts
  const { password, visitor } = request
  const email = request.email.trim()
  const userId = await emailOwner(db, email)
  const hash = userId === undefined ? null : (await passwordOwner(db, userId)).hash
  const counted = await countTry(parts, { email, userId, hash, visitor })
  const right = await passwordMatches(hash, password)
  if (!right || userId === undefined) throw await failedSignIn(parts, email, userId ?? null, visitor.origin)
  return inTransaction(db, 'email.sign_in', async (tx) => {
    // Changed since the check, so it is no longer the password.
    if ((await lockPasswordHash(tx, userId)) !== hash)
      throw new Refused('credentials_wrong', { field: 'password' })
    await giveBackTry(tx, counted)
    return gateway.open(tx, { userId, method: 'password', visitor })
  })
}

/** Counts a wrong password, for known and unknown addresses alike; returns the refusal. */
async function failedSignIn(
  { db, audit, buckets }: EmailParts,
  email: string,
  userId: string | null,
  origin: Origin,
): Promise<Refused> {
  const tried = buckets.ofEmail('failed', email)
  await inTransaction(db, 'email.count_failure', (tx) =>
    audit.failed(tx, { userId, tried, method: 'password', origin }),
  )
  return new Refused('credentials_wrong', { field: 'password', subject: { tried: email, account: userId } })
}

/**
 * Emails a link to choose a new password. An unconfirmed or too recently confirmed address gets an email that says so, after
 * the same work. Throws Refused `email_invalid` or `rate_limited`.
 */
export async function forgotPassword(
  parts: EmailParts,
  request: { email: string; origin: Origin },
): Promise<void> {
  const { db } = parts
  const email = readEmail(request.email)
  const asked = { email, address: request.origin.address }
  await refuseUsedUpEmail(parts, asked)
  await inTransaction(db, 'email.forgot', async (tx) => {
    await chargeEmailBudgets(tx, parts, asked)
    const owner = (await emailOwner(tx, email)) ?? null
    const isOpen = owner !== null && (await isResetOpen(tx, owner))
    const token = await insertLink(tx, { kind: 'reset', email, userId: isOpen ? owner : null })
    const closed = owner === null ? emails.noAccount() : emails.resetNotOpen()
    await queueEmail(tx, parts, email, isOpen ? emails.reset(token) : closed)
  })
}

/**
 * Sets a new password with the emailed link, signs this device in and all others out. Throws Refused
 * `link_expired`, `password_weak`, `rate_limited`, `sign_in_busy`, `other_account` or `account_locked`.
 */
export async function resetPassword(
  parts: EmailParts,
  request: { token: string; password: string; visitor: Visitor },
): Promise<OpenedSession> {
  const { db, gateway, audit } = parts
  const { token, visitor } = request
  const expired = new Refused('link_expired', { field: 'token' })
  const found = await readLink(db, token)
  if (found?.kind !== 'reset' || found.userId === null) throw expired
  const { userId, email } = found
  const { name, phone } = await passwordOwner(db, userId)
  await checkNewPassword(request.password, { owner: { name, email, phone }, field: 'password' })
  await countNewHash(db, userId, 'password')
  const hash = await hashPassword(request.password)
  return inTransaction(db, 'email.reset_password', async (tx) => {
    if (!(await takeLink(tx, token, ['reset']))) throw expired
    await storePassword(tx, userId, hash)
    await voidLinks(tx, userId, ['reset'])
    await refillBudget(tx, tryBucket(parts, email))
    const opened = await gateway.open(tx, { userId, method: 'email', visitor })
    await gateway.signOutOthers(tx, userId, opened.id)
    const { origin } = visitor
    await audit.record(tx, { userId, sessionId: opened.id, kind: 'password_reset', origin })
    return opened
  })
}
