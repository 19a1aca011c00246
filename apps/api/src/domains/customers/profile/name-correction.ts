import { sql } from 'kysely'
import type { NameCorrection } from '@sesa/contract/office'
import { inTransaction, type Db, type Tx } from '../../../db/index.ts'
import { holdOpenAccount } from '../../../db/open-account.ts'
import { actionRefused } from '../../../lib/refused.ts'
import { signatureOf, type ApprovedAction } from '../../../lib/staff-action.ts'
import { changeIdentity } from './identity-change.ts'
import { readName } from './rules.ts'
import type { ProfileDeps } from './service.ts'
import { lockDetails } from './store.ts'

type Deps = Pick<ProfileDeps, 'db' | 'audit' | 'closeForIdentity' | 'identityChanged'>

export interface NewCorrection extends Pick<NameCorrection, 'document' | 'seen'> {
  readonly userId: string
  readonly name: string
}

/** Corrections of customers' names by staff: one member requests, another approves. */
export interface NameCorrections {
  /** Stores a member's correction, and returns its id. Throws Refused `action_refused` or `name_invalid`. */
  ask(given: NewCorrection): Promise<string>
  /** Removes a correction that could not be requested. */
  drop(id: string): Promise<void>
  find(userId: string, id: string): Promise<NameCorrection | undefined>
  /** Throws Refused while the name cannot be corrected. */
  check(userId: string): Promise<void>
  /** Returns a version that changes with the name; null without an open account. */
  versionOf(tx: Tx, userId: string): Promise<string | null>
  carryOut(userId: string, id: string, action: ApprovedAction): Promise<void>
}

const find = async (db: Db | Tx, userId: string, id: string): Promise<NameCorrection | undefined> => {
  const row = await db
    .selectFrom('name_corrections')
    .select(['user_id as customerId', 'name_before as from', 'name_after as to', 'document', 'seen'])
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row as NameCorrection | undefined
}

async function requireCorrectable(db: Db | Tx, userId: string): Promise<void> {
  const { rows } = await sql<{ isErased: boolean }>`
    select exists (select from approvals where action = 'erase_account' and entity = u.id::text
      and (state = 'approved' or (state = 'pending' and expires_at > now()))) as "isErased"
    from users u join profiles p on p.user_id = u.id where u.id = ${userId} and u.closed_at is null and p.name is not null`.execute(
    db,
  )
  if (rows[0] === undefined) throw actionRefused(`There’s no open account ${userId} with a name.`)
  if (rows[0].isErased)
    throw actionRefused('An erasure request for this account is awaiting approval. Withdraw it first.')
}

/** Creates the corrections of customers' names. */
export function createNameCorrections({
  db,
  audit,
  closeForIdentity,
  identityChanged,
}: Deps): NameCorrections {
  return {
    find: (userId, id) => find(db, userId, id),
    check: (userId) => requireCorrectable(db, userId),

    ask: ({ userId, name: given, document, seen }) =>
      inTransaction(db, 'profile.ask_name', async (tx) => {
        const name = readName(given)
        await requireCorrectable(tx, userId)
        const { name: before } = await lockDetails(tx, userId)
        if (before === name) throw actionRefused('The customer already has this name.')
        const { id } = await tx
          .insertInto('name_corrections')
          .values({ user_id: userId, name_before: before, name_after: name, document, seen })
          .returning('id')
          .executeTakeFirstOrThrow()
        return id
      }),

    async drop(id) {
      await db.deleteFrom('name_corrections').where('id', '=', id).execute()
    },

    async versionOf(tx, userId) {
      const { rows } = await sql<{ version: string }>`
        select encode(sha256(convert_to(coalesce(p.name, ''), 'UTF8')), 'hex') as version
        from users u join profiles p on p.user_id = u.id where u.id = ${userId} and u.closed_at is null`.execute(
        tx,
      )
      return rows[0]?.version ?? null
    },

    carryOut: (userId, id, action) =>
      inTransaction(db, 'profile.correct_name', async (tx) => {
        if (!(await holdOpenAccount(tx, userId, { alone: true })))
          throw actionRefused('The account is closed or locked.')
        await requireCorrectable(tx, userId)
        const correction = await find(tx, userId, id)
        if (correction === undefined) throw actionRefused('This correction doesn’t exist.')
        const before = await lockDetails(tx, userId)
        if (before.name !== correction.from)
          throw actionRefused('The customer’s name has changed. Check it and make a new request.')
        await tx
          .updateTable('profiles')
          .set({ name: correction.to, updated_at: sql`now()` })
          .where('user_id', '=', userId)
          .execute()
        // A verified document with another name no longer counts, as when the customer changes the name.
        await changeIdentity(tx, { userId, sessionId: null, proven: true }, before, closeForIdentity)
        await identityChanged(tx, userId)
        await audit.record(tx, { userId, sessionId: null, kind: 'name_corrected', origin: null })
        await tx
          .insertInto('staff_actions')
          .values({
            action: 'correct_name',
            ...signatureOf(action, { before: null, after: { correction: id } }),
            subject: userId,
          })
          .execute()
      }),
  }
}

/** Returns the requested corrections of an account, for its data export. */
export const exportCorrections = (db: Db, userId: string) =>
  db
    .selectFrom('name_corrections')
    .select(['name_before as from', 'name_after as to', 'document', 'asked_at as askedAt'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute()

/** Erases the corrections of a closed account, once the locked record contains them. */
export async function forgetCorrections(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('name_corrections').where('user_id', '=', userId).execute()
}
