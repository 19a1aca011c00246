import { inTransaction, type Tx } from '../../../db/index.ts'
import type { Origin } from '../../../http/origin.ts'
import type { Caller } from '../../../http/route.ts'
import { Refused } from '../../../lib/refused.ts'
import { hashToken, insertUser, type OpenedSession, type Visitor } from '../identity/index.ts'
import { passwordMatches, storePassword } from '../passwords/index.ts'
import { emailOwner, lockAddressOf, lockEmail, setConfirmedEmail } from './addresses-store.ts'
import { queueEmail, type EmailParts } from './deps.ts'
import { countLinkTry, insertLink, readLink, takeLink, voidLinks, type Link } from './links-store.ts'
import { emails } from './emails.ts'

export interface VerifyRequest {
  readonly token: string
  readonly password: string | undefined
  /** The token that the browser stored at sign-up. */
  readonly browserToken: string | undefined
  readonly visitor: Visitor
  /** The signed-in person who confirms, if any. */
  readonly caller: Caller | null
}

export interface Verified {
  readonly email: string
  /** Session of a completed sign-up; null when an account's address was confirmed. */
  readonly opened: OpenedSession | null
  /** Time from which the address can reset the password; null means immediately. */
  readonly resetFrom: Date | null
}

/** Requires that the same person completes the sign-up: from the same browser, or with the password chosen then. */
async function proveSignUp(
  { db }: EmailParts,
  link: Link,
  { token, password, browserToken }: VerifyRequest,
): Promise<void> {
  if (browserToken !== undefined && link.browserHash?.equals(hashToken(browserToken)) === true) return
  if (password === undefined) throw new Refused('password_needed', { field: 'password' })
  const counted = await inTransaction(db, 'email.count_link_try', (tx) => countLinkTry(tx, token))
  if (!counted) throw new Refused('link_expired', { field: 'token' })
  if (!(await passwordMatches(link.passwordHash, password)))
    throw new Refused('password_wrong', {
      field: 'password',
      subject: { tried: link.email, account: null },
    })
}

async function openAccount(
  tx: Tx,
  { audit, gateway }: EmailParts,
  link: Link,
  visitor: Visitor,
): Promise<OpenedSession> {
  const userId = await insertUser(tx)
  await setConfirmedEmail(tx, userId, link.email)
  if (link.passwordHash === null) throw new Error('A sign-up without a password')
  await storePassword(tx, userId, link.passwordHash)
  await audit.record(tx, { userId, sessionId: null, kind: 'account_created', origin: visitor.origin })
  return gateway.open(tx, { userId, method: 'email', visitor })
}

/**
 * Confirms an account's address, or replaces the old one, which gets an email with a link to revert the change. The account's
 * number gets an SMS. Password reset waits unless the owner confirms soon after signing in: others may open a link in a
 * mailbox.
 */
async function confirmAddress(
  tx: Tx,
  parts: EmailParts,
  { userId, email }: { userId: string; email: string },
  { caller, visitor: { origin } }: VerifyRequest,
): Promise<Date | null> {
  const before = await lockAddressOf(tx, userId)
  const isPending = before?.pending === email
  const isFirst = before?.email === email && !before.verified
  if (!isPending && !isFirst) throw new Refused('link_expired', { field: 'token' })
  const byOwner = caller?.userId === userId && caller.proven
  const resetFrom = await setConfirmedEmail(tx, userId, email, { waits: !byOwner })
  const kind = isPending ? 'email_changed' : 'email_verified'
  await parts.audit.record(tx, { userId, sessionId: null, kind, origin })
  if (!isPending || before.email === null) return resetFrom
  await voidLinks(tx, userId, ['reset'])
  const undo = await insertLink(tx, { kind: 'undo', email: before.email, userId })
  await queueEmail(tx, parts, before.email, emails.changed(undo))
  return resetFrom
}

/**
 * Confirms an address with the link emailed to it. Throws Refused `link_expired`, `password_needed`,
 * `password_wrong`, `email_taken` when another account confirmed it meanwhile, or `other_account`.
 */
export async function verifyEmail(parts: EmailParts, request: VerifyRequest): Promise<Verified> {
  const found = await readLink(parts.db, request.token)
  if (found?.kind === 'sign_up') await proveSignUp(parts, found, request)
  return inTransaction(parts.db, 'email.verify', async (tx) => {
    const link = await takeLink(tx, request.token, ['sign_up', 'verify'])
    if (!link) throw new Refused('link_expired', { field: 'token' })
    const { email, userId } = link
    await lockEmail(tx, email)
    const owner = await emailOwner(tx, email)
    if (owner !== undefined && owner !== userId) throw new Refused('email_taken')
    if (userId === null)
      return { email, opened: await openAccount(tx, parts, link, request.visitor), resetFrom: null }
    return { email, opened: null, resetFrom: await confirmAddress(tx, parts, { userId, email }, request) }
  })
}

/**
 * Restores the old address with the link emailed to it, and signs out every device, since the person who changed it may still
 * be signed in. Throws Refused `link_expired` or `email_taken`.
 */
export async function undoChange(parts: EmailParts, token: string, origin: Origin): Promise<string> {
  const { db, gateway, audit } = parts
  return inTransaction(db, 'email.undo', async (tx) => {
    const link = await takeLink(tx, token, ['undo'])
    if (!link || link.userId === null) throw new Refused('link_expired', { field: 'token' })
    const { email, userId } = link
    await lockEmail(tx, email)
    const owner = await emailOwner(tx, email)
    if (owner !== undefined && owner !== userId) throw new Refused('email_taken')
    await setConfirmedEmail(tx, userId, email)
    await voidLinks(tx, userId, ['verify', 'reset', 'undo'])
    await gateway.signOutOthers(tx, userId, null)
    await audit.record(tx, { userId, sessionId: null, kind: 'email_change_undone', origin })
    return email
  })
}
