import { sql } from 'kysely'
import type { Db } from '../../../db/index.ts'
import {
  createSealing,
  reencrypt,
  type SealedCount,
  type Sealing,
  type Secrets,
} from '../../../lib/secrets.ts'

/** Path of the document's number in a closed account's record, as JSON with PostgreSQL's format of bytes. */
const NUMBER = ['senderDetails', 'identification_number']

/** Seals a document's number; the context is its owner's id. */
export const documentSealing = (secrets: Secrets): Sealing => createSealing(secrets, 'sender-details')

/**
 * Counts documents' numbers by secret, including transfers' copies and closed accounts; with `renew`, re-encrypts those of
 * the earlier one under the current one. `owner` is the schema's owner: the application cannot read closed accounts.
 */
export async function reencryptDocuments(
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
  const frozen = await owner
    .selectFrom('transfer_senders')
    .select(['transfer_id', 'user_id as id', 'identification_number as sealed'])
    .where('identification_number', 'is not', null)
    .$if(renew, (query) => query.forUpdate())
    .execute()
  const { rows: closed } = await sql<{ id: string; path: string[]; sealed: Buffer }>`
    select r.user_id as id, n.path, (r.record #>> n.path)::bytea as sealed
    from locked_records r cross join lateral (
      select ${NUMBER}::text[] as path
      union all
      select array['senders', (place - 1)::text, 'identification_number']
      from jsonb_array_elements(nullif(r.record -> 'senders', 'null')) with ordinality as sender (copy, place)
      union all
      select array['replaced', (place - 1)::text, 'identification_number']
      from jsonb_array_elements(nullif(r.record -> 'replaced', 'null')) with ordinality as replaced (copy, place)
    ) n
    where r.record #>> n.path is not null ${renew ? sql`for update of r` : sql``}`.execute(owner)
  const keepClosed =
    (path: string[]) =>
    async ({ id, sealed }: { id: string; sealed: Buffer }): Promise<void> => {
      await sql`update locked_records set record = jsonb_set(record, ${path}::text[], to_jsonb(${sealed}::bytea))
        where user_id = ${id}`.execute(owner)
    }
  const counts = { open: [await reencrypt(sealing, open, renew ? keepOpen : undefined)], closed: [NONE] }
  for (const { transfer_id, id, sealed } of frozen) {
    const keep = async (row: { sealed: Buffer }): Promise<void> => {
      const changed = { identification_number: row.sealed }
      await owner
        .updateTable('transfer_senders')
        .set(changed)
        .where('transfer_id', '=', transfer_id)
        .execute()
    }
    if (sealed !== null)
      counts.open.push(await reencrypt(sealing, [{ id, sealed }], renew ? keep : undefined))
  }
  for (const { id, path, sealed } of closed)
    counts.closed.push(await reencrypt(sealing, [{ id, sealed }], renew ? keepClosed(path) : undefined))
  return [sum(counts.open), sum(counts.closed)]
}

const NONE: SealedCount = { current: 0, before: 0, unknown: 0 }

function sum(counts: readonly SealedCount[]): SealedCount {
  const of = (by: keyof SealedCount) => counts.reduce((total, count) => total + count[by], 0)
  return { current: of('current'), before: of('before'), unknown: of('unknown') }
}
