import { sql } from 'kysely'
import type { Db, Tx } from '../../../db/index.ts'
import type { PaidRecipient } from '../../transfers/index.ts'
import type { SavedRecipient } from './saved.ts'

const COLUMNS = [
  'id',
  'country',
  'phone',
  'network',
  'name',
  'nickname',
  'favourite',
  'name_check as nameCheck',
  'name_checked_at as nameCheckedAt',
  'account_name as accountName',
  'changed_at as changedAt',
  'removed_at as removedAt',
] as const

const NOW = sql<Date>`clock_timestamp()`

/** Data about a recipient from the customer and the network. */
export type RecipientFacts = Pick<
  SavedRecipient,
  'country' | 'phone' | 'network' | 'name' | 'nickname' | 'favourite' | 'nameCheck' | 'accountName'
> & { readonly nameCheckedAt: Date | 'now' | null }

/** Returns every stored recipient of a user, including removed ones. */
export function readSaved(db: Db | Tx, userId: string): Promise<SavedRecipient[]> {
  return db.selectFrom('saved_recipients').select(COLUMNS).where('user_id', '=', userId).execute()
}

export function findSaved(db: Db | Tx, userId: string, id: string): Promise<SavedRecipient | undefined> {
  return db
    .selectFrom('saved_recipients')
    .select(COLUMNS)
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst()
}

/** Stores people who were paid; restores removed ones who were paid again. */
export async function savePaid(tx: Tx, userId: string, paid: readonly PaidRecipient[]): Promise<void> {
  if (paid.length === 0) return
  await tx
    .insertInto('saved_recipients')
    .values(
      paid.map(({ country, phone, network, name }) => ({ user_id: userId, country, phone, network, name })),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['user_id', 'phone', 'network'])
        .doUpdateSet((eb) => ({ removed_at: null, name: eb.ref('excluded.name'), nickname: null }))
        .where('saved_recipients.removed_at', 'is not', null),
    )
    .execute()
}

const columnsOf = (facts: RecipientFacts) => ({
  country: facts.country,
  phone: facts.phone,
  network: facts.network,
  name: facts.name,
  nickname: facts.nickname,
  favourite: facts.favourite,
  name_check: facts.nameCheck,
  name_checked_at: facts.nameCheckedAt === 'now' ? NOW : facts.nameCheckedAt,
  account_name: facts.accountName,
})

/** Stores a recipient, also in place of a removed one. Returns undefined if the wallet is already listed. */
export function insertSaved(
  tx: Tx,
  userId: string,
  facts: RecipientFacts,
): Promise<SavedRecipient | undefined> {
  const columns = columnsOf(facts)
  return tx
    .insertInto('saved_recipients')
    .values({ user_id: userId, ...columns })
    .onConflict((conflict) =>
      conflict
        .columns(['user_id', 'phone', 'network'])
        .doUpdateSet({ ...columns, changed_at: NOW, removed_at: null })
        .where('saved_recipients.removed_at', 'is not', null),
    )
    .returning(COLUMNS)
    .executeTakeFirst()
}

export function updateSaved(tx: Tx, id: string, facts: RecipientFacts): Promise<SavedRecipient> {
  return tx
    .updateTable('saved_recipients')
    .set({ ...columnsOf(facts), changed_at: NOW })
    .where('id', '=', id)
    .returning(COLUMNS)
    .executeTakeFirstOrThrow()
}

export async function deleteSaved(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('saved_recipients').where('id', '=', id).execute()
}

/** Takes a person off the list, and deletes the customer's own data about them. */
export async function hideSaved(tx: Tx, id: string): Promise<void> {
  await tx
    .updateTable('saved_recipients')
    .set({ removed_at: NOW, nickname: null, favourite: false, account_name: null })
    .where('id', '=', id)
    .execute()
}

/** Erases a user's saved recipients. */
export async function forgetRecipients(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('saved_recipients').where('user_id', '=', userId).execute()
}
