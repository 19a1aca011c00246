import { parsePhone } from '@sesa/contract/phone'
import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import { inTransaction, type Db, type Tx } from '../../../../db/index.ts'
import { actionRefused } from '../../../../lib/refused.ts'
import { signatureOf, type Change, type StaffAction } from '../../../../lib/staff-action.ts'
import { deriveKey } from '../../../../lib/secrets.ts'
import type { Audit, EventKind } from '../../account-record/index.ts'
import { forgetDevice } from '../sessions/devices.ts'
import { endEverySession, endOtherSessions, endSession } from '../sessions/store.ts'
import { clearWrongCodes, wrongCodesOf } from '../phone/wrong-codes-store.ts'

/** An account's status for staff, without personal data of its owner. */
export interface AccountStatus {
  readonly id: string
  readonly createdAt: Date
  readonly lockedAt: Date | null
  readonly closedAt: Date | null
  readonly passkeys: number
  readonly hasPassword: boolean
  readonly hasGoogle: boolean
  readonly openSessions: number
  /** Lifetime count of its number's wrong codes. */
  readonly wrongCodes: number
}

/** Staff actions on account access. Accounts are named by their ids. */
export interface AccountActions {
  /** Returns the account's status. @throws Refused when there is no such account, like all actions below. */
  show(id: string): Promise<AccountStatus>
  /** Signs an account out everywhere and blocks sign-in until it is unlocked. Its transfers continue. */
  lock(id: string, action: StaffAction): Promise<void>
  unlock(id: string, action: StaffAction): Promise<void>
  /** Signs an account out everywhere, or only on one device. @returns the number of sessions ended. */
  signOut(id: string, action: StaffAction, sessionId?: string): Promise<number>
  /** Signs all accounts out. @returns the number of accounts and sessions. */
  signOutEveryone(action: StaffAction): Promise<{ accounts: number; sessions: number }>
  /** Allows codes for a number again after a hundred wrong ones. */
  unlockNumber(phoneNumber: string, action: StaffAction): Promise<void>
}

function readNumber(text: string): string {
  const parsed = parsePhone(text)
  if (!parsed.ok)
    throw actionRefused(`${text} isn’t a mobile number in a country we serve. Include the country code.`)
  return parsed.phone.e164
}

