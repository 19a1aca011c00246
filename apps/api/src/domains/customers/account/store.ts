import { sql } from 'kysely'
import type { Db, Tx } from '../../../db/index.ts'
import { Refused } from '../../../lib/refused.ts'

/** Years that customer records are kept after the account is closed, if the customer ever began a transfer. */
const RETENTION_YEARS = 5

/**
 * Returns the sign-in methods of an account. Throws Refused `unauthenticated` when the session has ended since the request
 * was authorised.
 */
export async function methodsOf(db: Db, userId: string, sessionId: string) {
  const row = await db
    .selectFrom('sessions as s')
    .leftJoin('phone_identities as i', 'i.user_id', 's.user_id')
    .leftJoin('profiles as p', 'p.user_id', 's.user_id')
    .leftJoin('passwords as w', 'w.user_id', 's.user_id')
    .select(['i.phone_number as phoneNumber', 'p.email', 'p.pending_email as pendingEmail'])
    .select(sql<boolean>`p.email_verified_at is not null`.as('emailVerified'))
    .select(sql<boolean>`w.user_id is not null`.as('password'))
    // Covers Firebase, which replaces Google in hosted mode.
    .select(
      sql<boolean>`exists (select 1 from federated_identities g where g.user_id = s.user_id)`.as('google'),
    )
    .select(sql<number>`(select count(*) from passkeys k where k.user_id = s.user_id)::int`.as('passkeys'))
    .where('s.id', '=', sessionId)
    .where('s.user_id', '=', userId)
    .executeTakeFirstOrThrow(() => new Refused('unauthenticated'))
  return row
}

/** Blocks sign-ins and transfers until the transaction ends; returns false when the account is already closed. */
export async function lockOpenAccount(tx: Tx, userId: string): Promise<boolean> {
  const user = await tx
    .selectFrom('users')
    .select('closed_at')
    .where('id', '=', userId)
    .forUpdate()
    .executeTakeFirst()
  await tx.selectFrom('user_limits').select('user_id').where('user_id', '=', userId).forUpdate().execute()
  return user?.closed_at === null
}

/**
 * Stores the customer's identity and origins out of the application's reach, as the law requires, for every customer who ever
 * began a transfer or about whom there is compliance work. Returns the end of the retention period for those who began a
 * transfer, and null for all others: the answer must not reveal a case to a customer.
 */
export async function lockRecord(tx: Tx, userId: string): Promise<Date | null> {
  // A concurrent screening match opens its case first.
  await tx.selectFrom('screening_subjects').select('id').where('user_id', '=', userId).forUpdate().execute()
  const { rows } = await sql<{ until: Date; hasSent: boolean; record: unknown }>`
    select now() + make_interval(years => ${RETENTION_YEARS}::int) as until, "hasSent",
      jsonb_build_object(
        'openedAt', u.created_at, 'name', p.name, 'dob', p.dob, 'gender', p.gender, 'email', p.email,
        'emailVerifiedAt', p.email_verified_at, 'phoneNumber', i.phone_number, 'country', i.country,
        'phoneVerifiedAt', i.verified_at,
        'payerNumbers', (select jsonb_agg(to_jsonb(n) - 'user_id' order by n.verified_at)
          from payer_numbers n where n.user_id = u.id),
        -- The document's number stays sealed.
        'senderDetails', to_jsonb(d) - 'user_id',
        -- The sender as frozen with each transfer, and replaced names and dates of birth.
        'senders', (select jsonb_agg(to_jsonb(s) - 'user_id' order by s.transfer_id)
          from transfer_senders s where s.user_id = u.id),
        'earlierProfiles', (select jsonb_agg(to_jsonb(c) - 'user_id' order by c.id)
          from identity_changes c where c.user_id = u.id),
        'nameCorrections', (select jsonb_agg(to_jsonb(n) - 'user_id' order by n.id)
          from name_corrections n where n.user_id = u.id),
        'identityChecks', (select jsonb_agg(to_jsonb(k) - 'user_id' order by k.created_at)
          from identity_checks k where k.user_id = u.id and (k.person_key is not null or "hasWork")),
        'origins', (select jsonb_agg(to_jsonb(o) - 'user_id') from event_origins o where o.user_id = u.id),
        -- The consents themselves stay in their table.
        'consentOrigins', (select jsonb_agg(to_jsonb(o) - 'user_id' order by o.consent_id)
          from consent_origins o where o.user_id = u.id),
        'conversations', (select jsonb_agg(jsonb_build_object('number', t.number, 'openedAt', t.opened_at,
            'messages', (select jsonb_agg(to_jsonb(m) - 'thread_id' order by m.at)
              from enquiry_messages m where m.thread_id = t.id)) order by t.opened_at)
          from enquiry_threads t where t.user_id = u.id and (t.topic = 'complaint' or "hasWork")),
        'notes', (select jsonb_agg(to_jsonb(n) - 'user_id' order by n.at) from staff_notes n
          where n.user_id = u.id and "hasWork")
      ) as record
    from users u
      left join profiles p on p.user_id = u.id
      left join phone_identities i on i.user_id = u.id
      left join sender_details d on d.user_id = u.id
      cross join lateral (select exists (select from transfers t where t.user_id = u.id) as "hasSent",
        exists (select from compliance_work_of(u.id) w where coalesce(w.kept_until, 'infinity') > now()) as "hasWork") work
    where u.id = ${userId} and ("hasSent" or "hasWork")`.execute(tx)
  const row = rows[0]
  if (!row) return null
  await sql`select seal_record(${userId}, ${row.until}, ${JSON.stringify(row.record)})`.execute(tx)
  return row.hasSent ? row.until : null
}

export async function markClosed(tx: Tx, userId: string): Promise<void> {
  await tx
    .updateTable('users')
    .set({ closed_at: sql`now()` })
    .where('id', '=', userId)
    .execute()
}

/** An identity check that its provider still stores. */
export interface KeptCheck {
  readonly provider: string
  readonly reference: string
}

/**
 * Erases the records past their retention period, including the period for compliance work that needs them. Returns their
 * checks.
 */
export async function forgetLockedRecords(tx: Tx): Promise<readonly KeptCheck[]> {
  const { rows } = await sql<KeptCheck>`select provider, reference from forget_kept_records()`.execute(tx)
  return rows
}
