import type { WorkKind } from '@sesa/contract/office'
import { sql } from 'kysely'
import { inTransaction, type Db, type Tx } from '../../../db/index.ts'
import { actionRefused } from '../../../lib/refused.ts'
import type { Handover, WorkItem, WorkOwner } from '../../../lib/work.ts'
import type { Owned } from './order.ts'

interface OwnerRow extends WorkOwner {
  readonly kind: WorkKind
  readonly work: string
  readonly at: Date
}

/** Reads the owners of items. A member who left owns nothing. */
async function readOwners(
  db: Db | Tx,
  items: readonly Pick<WorkItem, 'kind' | 'id'>[],
): Promise<readonly OwnerRow[]> {
  const { rows } = await sql<OwnerRow>`
    select o.kind, o.work, o.at, m.id, m.name
    from unnest(${items.map(({ kind }) => kind)}::text[], ${items.map(({ id }) => id)}::text[]) as wanted (kind, work)
      join work_owners o on o.kind = wanted.kind and o.work = wanted.work
      join staff_members m on m.id = o.member_id and m.ended_at is null`.execute(db)
  return rows
}

/** The owner of an item: one who took it after it began. */
function ownerOf(item: WorkItem, rows: readonly OwnerRow[]): WorkOwner | null {
  const row = rows.find(({ kind, work }) => kind === item.kind && work === item.id)
  return row !== undefined && row.at >= item.since ? { id: row.id, name: row.name } : null
}

/** Adds the owners that the inbox keeps to the items of queues without owners of their own. */
export async function withOwners(db: Db, items: readonly WorkItem[]): Promise<Owned[]> {
  const unowned = items.filter(({ owner }) => owner === undefined)
  const rows = unowned.length === 0 ? [] : await readOwners(db, unowned)
  const byItem = Map.groupBy(rows, ({ kind, work }) => `${kind} ${work}`)
  return items.map((item) => ({
    ...item,
    owner: item.owner === undefined ? ownerOf(item, byItem.get(`${item.kind} ${item.id}`) ?? []) : item.owner,
  }))
}

/** Changes the owner that the inbox keeps. @throws Refused when the owner is not the one that the member saw. */
export async function keepOwner(db: Db, item: WorkItem, { from, to }: Handover): Promise<void> {
  await inTransaction(db, 'inbox.take', async (tx) => {
    // One change of an item's owner at a time.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`work ${item.kind} ${item.id}`}, 0))`.execute(
      tx,
    )
    const owner = ownerOf(item, await readOwners(tx, [item]))
    if ((owner?.id ?? null) !== from) throw actionRefused('This item has another owner now.')
    if (to === null)
      await sql`delete from work_owners where kind = ${item.kind} and work = ${item.id}`.execute(tx)
    else
      await sql`insert into work_owners (kind, work, member_id) values (${item.kind}, ${item.id}, ${to})
        on conflict (kind, work) do update set member_id = excluded.member_id, at = excluded.at`.execute(tx)
  })
}
