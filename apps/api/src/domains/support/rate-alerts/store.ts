import { sql, type Selectable } from 'kysely'
import type { DestinationCode, CountryCode, RateAlertKind } from '@sesa/contract'
import type { Db, Tx } from '../../../db/index.ts'
import type { CommunicationTables } from '../../../db/schema/communication.ts'
import { createLinkToken, hashLinkToken } from '../../../lib/link-token.ts'
import { LINK_DAYS } from './settings.ts'

export type AlertRow = Selectable<CommunicationTables['rate_alerts']>

export interface NewAlert {
  readonly sender: CountryCode
  readonly recipient: DestinationCode
  readonly kind: RateAlertKind
  readonly threshold: string | null
  readonly zone: string
}

export function listAlerts(db: Db | Tx, userId: string): Promise<AlertRow[]> {
  return db.selectFrom('rate_alerts').selectAll().where('user_id', '=', userId).orderBy('id').execute()
}

export function insertAlert(tx: Tx, userId: string, alert: NewAlert): Promise<AlertRow> {
  return tx
    .insertInto('rate_alerts')
    .values({ user_id: userId, ...alert })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Deletes a user's alert; returns false when there is none. */
export async function deleteAlert(tx: Tx, userId: string, id: string): Promise<boolean> {
  const gone = await tx
    .deleteFrom('rate_alerts')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
  return gone !== undefined
}

/** Returns up to `limit` alerts of open accounts after an id. */
export function listWatched(
  db: Db,
  { after, limit }: { readonly after: string | null; readonly limit: number },
): Promise<AlertRow[]> {
  return db
    .selectFrom('rate_alerts as a')
    .innerJoin('users as u', 'u.id', 'a.user_id')
    .selectAll('a')
    .where('u.locked_at', 'is', null)
    .where('u.closed_at', 'is', null)
    .$if(after !== null, (query) => query.where('a.id', '>', after ?? ''))
    .orderBy('a.id')
    .limit(limit)
    .execute()
}

/** Returns an alert, locked until the transaction ends. */
export function lockAlert(tx: Tx, id: string): Promise<AlertRow | undefined> {
  return tx.selectFrom('rate_alerts').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}

/** Stores the decision about an alert. */
export async function saveDecision(
  tx: Tx,
  id: string,
  { armed, tellOn }: { readonly armed: boolean; readonly tellOn: string | null },
): Promise<void> {
  await tx
    .updateTable('rate_alerts')
    .set({ armed, ...(tellOn !== null && { told_on: tellOn }) })
    .where('id', '=', id)
    .execute()
}

/** Stores a link that switches an alert off, and returns its token, which is not stored. Deletes links of old emails. */
export async function insertLink(tx: Tx, alertId: string): Promise<string> {
  const { token, hash } = createLinkToken()
  await sql`delete from rate_alert_links
    where alert_id = ${alertId} and created_at < now() - make_interval(days => ${LINK_DAYS}::int)`.execute(tx)
  await tx.insertInto('rate_alert_links').values({ token_hash: hash, alert_id: alertId }).execute()
  return token
}

/** Returns the alert that a link switches off; undefined for an invalid link. */
export function findByLink(db: Db | Tx, token: string): Promise<AlertRow | undefined> {
  return db
    .selectFrom('rate_alert_links as l')
    .innerJoin('rate_alerts as a', 'a.id', 'l.alert_id')
    .selectAll('a')
    .where('l.token_hash', '=', hashLinkToken(token))
    .where('l.created_at', '>', sql<Date>`now() - make_interval(days => ${LINK_DAYS}::int)`)
    .executeTakeFirst()
}

/** Returns the alerts of a user for their data export. */
export async function exportAlerts(db: Db, userId: string) {
  return (await listAlerts(db, userId)).map(({ user_id: _user, ...alert }) => alert)
}

/** Erases a user's alerts, and ends their links. */
export async function forgetAlerts(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('rate_alerts').where('user_id', '=', userId).execute()
}
