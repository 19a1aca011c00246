import { sql } from 'kysely'
import { inOneStatement, type Db, type Tx } from '../../db/index.ts'

/** An entry to append. Ids and references go into the chain itself; names and free text only into `words`. */
export interface NewEntry {
  /** The member who acts; null for the product itself. */
  readonly member: string | null
  readonly action: string
  readonly subject?: string | null
  readonly change?: { readonly before?: unknown; readonly after?: unknown }
  readonly words?: Readonly<Record<string, string>>
}

const append = ({ member, action, subject = null, change, words }: NewEntry) => sql`select append_audit(
  ${member}::uuid, ${action}, ${subject}, ${change === undefined ? null : JSON.stringify(change)}::jsonb,
  ${words === undefined ? null : JSON.stringify(words)}::jsonb)`

/** Appends an entry. Call it last: it locks the end of the chain until the transaction ends. */
export async function appendAudit(tx: Tx, entry: NewEntry): Promise<void> {
  await append(entry).execute(tx)
}

/** Appends an entry about something that changes nothing, such as a read of personal data. */
export async function appendRead(db: Db, entry: NewEntry): Promise<void> {
  await inOneStatement(db, 'audit_log.append_read', (one) => append(entry).execute(one))
}

export interface StoredEntry {
  readonly seq: bigint
  readonly content: string
  readonly hash: Buffer
  readonly words: string | null
  readonly name: string | null
}

export interface AuditFilter {
  readonly member?: string | undefined
  readonly subject?: string | undefined
  readonly action?: string | undefined
  /** Only entries before this one. */
  readonly before?: bigint | undefined
  readonly limit: number
}

/** Returns entries, the newest first. */
export async function listEntries(
  db: Db,
  { member, subject, action, before, limit }: AuditFilter,
): Promise<StoredEntry[]> {
  let query = db
    .selectFrom('audit_log as l')
    .leftJoin('audit_details as d', 'd.seq', 'l.seq')
    .leftJoin('staff_members as m', (join) => join.on(sql`m.id::text`, '=', sql.ref('l.member_id')))
    .select(['l.seq', 'l.content', 'l.hash', 'd.detail as words', 'm.name'])
    .orderBy('l.seq', 'desc')
    .limit(limit)
  if (member !== undefined) query = query.where('l.member_id', '=', member)
  if (subject !== undefined) query = query.where('l.subject', '=', subject)
  if (action !== undefined) query = query.where('l.action', '=', action)
  if (before !== undefined) query = query.where('l.seq', '<', before)
  return query.execute()
}

/** The end of the chain, as an anchor keeps it outside the database. */
export interface Anchor {
  readonly at: string
  readonly seq: bigint
  /** In hex. */
  readonly hash: string
}

/** Returns the end of the chain; its `seq` is 0 while it is empty. */
export async function readHead(db: Db | Tx): Promise<Anchor> {
  const row = await db
    .selectFrom('audit_head')
    .select(['seq', 'hash'])
    .select(sql<Date>`now()`.as('at'))
    .executeTakeFirstOrThrow()
  return { at: row.at.toISOString(), seq: row.seq, hash: row.hash.toString('hex') }
}
