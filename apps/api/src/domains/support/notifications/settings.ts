import type { ChosenChannels, Notifications } from '@sesa/contract'
import { sql } from 'kysely'
import { inTransaction, type Db, type Tx } from '../../../db/index.ts'
import { requireOpenAccount } from '../../../db/open-account.ts'
import { saveChannels } from '../../record/index.ts'

/** The default choice. */
export const DEFAULTS: Notifications = {
  transactionSuccessful: true,
  transactionFails: true,
  ratesChange: false,
  moneyReceived: true,
  loanRequestSuccessful: false,
  loanRequestFails: false,
}

const CHOSEN = [
  'transaction_successful as transactionSuccessful',
  'transaction_fails as transactionFails',
  'rates_change as ratesChange',
  'money_received as moneyReceived',
  'loan_request_successful as loanRequestSuccessful',
  'loan_request_fails as loanRequestFails',
] as const

/** A row of the settings as JSON, with the names of `Notifications`; `n` is the alias of its table. */
export const settingsJson = sql`jsonb_build_object(${sql.join(
  CHOSEN.flatMap((chosen) => {
    const [column = '', name = ''] = chosen.split(' as ')
    return [sql.lit(name), sql.ref(`n.${column}`)]
  }),
)})`

/** Returns a user's choice of emails, or the defaults. */
export async function readSettings(db: Db | Tx, userId: string): Promise<Notifications> {
  const chosen = await db
    .selectFrom('notification_settings')
    .select(CHOSEN)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return chosen ?? DEFAULTS
}

/**
 * Stores a user's choice, and that of the other channels if given; the last one counts. Throws Refused `unauthenticated` when
 * the account was closed or locked since the request was authorised.
 */
export function saveSettings(
  db: Db,
  userId: string,
  wanted: Notifications,
  channels?: ChosenChannels,
): Promise<Notifications> {
  const values = {
    transaction_successful: wanted.transactionSuccessful,
    transaction_fails: wanted.transactionFails,
    rates_change: wanted.ratesChange,
    money_received: wanted.moneyReceived,
    loan_request_successful: wanted.loanRequestSuccessful,
    loan_request_fails: wanted.loanRequestFails,
  }
  return inTransaction(db, 'notifications.save', async (tx) => {
    await requireOpenAccount(tx, userId)
    if (channels) await saveChannels(tx, userId, channels)
    return tx
      .insertInto('notification_settings')
      .values({ user_id: userId, ...values })
      .onConflict((conflict) =>
        conflict.column('user_id').doUpdateSet({ ...values, updated_at: sql<Date>`now()` }),
      )
      .returning(CHOSEN)
      .executeTakeFirstOrThrow()
  })
}

/** Erases a user's choice and the record of the notices sent to them. */
export async function forgetNotifications(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('notification_settings').where('user_id', '=', userId).execute()
  await tx.deleteFrom('notices').where('user_id', '=', userId).execute()
}
