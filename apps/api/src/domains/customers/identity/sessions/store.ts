import { sql, type RawBuilder } from 'kysely'
import type { CountryCode } from '@sesa/contract'
import { takingFrom, WAITS, type Budget } from '../../../../db/budgets.ts'
import { MOMENT, type Moment } from '../../../../db/configuration.ts'
import { inOneStatement, type Db, type Tx } from '../../../../db/index.ts'
import { requireNoWait, type Caller, type Entered, type Entry } from '../../../../http/route.ts'
import { forgetOtherDevices } from './devices.ts'

/** An active session: not ended, not idle too long nor past its absolute end, and its account not locked. */
export interface ActiveSession {
  readonly id: string
  readonly userId: string
  readonly authTime: Date
  /** Signed in or confirmed within the last ten minutes. */
  readonly proven: boolean
  readonly provenUntil: Date
  readonly trusted: boolean
  readonly expiresAt: Date
  readonly phoneNumber: string | null
  readonly country: CountryCode | null
  readonly email: string | null
  readonly name: string | null
  readonly profileComplete: boolean
  /** Its browser; null for a session from the previous release. */
  readonly deviceHash: Buffer | null
}

/** Returns a session's data for a call. */
export function callerOf({ id: sessionId, ...session }: ActiveSession): Caller {
  const { userId, proven, provenUntil, phoneNumber, country, profileComplete } = session
  return { userId, sessionId, proven, provenUntil, phoneNumber, country, profileComplete }
}

const DAYS_AT_MOST = 90
/** Minutes for which a sign-in counts as step-up for security changes. */
const STEP_UP_MINUTES = 10

const isActive = sql<boolean>`s.ended_at is null and s.expires_at > now() and s.last_used_at + s.idle_limit > now()
  and u.locked_at is null and u.closed_at is null`

/** The active sessions that match; `stale` ones were last used over a minute ago. */
function activeSession(db: Db, which: RawBuilder<boolean>) {
  return db
    .selectFrom('sessions as s')
    .innerJoin('users as u', 'u.id', 's.user_id')
    .leftJoin('phone_identities as i', 'i.user_id', 's.user_id')
    .leftJoin('profiles as p', 'p.user_id', 's.user_id')
    .select(['s.id', 's.user_id as userId', 's.auth_time as authTime', 's.trusted'])
    .select('s.device_hash as deviceHash')
    .select(['s.expires_at as expiresAt', 'i.phone_number as phoneNumber', 'i.country', 'p.email', 'p.name'])
    .select(sql<boolean>`s.auth_time > now() - make_interval(mins => ${STEP_UP_MINUTES}::int)`.as('proven'))
    .select(sql<Date>`s.auth_time + make_interval(mins => ${STEP_UP_MINUTES}::int)`.as('provenUntil'))
    .select(sql<boolean>`coalesce(p.filled and i.phone_number is not null, false)`.as('profileComplete'))
    .select(sql<boolean>`s.last_used_at < now() - interval '1 minute'`.as('stale'))
    .where(isActive)
    .where(which)
}

const COLUMNS = [
  'id',
  'userId',
  'authTime',
  'proven',
  'provenUntil',
  'trusted',
  'expiresAt',
  'phoneNumber',
  'country',
  'email',
  'name',
  'profileComplete',
  'deviceHash',
] as const satisfies readonly (keyof ActiveSession)[]

/** A session as read, with its call counted; `id` is null without an active session. */
type SessionRow = (ActiveSession | { readonly id: null }) & Moment & { readonly waits: readonly number[] }

/** Reads an active session, records its use to the minute and takes from the budgets of a call, in one statement. */
async function readSession(
  db: Db,
  which: RawBuilder<boolean>,
  counting?: { readonly budgets: readonly Budget[]; readonly allowed: RawBuilder<boolean> },
): Promise<SessionRow> {
  const { rows } = await sql<SessionRow>`
    with session as (${activeSession(db, which)}),
    used as (update sessions set last_used_at = now() where id = (select id from session where stale))
    ${counting ? sql`, ${takingFrom(counting.budgets, counting.allowed)}` : sql``}
    select ${MOMENT}, ${counting ? WAITS : sql`array[]::int[]`} as waits,
      ${sql.join(COLUMNS.map((column) => sql.ref(`session.${column}`)))}
    from (values (1)) as entry left join session on true`.execute(db)
  const [row] = rows
  if (row === undefined) throw new Error('The entry returned no row')
  return row
}

function sessionOf({
  now: _now,
  configurationVersion: _version,
  waits: _waits,
  ...row
}: SessionRow): ActiveSession | null {
  return row.id === null ? null : row
}

const byId = (userId: string, id: string): RawBuilder<boolean> => sql`s.id = ${id} and s.user_id = ${userId}`

/** Returns the active session of an ID token and records its use, to the minute. */
export async function sessionById(db: Db, userId: string, id: string): Promise<ActiveSession | null> {
  return sessionOf(await readSession(db, byId(userId, id)))
}

