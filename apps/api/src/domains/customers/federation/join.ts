import type { Db, Tx } from '../../../db/index.ts'
import { requireStepUp, type Caller } from '../../../http/route.ts'
import { readEmail } from '../../../lib/email-address.ts'
import { Refused } from '../../../lib/refused.ts'
import type { Audit } from '../account-record/index.ts'
import { emailOwner, lockEmail, setConfirmedEmail } from '../email/index.ts'
import {
  accountOfPhone,
  insertUser,
  readServedPhone,
  type SessionGateway,
  type OpenedSession,
  type Visitor,
} from '../identity/index.ts'
import type { FederatedPerson } from './ports.ts'
import { federatedOwner, linkSubject, lockSubject, type Service } from './store.ts'

export interface JoinParts {
  readonly db: Db
  readonly audit: Audit
  readonly gateway: SessionGateway
}

export interface Arrival {
  readonly service: Service
  readonly person: FederatedPerson
  readonly visitor: Visitor
  /** The account that the browser is signed in to. */
  readonly caller: Caller | null
  /** True if the user chose, on a page of ours, to link the service to that account. */
  readonly mayAdd: boolean
}

/**
 * Creates an account for an unknown person. A confirmed address does not identify them, since addresses change hands:
 * an existing user signs in the usual way and links the service there.
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

/** Links the service to the account that the browser is signed in to. */
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
 * Signs in a person known to another service, identified only by that service's id: into their account or a new one. When the
 * browser is signed in, links the service to that account and returns null, since its session continues. Throws Refused
 * `link_needed`, `other_account`, `step_up_required` or `account_locked`.
 */
export async function join(tx: Tx, parts: JoinParts, arrival: Arrival): Promise<OpenedSession | null> {
  const { service, person, visitor, caller, mayAdd } = arrival
  await lockSubject(tx, service, person.subject)
  const owner = await federatedOwner(tx, service, person.subject)
  const open = (userId: string) => parts.gateway.open(tx, { userId, method: service, visitor })
  if (owner !== undefined) {
    if (caller && caller.userId !== owner) throw new Refused('other_account')
    // Not a step-up: Google does not ask for credentials again while its own session is active.
    return caller ? null : open(owner)
  }
  if (!caller) return open(await openAccount(tx, parts, arrival))
  if (!mayAdd) throw new Refused('other_account')
  await linkToCaller(tx, parts, arrival, caller)
  return null
}

/**
 * Signs in the holder of a number that another service has just verified by code; ignores the service's id for them. Returns
 * null when it linked the number to the caller, whose session continues.
 */
export async function joinByPhone(
  tx: Tx,
  { audit, gateway }: JoinParts,
  { phoneNumber, visitor }: { phoneNumber: string; visitor: Visitor },
): Promise<OpenedSession | null> {
  const { e164, country } = readServedPhone(phoneNumber)
  const { userId, isLinked } = await accountOfPhone(tx, audit, { phoneNumber: e164, country }, visitor)
  return isLinked ? null : gateway.open(tx, { userId, method: 'firebase', visitor })
}
