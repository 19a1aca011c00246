import { PERMISSIONS, type ApprovalAction } from '@sesa/contract/office'
import { sql } from 'kysely'
import { inOneStatement, type Db, type Tx } from '../../../db/index.ts'
import { actingMember } from '../../../lib/acting-member.ts'

/** An entry to append. Ids and references are stored in the chain itself; names and free text only in `words`. */
export interface NewEntry {
  /** The member who acts; null for the product itself. */
  readonly member: string | null
  readonly action: string
  readonly subject?: string | null
  readonly change?: { readonly before?: unknown; readonly after?: unknown }
  readonly words?: Readonly<Record<string, string>>
}

/** Builds the call. @throws Error when the entry names another member than the one who made the call. */
function append({ member, action, subject = null, change, words }: NewEntry) {
  if (member !== null && member !== (actingMember() ?? member))
    throw new Error(`${action} names another member than the one who acts`)
  return sql`select append_audit(
    ${member}::uuid, ${action}, ${subject}, ${change === undefined ? null : JSON.stringify(change)}::jsonb,
    ${words === undefined ? null : JSON.stringify(words)}::jsonb)`
}

/** Appends an entry. Call it last: it locks the end of the chain until the transaction ends. */
export async function appendAudit(tx: Tx, entry: NewEntry): Promise<void> {
  await append(entry).execute(tx)
}

/** Appends an entry about an action that changes nothing, for example a read of personal data. */
export async function appendRead(db: Db, entry: NewEntry): Promise<void> {
  await inOneStatement(db, 'audit_log.append_read', (one) => append(entry).execute(one))
}

export interface StoredEntry {
  readonly seq: bigint
  readonly content: string
  readonly hash: Buffer
  readonly words: string | null
  readonly name: string | null
  /** The requested action and its subject, for a step of a request. */
  readonly requested: ApprovalAction | null
  readonly entity: string | null
}

/** Whether the reader of the log may see cases: `cases.read`. */
interface Reader {
  readonly seesCases: boolean
}

const REVIEWERS: readonly string[] = PERMISSIONS['cases.read'].roles
/** Entries about cases and reports to authorities. */
const ABOUT_CASES = String.raw`[._](case|case_deadline|filing|travel_rule)$|^(case|filing)[.]`
/** Entries about one customer or transfer. The text that a member who sees cases writes there gives the reason. */
const ABOUT_CUSTOMERS =
  '^(action[.](hold|release|cancel|hold_account|lift_account_hold|lock_account|unlock_account|end_sessions)$|customer[.]|recipient[.]|note)'

/** Selects whether a reader may see an entry `l`, with its request `a`. */
const isSeenBy = ({ seesCases }: Reader) =>
  sql<boolean>`(${seesCases} or l.action !~ ${ABOUT_CASES}
    and not coalesce(a.action = 'release' and a.payload::jsonb @> '{"underReview": true}', false))`

export interface AuditFilter {
  readonly member?: string | undefined
  readonly subject?: string | undefined
  readonly action?: string | undefined
  /** Only entries before this one. */
  readonly before?: bigint | undefined
  readonly limit: number
}

/**
 * Returns entries as shown to a reader, newest first. Without permission to read cases: none about cases and reports, and no
 * text about a customer by members who see cases.
 */
export async function listEntries(
  db: Db,
  { member, subject, action, before, limit }: AuditFilter,
  reader: Reader,
): Promise<StoredEntry[]> {
  const isWordless = sql<boolean>`not ${reader.seesCases} and l.action ~ ${ABOUT_CUSTOMERS}
    and coalesce(m.roles && ${REVIEWERS}::text[], false)`
  let query = db
    .selectFrom('audit_log as l')
    .leftJoin('audit_details as d', 'd.seq', 'l.seq')
    .leftJoin('staff_members as m', (join) => join.on(sql`m.id::text`, '=', sql.ref('l.member_id')))
    .leftJoin('approvals as a', (join) =>
      join.on(sql`case when l.action like 'approval.%' then l.subject::uuid end`, '=', sql.ref('a.id')),
    )
    .select(['l.seq', 'l.content', 'l.hash', 'm.name', 'a.action as requested', 'a.entity'])
    .select(sql<string | null>`case when not (${isWordless}) then d.detail end`.as('words'))
    .where(isSeenBy(reader))
    .orderBy('l.seq', 'desc')
    .limit(limit)
  if (member !== undefined) query = query.where('l.member_id', '=', member)
  if (subject !== undefined)
    query = query.where(
      sql<boolean>`(l.subject = ${subject} or l.subject in (select id::text from approvals where entity = ${subject}))`,
    )
  if (action !== undefined) query = query.where('l.action', '=', action)
  if (before !== undefined) query = query.where('l.seq', '<', before)
  return query.execute()
}

/** Returns the names of the log's actions that a reader may see, in order; each is one index lookup. */
export async function listActions(db: Db, { seesCases }: Reader): Promise<string[]> {
  const { rows } = await sql<{ action: string }>`
    with recursive held as (
      (select action from audit_log order by action limit 1)
      union all
      select (select l.action from audit_log l where l.action > held.action order by l.action limit 1) from held
        where held.action is not null
    ) select action from held where action is not null and (${seesCases} or action !~ ${ABOUT_CASES}) order by action`.execute(
    db,
  )
  return rows.map(({ action }) => action)
}

/** The entry that records a check of the chain. */
export const CHAIN_CHECKED = 'audit.chain_checked'

/** Returns the content of the newest entry of the last check; undefined before the first. */
export async function lastCheck(db: Db): Promise<string | undefined> {
  const row = await db
    .selectFrom('audit_log')
    .select('content')
    .where('action', '=', CHAIN_CHECKED)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.content
}

/** Returns 1 if the last check found a wrong entry, else 0. */
export async function countFaults(db: Db): Promise<number> {
  const content = await lastCheck(db)
  if (content === undefined) return 0
  const { change } = JSON.parse(content) as { change?: { after?: { broken?: string | null } } }
  return change?.after?.broken ? 1 : 0
}

/** The end of the chain, as an anchor stores it outside the database. */
export interface Anchor {
  readonly at: string
  readonly seq: bigint
  /** In hex. */
  readonly hash: string
}

/** Returns the end of the chain; its `seq` is 0 while the chain is empty. */
export async function readHead(db: Db | Tx): Promise<Anchor> {
  const row = await db
    .selectFrom('audit_head')
    .select(['seq', 'hash'])
    .select(sql<Date>`now()`.as('at'))
    .executeTakeFirstOrThrow()
  return { at: row.at.toISOString(), seq: row.seq, hash: row.hash.toString('hex') }
}