/** Returns the active session of a refresh token and records its use, to the minute. */
export async function sessionByToken(db: Db, tokenHash: Buffer): Promise<ActiveSession | null> {
  return sessionOf(await readSession(db, sql`s.token_hash = ${tokenHash}`))
}

/** Selects the budgets of a call that count: all of them, once its caller may make it. */
function allowedBudgets({ auth, budgets }: Entry): RawBuilder<boolean> {
  if (auth === 'profile') return sql`exists (select from session where "profileComplete")`
  const isSignedIn = sql<boolean>`exists (select from session)`
  if (auth === 'user') return isSignedIn
  const ofStrangers = budgets(null).map(({ bucket }) => bucket)
  return sql`(b.bucket = any(${ofStrangers}::text[]) or ${isSignedIn})`
}

/**
 * Lets a call in, in one statement that commits itself: reads the session of its ID token, records the use to the minute,
 * and takes from the call's budgets what the session allows. Throws Refused `rate_limited`.
 */
export async function enterBySession(
  db: Db,
  { userId, sessionId }: { readonly userId: string; readonly sessionId: string },
  entry: Entry,
): Promise<Entered> {
  const budgets = entry.budgets(userId)
  const which = byId(userId, sessionId)
  const row =
    budgets.length === 0
      ? await readSession(db, which)
      : await inOneStatement(db, 'calls.enter', (within) =>
          readSession(within, which, { budgets, allowed: allowedBudgets(entry) }),
        )
  requireNoWait(Math.max(0, ...row.waits))
  const session = sessionOf(row)
  const { now, configurationVersion } = row
  return { caller: session && callerOf(session), now, configurationVersion }
}

export async function insertSession(
  tx: Tx,
  session: { userId: string; tokenHash: Buffer; deviceHash: Buffer; device: string; trusted: boolean },
): Promise<{ id: string; expiresAt: Date }> {
  return tx
    .insertInto('sessions')
    .values({
      user_id: session.userId,
      token_hash: session.tokenHash,
      device_hash: session.deviceHash,
      device: session.device,
      trusted: session.trusted,
      expires_at: sql`now() + make_interval(days => ${DAYS_AT_MOST}::int)`,
      idle_limit: session.trusted ? '30 days' : '60 minutes',
    })
    .returning(['id', 'expires_at as expiresAt'])
    .executeTakeFirstOrThrow()
}

/** Ends all sessions of a user except the one to keep, and forgets their browsers; returns the number ended. */
export async function endOtherSessions(tx: Tx, userId: string, keep: string | null): Promise<number> {
  const ended = await tx
    .updateTable('sessions')
    .set({ ended_at: sql`now()` })
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .$if(keep !== null, (query) => query.where('id', '<>', keep ?? ''))
    .returning('id')
    .execute()
  await forgetOtherDevices(tx, userId, keep)
  return ended.length
}

/** Ends all sessions; returns one user id per ended session. */
export async function endEverySession(tx: Tx): Promise<string[]> {
  const ended = await tx
    .updateTable('sessions')
    .set({ ended_at: sql`now()` })
    .where('ended_at', 'is', null)
    .returning('user_id as userId')
    .execute()
  return ended.map(({ userId }) => userId)
}

/** Ends an active session, of `userId` if given; returns its user. */
export async function endSession(
  tx: Tx,
  which: { tokenHash: Buffer } | { id: string; userId: string },
): Promise<{ id: string; userId: string; trusted: boolean; deviceHash: Buffer | null } | undefined> {
  const base = tx
    .updateTable('sessions')
    .set({ ended_at: sql`now()` })
    .where('ended_at', 'is', null)
    .returning(['id', 'user_id as userId', 'trusted', 'device_hash as deviceHash'])
  return 'id' in which
    ? base.where('id', '=', which.id).where('user_id', '=', which.userId).executeTakeFirst()
    : base.where('token_hash', '=', which.tokenHash).executeTakeFirst()
}

/** Ends a user's sessions in one browser, so that the list of devices shows it once. */
export async function endSessionsOfDevice(tx: Tx, userId: string, deviceHash: Buffer): Promise<void> {
  await tx
    .updateTable('sessions')
    .set({ ended_at: sql`now()` })
    .where('user_id', '=', userId)
    .where('device_hash', '=', deviceHash)
    .where('ended_at', 'is', null)
    .execute()
}

/** Binds a session from the previous release to its browser; returns false when it is already bound. */
export async function bindSession(tx: Tx, id: string, deviceHash: Buffer): Promise<boolean> {
  const row = await tx
    .updateTable('sessions')
    .set({ device_hash: deviceHash })
    .where('id', '=', id)
    .where('device_hash', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Maximum number of devices listed. */
const MOST_LISTED = 100

export async function sessionsOf(db: Db, userId: string) {
  return db
    .selectFrom('sessions as s')
    .innerJoin('users as u', 'u.id', 's.user_id')
    .select(['s.id', 's.device', 's.created_at', 's.last_used_at', 's.trusted'])
    .where('s.user_id', '=', userId)
    .where(isActive)
    .orderBy('s.last_used_at', 'desc')
    .limit(MOST_LISTED)
    .execute()
}