/** Locks an account's row, so that staff actions run one after the other. */
async function lockUser(tx: Tx, id: string): Promise<{ lockedAt: Date | null }> {
  const user = await tx
    .selectFrom('users')
    .select(['locked_at as lockedAt', 'closed_at as closedAt'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!user) throw actionRefused(`There’s no account for ${id}.`)
  if (user.closedAt) throw actionRefused(`The account was closed on ${user.closedAt.toISOString()}.`)
  return user
}

/** Signs one device out, and forgets its browser. @throws Refused when it is already signed out. */
async function signOutOne(tx: Tx, userId: string, sessionId: string): Promise<number> {
  const ended = await endSession(tx, { id: sessionId, userId })
  if (!ended) throw actionRefused('This device is already signed out.')
  if (ended.deviceHash) await forgetDevice(tx, userId, ended.deviceHash)
  return 1
}

type Action = 'unlock_number' | 'lock_account' | 'unlock_account' | 'end_sessions'

async function note(
  tx: Tx,
  action: Action,
  subject: string,
  by: StaffAction,
  change?: Change,
): Promise<void> {
  await tx
    .insertInto('staff_actions')
    .values({ action, ...signatureOf(by, change), subject })
    .execute()
}

async function setLocked(tx: Tx, userId: string, locked: boolean): Promise<void> {
  const locked_at = locked ? sql<Date>`now()` : null
  await tx.updateTable('users').set({ locked_at }).where('id', '=', userId).execute()
}

/**
 * Creates the staff actions on accounts; each is stored with the staff member and the reason, and appears in the account's
 * own record.
 */
export function createAccountActions({
  db,
  audit,
  secret,
}: {
  db: Db
  audit: Audit
  secret: Buffer
}): AccountActions {
  const key = deriveKey(secret, 'staff-actions')
  /** Hashes a number for a permanent record: without the secret, no number can be recovered. */
  const nameOf = (number: string): string =>
    `number ${createHmac('sha256', key).update(number).digest('hex')}`
  const record = (tx: Tx, userId: string, kind: EventKind, sessionId: string | null = null) =>
    audit.record(tx, { userId, sessionId, kind, origin: null })

  return {
    show: (id) =>
      inTransaction(db, 'identity.show_account', async (tx) => {
        await lockUser(tx, id)
        return readAccountStatus(tx, id)
      }),

    lock: (id, action) =>
      inTransaction(db, 'identity.lock_account', async (tx) => {
        const { lockedAt } = await lockUser(tx, id)
        if (lockedAt) throw actionRefused(`The account has been locked since ${lockedAt.toISOString()}.`)
        await setLocked(tx, id, true)
        await endOtherSessions(tx, id, null)
        await note(tx, 'lock_account', id, action, { before: { locked: false }, after: { locked: true } })
        await record(tx, id, 'account_locked')
      }),

    unlock: (id, action) =>
      inTransaction(db, 'identity.unlock_account', async (tx) => {
        const { lockedAt } = await lockUser(tx, id)
        if (!lockedAt) throw actionRefused('The account is not locked.')
        await setLocked(tx, id, false)
        await note(tx, 'unlock_account', id, action, { before: { locked: true }, after: { locked: false } })
        await record(tx, id, 'account_unlocked')
      }),

    signOut: (id, action, sessionId) =>
      inTransaction(db, 'identity.end_sessions', async (tx) => {
        await lockUser(tx, id)
        const ended =
          sessionId === undefined ? await endOtherSessions(tx, id, null) : await signOutOne(tx, id, sessionId)
        await note(tx, 'end_sessions', id, action)
        await record(tx, id, 'signed_out_by_us', sessionId ?? null)
        return ended
      }),

    signOutEveryone: (action) =>
      inTransaction(db, 'identity.end_every_session', async (tx) => {
        const owners = await endEverySession(tx)
        const accounts = [...new Set(owners)]
        await note(tx, 'end_sessions', 'every account', action)
        await audit.recordForAll(tx, accounts, 'signed_out_by_us', { everyone: true })
        return { accounts: accounts.length, sessions: owners.length }
      }),

    unlockNumber: (text, action) =>
      inTransaction(db, 'identity.unlock_number', async (tx) => {
        const number = readNumber(text)
        if (!(await clearWrongCodes(tx, number)))
          throw actionRefused(`${number} isn’t locked: no wrong codes were entered.`)
        await note(tx, 'unlock_number', nameOf(number), action)
        const owner = await tx
          .selectFrom('phone_identities')
          .select('user_id as id')
          .where('phone_number', '=', number)
          .executeTakeFirst()
        if (owner) await record(tx, owner.id, 'number_unlocked')
      }),
  }
}

async function readAccountStatus(tx: Tx, id: string): Promise<AccountStatus> {
  const { phone_number: number, ...status } = await tx
    .selectFrom('users as u')
    .leftJoin('phone_identities as i', 'i.user_id', 'u.id')
    .select(['u.id', 'u.created_at as createdAt', 'u.locked_at as lockedAt', 'u.closed_at as closedAt'])
    .select('i.phone_number')
    .select(sql<number>`(select count(*)::int from passkeys where user_id = u.id)`.as('passkeys'))
    .select(sql<boolean>`exists (select from passwords where user_id = u.id)`.as('hasPassword'))
    .select(sql<boolean>`exists (select from federated_identities where user_id = u.id)`.as('hasGoogle'))
    .select(
      sql<number>`(select count(*)::int from sessions s where s.user_id = u.id and s.ended_at is null
        and s.expires_at > now() and s.last_used_at + s.idle_limit > now())`.as('openSessions'),
    )
    .where('u.id', '=', id)
    .executeTakeFirstOrThrow()
  return { ...status, wrongCodes: number === null ? 0 : await wrongCodesOf(tx, number) }
}
