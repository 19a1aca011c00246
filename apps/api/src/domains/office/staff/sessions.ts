import { sql } from 'kysely'
import type { Role } from '@sesa/contract/office'
import { inTransaction, type Db, type Tx } from '../../../db/index.ts'
import type { Member } from '../../../http/office/route.ts'
import { createLinkToken, hashLinkToken } from '../../../lib/link-token.ts'
import { Refused } from '../../../lib/refused.ts'
import { appendAudit } from '../../record/index.ts'
import { IDLE_MINUTES, SESSION_HOURS } from './settings.ts'

/** Opens a session and returns its token; `tokenHash` is the hash of a token created by the command line. */
export async function openSession(
  tx: Tx,
  memberId: string,
  given: { readonly kind: 'office' } | { readonly kind: 'command_line'; readonly tokenHash: Buffer },
): Promise<string> {
  const made = createLinkToken()
  await tx
    .insertInto('staff_sessions')
    .values({
      token_hash: given.kind === 'office' ? made.hash : given.tokenHash,
      member_id: memberId,
      kind: given.kind,
      ends_at: sql<Date>`now() + make_interval(hours => ${SESSION_HOURS}::int)`,
    })
    .execute()
  await tx
    .updateTable('staff_members')
    .set({ last_signed_in_at: sql<Date>`now()` })
    .where('id', '=', memberId)
    .execute()
  return made.token
}

/** Returns the member of an open session, in a browser or on a command line, and records its use; null otherwise. */
export async function useSession(db: Db | Tx, token: string): Promise<Member | null> {
  const { rows } = await sql<{
    id: string
    name: string
    email: string
    roles: Role[]
    sessionId: string
    signedInAt: Date
    endsAt: Date
    idleEndsAt: Date
  }>`
    update staff_sessions s set last_used_at = now() from staff_members m
    where s.token_hash = ${hashLinkToken(token)} and m.id = s.member_id
      and s.ended_at is null and m.ended_at is null and s.ends_at > now()
      and s.last_used_at + make_interval(mins => ${IDLE_MINUTES}::int) > now()
    returning m.id, m.name, m.email, m.roles, s.id as "sessionId", s.started_at as "signedInAt", s.ends_at as "endsAt",
      least(s.ends_at, now() + make_interval(mins => ${IDLE_MINUTES}::int)) as "idleEndsAt"`.execute(db)
  return rows[0] ?? null
}

export async function endSession(tx: Tx, sessionId: string): Promise<void> {
  await tx
    .updateTable('staff_sessions')
    .set({ ended_at: sql<Date>`now()` })
    .where('id', '=', sessionId)
    .where('ended_at', 'is', null)
    .execute()
}

/** Returns a member's open sessions, in the office and on command lines, newest first. */
export function listSessions(db: Db | Tx, memberId: string) {
  return db
    .selectFrom('staff_sessions')
    .select(['id', 'kind', 'started_at', 'last_used_at'])
    .where('member_id', '=', memberId)
    .where('ended_at', 'is', null)
    .where('ends_at', '>', sql<Date>`now()`)
    .where(sql<boolean>`last_used_at + make_interval(mins => ${IDLE_MINUTES}::int) > now()`)
    .orderBy('started_at', 'desc')
    .execute()
}

/** Ends the chosen sessions of a member. Throws Refused `not_found` when a chosen session is not open. */
export function endOwnSessions(
  db: Db,
  { id }: Member,
  given: { readonly only: string } | { readonly allBut: string },
): Promise<void> {
  return inTransaction(db, 'staff.end_sessions', async (tx) => {
    const open = await listSessions(tx, id)
    const chosen = open.filter((one) => ('only' in given ? one.id === given.only : one.id !== given.allBut))
    if ('only' in given && chosen.length === 0) throw new Refused('not_found')
    for (const { id: session } of chosen) await endSession(tx, session)
    await appendAudit(tx, { member: id, action: 'staff.sessions_ended', subject: id })
  })
}
