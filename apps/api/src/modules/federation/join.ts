import type { Db, Tx } from '../../db/index.ts'
import type { Caller } from '../../http/route.ts'
import { readEmail } from '../../lib/email-address.ts'
import { Refused } from '../../lib/refused.ts'
import type { Audit } from '../audit/index.ts'
import { emailOwner, lockEmail, setConfirmedEmail } from '../email/index.ts'
import {
  accountOfPhone,
  insertUser,
  readServedPhone,
  requireStepUp,
  type SessionGateway,
  type OpenedSession,
  type Visitor,
} from '../identity/index.ts'
import type { FederatedPerson } from './ports.ts'
import { federatedOwner, linkSubject, lockSubject, type Service } from './store.ts'

export interface JoinParts {
  readonly db: Db
  readonly audit: Audit
  readonly door: SessionGateway
}

export interface Arrival {
  readonly service: Service
  readonly person: FederatedPerson
  readonly visitor: Visitor
  /** The account that the browser is signed in to. */
  readonly caller: Caller | null
  /** The person asked, on a page of ours, to add the service to that account. */
  readonly mayAdd: boolean
}

/**
 * A new account for somebody whom nobody knows. An address that an account has confirmed is not taken as a sign of the
 * same person, since addresses change hands: they sign in their usual way and add the service there.
 */
async function openAccount(
  tx: Tx,
  { audit }: JoinParts,
  { service, person, visitor }: Arrival,
): Promise<string> {
  const email = person.emailVerified && person.email !== null ? readEmail(person.email) : null
  if (email !== null) {
    await lockEmail(tx, email)
    if ((await emailOwner(tx, email)) !== undefined) throw new Refused('link_needed')
  }
  const userId = await insertUser(tx)
  await linkSubject(tx, { service, subject: person.subject, userId })
  if (email !== null) await setConfirmedEmail(tx, userId, email)
  await audit.record(tx, { userId, sessionId: null, kind: 'account_created', origin: visitor.origin })
  return userId
}

/** Ties the service to the account that the browser is signed in to. */
async function linkToCaller(
  tx: Tx,
  { audit }: JoinParts,
  { service, person, visitor }: Arrival,
  caller: Caller,
) {
  requireStepUp(caller)
  const { userId, sessionId } = caller
  if (!(await linkSubject(tx, { service, subject: person.subject, userId })))
    throw new Refused('other_account')
  await audit.record(tx, { userId, sessionId, kind: 'google_linked', origin: visitor.origin })
}

/**
 * Signs in whom another service knows, by its own name for them alone: into their account, into a new one, or, when the
 * browser is signed in, ties the service to that account and answers null, since its session goes on. Throws Refused
 * `link_needed`, `other_account`, `step_up_required` or `account_locked`.
 */
export async function join(tx: Tx, parts: JoinParts, arrival: Arrival): Promise<OpenedSession | null> {
  const { service, person, visitor, caller, mayAdd } = arrival
  await lockSubject(tx, service, person.subject)
  const owner = await federatedOwner(tx, service, person.subject)
  const open = (userId: string) => parts.door.open(tx, { userId, method: service, visitor })
  if (owner !== undefined) {
    if (caller && caller.userId !== owner) throw new Refused('other_account')
    // No proof of who is there: Google asks nobody for anything when its own session stands.
    return caller ? null : open(owner)
  }
  if (!caller) return open(await openAccount(tx, parts, arrival))
  if (!mayAdd) throw new Refused('other_account')
  await linkToCaller(tx, parts, arrival, caller)
  return null
}

/** Signs in whoever holds a number that another service has just sent a code to; the service's name for them counts nothing. */
export async function joinByPhone(
  tx: Tx,
  { audit, door }: JoinParts,
  { phoneNumber, visitor }: { phoneNumber: string; visitor: Visitor },
): Promise<OpenedSession> {
  const { e164, country } = readServedPhone(phoneNumber)
  const userId = await accountOfPhone(tx, audit, { phoneNumber: e164, country }, visitor)
  return door.open(tx, { userId, method: 'firebase', visitor })
}
