import { sql } from 'kysely'
import type { Role } from '@sesa/contract/office'
import { inTransaction, type Db, type Tx } from '../../../db/index.ts'
import { createLinkToken, hashLinkToken } from '../../../lib/link-token.ts'
import { Refused } from '../../../lib/refused.ts'
import { appendAudit, INVITATION_HOURS } from '../../record/index.ts'
import type { StaffMail } from './mail.ts'

export interface NewMember {
  readonly name: string
  readonly email: string
  readonly roles: readonly Role[]
}

/** An invitation; the token is not stored. */
export interface Invitation {
  readonly id: string
  readonly token: string
  readonly expiresAt: Date
}

/** The author and the reason. */
export interface By {
  readonly memberId: string
  readonly name: string
  readonly reason: string
}

/** Locks changes of members, so that two concurrent changes cannot end the last two administrators. */
export const lockMembers = (tx: Tx): Promise<unknown> =>
  sql`select pg_advisory_xact_lock(hashtext('sesa.staff_members'))`.execute(tx)

/** Returns true if any member can sign in: from then on, actions need a signed-in member. */
export async function hasActiveMember(db: Db | Tx): Promise<boolean> {
  const row = await db
    .selectFrom('staff_members')
    .select('id')
    .where('activated_at', 'is not', null)
    .where('ended_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

async function otherAdministrators(db: Db | Tx, id: string): Promise<number> {
  const { rows } = await sql<{ others: number }>`
    select count(*)::int as others from staff_members where id <> ${id} and 'administrator' = any (roles)
      and activated_at is not null and ended_at is null`.execute(db)
  return rows[0]?.others ?? 0
}

/** Returns a member who has not ended. Throws Refused `not_found`. */
export async function memberOf(db: Db | Tx, id: string) {
  return db
    .selectFrom('staff_members')
    .selectAll()
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .executeTakeFirstOrThrow(() => new Refused('not_found'))
}

/** Throws Refused `last_administrator` when no other administrator can sign in. */
export async function requireAnotherAdministrator(
  db: Db | Tx,
  member: Awaited<ReturnType<typeof memberOf>>,
): Promise<void> {
  const counts = member.roles.includes('administrator') && member.activated_at !== null
  if (counts && (await otherAdministrators(db, member.id)) === 0) throw new Refused('last_administrator')
}

/** Creates the link of a member's invitation; an earlier one stops working. */
export async function makeInvitation(tx: Tx, memberId: string): Promise<Invitation> {
  const { token, hash } = createLinkToken()
  const { expires_at: expiresAt } = await tx
    .insertInto('staff_invitations')
    .values({
      member_id: memberId,
      token_hash: hash,
      expires_at: sql<Date>`now() + make_interval(hours => ${INVITATION_HOURS}::int)`,
    })
    .onConflict((conflict) =>
      conflict.column('member_id').doUpdateSet((eb) => ({
        token_hash: eb.ref('excluded.token_hash'),
        expires_at: eb.ref('excluded.expires_at'),
      })),
    )
    .returning('expires_at')
    .executeTakeFirstOrThrow()
  return { id: memberId, token, expiresAt }
}

/** Adds a member who still has to open the invitation; returns undefined when the name or the address is in use. */
export async function insertMember(tx: Tx, { name, email, roles }: NewMember): Promise<string | undefined> {
  const row = await tx
    .insertInto('staff_members')
    .values({ name: name.trim(), email: email.trim(), roles: [...new Set(roles)] })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

/** Ends a member permanently. Throws Refused `not_found` or `last_administrator`. */
export function endMember(
  { db, mail }: { readonly db: Db; readonly mail: StaffMail },
  id: string,
  { memberId, name, reason }: By,
): Promise<void> {
  return inTransaction(db, 'staff.end', async (tx) => {
    await lockMembers(tx)
    await requireAnotherAdministrator(tx, await memberOf(tx, id))
    await tx
      .updateTable('staff_members')
      .set({ ended_at: sql<Date>`now()` })
      .where('id', '=', id)
      .execute()
    const facts = [
      ['Deactivated by', name],
      ['Reason', reason],
    ] as const
    await mail.tell(tx, { change: 'ended', memberId: id, facts })
    await appendAudit(tx, { member: memberId, action: 'staff.ended', subject: id, words: { reason } })
  })
}

/** Returns every member, ended members last. */
export function listMembers(db: Db) {
  return db
    .selectFrom('staff_members as m')
    .leftJoin('staff_invitations as i', (join) =>
      join.onRef('i.member_id', '=', 'm.id').on(sql<boolean>`i.expires_at > now()`),
    )
    .select(['m.id', 'm.name', 'm.email', 'm.roles', 'm.invited_at', 'm.activated_at'])
    .select(['m.last_signed_in_at', 'm.ended_at', 'i.expires_at'])
    .orderBy(sql`m.ended_at is not null`)
    .orderBy(sql`lower(m.name)`)
    .execute()
}

/** Returns the member of a valid invitation; undefined otherwise. */
export function findInvited(db: Db | Tx, token: string) {
  return db
    .selectFrom('staff_invitations as i')
    .innerJoin('staff_members as m', 'm.id', 'i.member_id')
    .select(['m.id', 'm.name', 'm.email', 'm.roles'])
    .where('i.token_hash', '=', hashLinkToken(token))
    .where(sql<boolean>`i.expires_at > now()`)
    .where('m.ended_at', 'is', null)
    .executeTakeFirst()
}
