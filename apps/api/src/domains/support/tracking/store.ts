import { sql } from 'kysely'
import type { Db, Tx } from '../../../db/index.ts'
import { createLinkToken, hashLinkToken } from '../../../lib/link-token.ts'
import { MOST_LINKS } from './settings.ts'

export interface TrackingLink {
  readonly transferId: string
  readonly userId: string
}

/** Returns the statement that stores the links in text messages to recipients. */
export const insertRecipientLinks = (links: readonly (TrackingLink & { readonly hash: Buffer })[]) => sql`
  insert into tracking_links (token_hash, transfer_id, user_id, made_for)
  select hash, transfer_id, user_id, 'recipient' from unnest(${links.map(({ hash }) => hash)}::bytea[],
    ${links.map(({ transferId }) => transferId)}::uuid[], ${links.map(({ userId }) => userId)}::uuid[])
    l (hash, transfer_id, user_id)`

/** Stores a new link to be shared, and returns its token, which is not stored. */
export async function insertLink(
  tx: Tx,
  { transferId, userId }: TrackingLink,
): Promise<{ token: string; createdAt: Date }> {
  const { token, hash } = createLinkToken()
  const { createdAt } = await tx
    .insertInto('tracking_links')
    .values({
      token_hash: hash,
      transfer_id: transferId,
      user_id: userId,
      made_for: 'sender',
    })
    .returning('created_at as createdAt')
    .executeTakeFirstOrThrow()
  return { token, createdAt }
}

/** Ends the oldest shared links beyond the maximum of a transfer; never the recipient's own. */
export async function endOldestLinks(tx: Tx, transferId: string): Promise<void> {
  await sql`delete from tracking_links where token_hash in (
    select token_hash from tracking_links where transfer_id = ${transferId} and made_for = 'sender'
    order by created_at desc, token_hash offset ${MOST_LINKS})`.execute(tx)
}

/** Ends every link of a transfer. */
export async function endLinksOf(db: Db, transferId: string): Promise<void> {
  await db.deleteFrom('tracking_links').where('transfer_id', '=', transferId).execute()
}

/** Returns the link of a token, and the current time. */
export async function findLink(db: Db, token: string): Promise<(TrackingLink & { now: Date }) | undefined> {
  return db
    .selectFrom('tracking_links')
    .select(['transfer_id as transferId', 'user_id as userId', sql<Date>`now()`.as('now')])
    .where('token_hash', '=', hashLinkToken(token))
    .executeTakeFirst()
}

/** Lists a user's links for their data export; the tokens are unknown. */
export async function exportLinks(
  db: Db,
  userId: string,
): Promise<readonly { transfer: string; madeFor: string; createdAt: Date }[]> {
  return db
    .selectFrom('tracking_links as l')
    .innerJoin('transfers as t', 't.id', 'l.transfer_id')
    .select(['t.reference as transfer', 'l.made_for as madeFor', 'l.created_at as createdAt'])
    .where('l.user_id', '=', userId)
    .orderBy('l.created_at')
    .execute()
}

/** Ends all links of a closing account. */
export async function forgetLinks(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('tracking_links').where('user_id', '=', userId).execute()
}
