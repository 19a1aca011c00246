import { sql } from 'kysely'
import type { Db } from '../../db/index.ts'
import { createSealing, sealAgain, type SealedCount, type Sealing, type Secrets } from '../../lib/secrets.ts'

/** Where a closed account's record has the number, as PostgreSQL writes bytes in JSON. */
const NUMBER = ['senderDetails', 'identification_number']

/** Seals the number of a document; the context is the id of whom it belongs to. */
export const documentSealing = (secrets: Secrets): Sealing => createSealing(secrets, 'sender-details')

/**
 * Under which secret the numbers of documents stand, those of closed accounts as well; with `renew`, those of the earlier
 * one are sealed under the current one. `owner` is the schema's owner: the application cannot see closed accounts.
 */
export async function sealDocumentsAgain(
  owner: Db,
  secrets: Secrets,
  renew: boolean,
): Promise<readonly [open: SealedCount, closed: SealedCount]> {
  const sealing = documentSealing(secrets)
  const open = await owner
    .selectFrom('sender_details')
    .select(['user_id as id', 'identification_number as sealed'])
    .$if(renew, (query) => query.forUpdate())
    .execute()
  const keepOpen = async ({ id, sealed }: { id: string; sealed: Buffer }): Promise<void> => {
    const changed = { identification_number: sealed }
    await owner.updateTable('sender_details').set(changed).where('user_id', '=', id).execute()
  }
  const { rows: closed } = await sql<{ id: string; sealed: Buffer }>`
    select user_id as id, (record #>> ${NUMBER}::text[])::bytea as sealed from locked_records
    where record #>> ${NUMBER}::text[] is not null ${renew ? sql`for update` : sql``}`.execute(owner)
  const keepClosed = async ({ id, sealed }: { id: string; sealed: Buffer }): Promise<void> => {
    await sql`update locked_records set record = jsonb_set(record, ${NUMBER}::text[], to_jsonb(${sealed}::bytea))
      where user_id = ${id}`.execute(owner)
  }
  return [
    await sealAgain(sealing, open, renew ? keepOpen : undefined),
    await sealAgain(sealing, closed, renew ? keepClosed : undefined),
  ]
}
