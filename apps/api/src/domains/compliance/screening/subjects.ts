import { sql } from 'kysely'
import type { Db, Tx } from '../../../db/index.ts'
import type { SubjectState } from '../../../db/schema/compliance.ts'
import type { Decided } from './decide.ts'

/** A person to screen, with the data that we have. */
export interface Subject {
  readonly id: bigint
  readonly kind: 'customer' | 'recipient'
  readonly name: string
  readonly birthDate: string | null
  readonly state: SubjectState
  /** The list version of the last screening. */
  readonly version: string | null
  /** Entities that staff have cleared. */
  readonly decided: readonly Decided[]
}

/** Data of a transfer whose pay-out is about to begin. */
export interface ScreenedTransfer {
  readonly id: string
  readonly user_id: string
  readonly recipient_name: string
  readonly recipient_phone: string
}

/** A recipient is screened against new versions of the list for this long after their last transfer. */
const RECENT = sql`interval '90 days'`
/** The date is extended only when less than this is left, so it is written rarely. */
const EXTENDED_BEFORE = sql`interval '60 days'`

const COLUMNS = sql`s.id, s.kind, s.name, s.birth_date as "birthDate", s.state, s.version,
  coalesce((select jsonb_agg(jsonb_build_object('entityId', d.entity_id, 'fingerprint', d.fingerprint))
    from screening_decisions d where d.subject_id = s.id and d.decision in ('different_person', 'accepted')), '[]') as decided`

/**
 * The subject columns that `subjectsOf` reads. Listed, since a statement that selects every column is not prepared
 * (`db/prepared.ts`).
 */
const KNOWN = sql`s.id, s.kind, s.name, s.birth_date, s.state, s.version, s.active_until`

/** The subjects of a transfer, and the current version of the list by its catalog. */
export interface Found {
  readonly subjects: readonly Subject[]
  readonly version: string | undefined
}

/**
 * Returns the sender and the recipient of a transfer as subjects, with the data frozen in it, and creates missing ones, in
 * one statement. A subject that another process is creating at this moment is left out.
 */
export async function subjectsOf(db: Db, dataset: string, transfer: ScreenedTransfer): Promise<Found> {
  const { rows } = await sql<Subject & { current: string | null }>`
    with sender as (
      select user_id, name, dob from transfer_senders where transfer_id = ${transfer.id}
      union all
      select user_id, name, dob from profiles where user_id = ${transfer.user_id} and name is not null
        and not exists (select from transfer_senders where transfer_id = ${transfer.id})
    ), known as (
      select ${KNOWN} from sender w join screening_subjects s on s.kind = 'customer' and s.user_id = w.user_id
        and s.phone is null and s.name = w.name and s.birth_date is not distinct from w.dob
      union all
      select ${KNOWN} from screening_subjects s where s.kind = 'recipient' and s.user_id is null
        and s.phone = ${transfer.recipient_phone} and s.name = ${transfer.recipient_name} and s.birth_date is null
    ), made as (
      insert into screening_subjects as s (kind, user_id, phone, name, birth_date, active_until)
      select 'customer', user_id, null, name, dob, 'infinity' from sender
        where not exists (select from known where kind = 'customer')
      union all
      select 'recipient', null, ${transfer.recipient_phone}, ${transfer.recipient_name}, null, now() + ${RECENT}
        where not exists (select from known where kind = 'recipient')
      on conflict do nothing returning ${KNOWN}
    ), extended as (
      update screening_subjects set active_until = now() + ${RECENT}, is_retired = false
      where id in (select id from known where kind = 'recipient' and active_until < now() + ${EXTENDED_BEFORE})
    )
    select ${COLUMNS}, (select version from screening_list where dataset = ${dataset}) as current
    from (table known union all table made) s`.execute(db)
  return { subjects: rows, version: rows[0]?.current ?? undefined }
}

/**
 * Makes a customer a subject, in the transaction that completes their profile or changes name or date of birth. Their earlier
 * data is no longer screened. Does nothing until the profile has both.
 */
export async function addCustomer(tx: Tx, userId: string): Promise<void> {
  await sql`
    with current as (
      select user_id, name, dob from profiles where user_id = ${userId} and name is not null and dob is not null
    ), earlier as (
      update screening_subjects s set is_retired = true, active_until = now() from current c
      where s.user_id = c.user_id and (s.name, s.birth_date) is distinct from (c.name, c.dob)
    )
    insert into screening_subjects (kind, user_id, name, birth_date, active_until)
    select 'customer', user_id, name, dob, 'infinity' from current
    on conflict (kind, user_id, phone, name, birth_date)
      do update set is_retired = false, active_until = 'infinity'`.execute(tx)
}

/** Returns up to `limit` subjects not yet screened against this version of the list. */
export async function dueSubjects(
  db: Db,
  { version, except, limit }: { version: string; except: readonly bigint[]; limit: number },
): Promise<readonly Subject[]> {
  // Three ranges of the index on versions; "is distinct from" would read every subject.
  const part = (condition: ReturnType<typeof sql>) => sql`
    (select * from screening_subjects where not is_retired and ${condition}
      and id <> all (${except}::bigint[]) limit ${limit})`
  const { rows } = await sql<Subject>`
    select ${COLUMNS} from (
      ${part(sql`version is null`)} union all ${part(sql`version < ${version}`)}
      union all ${part(sql`version > ${version}`)} limit ${limit}) s`.execute(db)
  return rows
}

/** Stops screening recipients without a recent transfer. */
export async function retireSubjects(db: Db): Promise<void> {
  await sql`update screening_subjects set is_retired = true
    where not is_retired and active_until < now()`.execute(db)
}

/** Returns a customer's newest screening; undefined before the first. */
export const screeningOf = (db: Db, userId: string) =>
  db
    .selectFrom('screening_subjects')
    .select(['state', 'screened_at as at'])
    .where('user_id', '=', userId)
    .where('is_retired', '=', false)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
