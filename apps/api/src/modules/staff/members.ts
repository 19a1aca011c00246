import { sql } from 'kysely'
import type { Role } from '@sesa/contract/office'
import { inTransaction, type Db, type Tx } from '../../db/index.ts'
import { createLinkToken, hashLinkToken } from '../../lib/link-token.ts'
import { Refused } from '../../lib/refused.ts'
import { ActionRefused } from '../../lib/staff-action.ts'
import { appendAudit } from '../audit-log/index.ts'
import { endSessionsOf } from './sessions.ts'
import { INVITATION_HOURS } from './settings.ts'

export interface NewMember {
  readonly name: string
  readonly email: string
  readonly roles: readonly Role[]
}

/** An invitation; the token is stored nowhere. */
export interface Invitation {
  readonly id: string
  readonly token: string
  readonly expiresAt: Date
}

/** Who acts and why. */
export interface By {
  readonly memberId: string
  readonly reason: string
}

/** Lets one change of members happen at a time, so that two cannot end the last two administrators. */
const lockMembers = (tx: Tx): Promise<unknown> =>
  sql`select pg_advisory_xact_lock(hashtext('sesa.staff_members'))`.execute(tx)

/** Whether anybody can sign in: from then on, actions need a signed-in member. */
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

async function otherAdministrators(tx: Tx, id: string): Promise<number> {
  const { rows } = await sql<{ others: number }>`
    select count(*)::int as others from staff_members where id <> ${id} and 'administrator' = any (roles)
      and activated_at is not null and ended_at is null`.execute(tx)
  return rows[0]?.others ?? 0
}

/** Returns a member that has not ended. Throws Refused `not_found`. */
async function memberOf(tx: Tx, id: string) {
  return tx
    .selectFrom('staff_members')
    .selectAll()
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .executeTakeFirstOrThrow(() => new Refused('not_found'))
}

/** Throws Refused `last_administrator` when nobody else can sign in as one. */
async function requireAnotherAdministrator(tx: Tx, member: Awaited<ReturnType<typeof memberOf>>) {
  const counts = member.roles.includes('administrator') && member.activated_at !== null
  if (counts && (await otherAdministrators(tx, member.id)) === 0) throw new Refused('last_administrator')
}

async function makeInvitation(tx: Tx, memberId: string): Promise<Invitation> {
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

/** Adds a member who has yet to open the invitation; undefined when the name or the address is taken. */
async function insertMember(
  tx: Tx,
  { name, email, roles }: NewMember,
  invitedBy: string | null,
): Promise<string | undefined> {
  const row = await tx
    .insertInto('staff_members')
    .values({ name: name.trim(), email: email.trim(), roles: [...new Set(roles)], invited_by: invitedBy })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

/** Invites a member. Throws Refused `member_exists` or `email_invalid`. */
export function invite(db: Db, member: NewMember, { memberId, reason }: By): Promise<Invitation> {
  if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(member.email.trim()))
    throw new Refused('email_invalid', { field: 'email' })
  if (member.name.trim().length < 2) throw new Refused('name_invalid', { field: 'name' })
  return inTransaction(db, 'staff.invite', async (tx) => {
    await lockMembers(tx)
    const id = await insertMember(tx, member, memberId)
    if (id === undefined) throw new Refused('member_exists')
    const invitation = await makeInvitation(tx, id)
    await appendAudit(tx, {
      member: memberId,
      action: 'staff.invited',
      subject: id,
      change: { before: null, after: { roles: member.roles } },
      words: { name: member.name, email: member.email, reason },
    })
    return invitation
  })
}

/**
 * Invites the first administrator, or again while the earlier invitation was not used. Only a command on the machine does
 * this. @throws ActionRefused once an administrator can sign in.
 */
export function inviteFirst(db: Db, { name, email }: Omit<NewMember, 'roles'>): Promise<Invitation> {
  return inTransaction(db, 'staff.invite_first', async (tx) => {
    await lockMembers(tx)
    if ((await otherAdministrators(tx, '00000000-0000-0000-0000-000000000000')) > 0)
      throw new ActionRefused('There is an administrator. Ask them for an invitation.')
    const known = await tx
      .selectFrom('staff_members')
      .select('id')
      .where(sql<boolean>`lower(email) = lower(${email.trim()})`)
      .where('activated_at', 'is', null)
      .where('ended_at', 'is', null)
      .executeTakeFirst()
    const id = known?.id ?? (await insertMember(tx, { name, email, roles: ['administrator'] }, null))
    if (id === undefined) throw new ActionRefused('A member of staff already has this name or email address.')
    const invitation = await makeInvitation(tx, id)
    await appendAudit(tx, {
      member: null,
      action: 'staff.first_invited',
      subject: id,
      words: { name, email },
    })
    return invitation
  })
}

/** Makes a new link for a member; their passkeys and sessions end. Throws Refused `not_found` or `last_administrator`. */
export function inviteAgain(db: Db, id: string, { memberId, reason }: By): Promise<Invitation> {
  return inTransaction(db, 'staff.invite_again', async (tx) => {
    await lockMembers(tx)
    await requireAnotherAdministrator(tx, await memberOf(tx, id))
    await tx.deleteFrom('staff_passkeys').where('member_id', '=', id).execute()
    await endSessionsOf(tx, id)
    const invitation = await makeInvitation(tx, id)
    await appendAudit(tx, { member: memberId, action: 'staff.invited_again', subject: id, words: { reason } })
    return invitation
  })
}

/** Changes a member's roles; their sessions end. Throws Refused `not_found` or `last_administrator`. */
export function changeRoles(
  db: Db,
  id: string,
  roles: readonly Role[],
  { memberId, reason }: By,
): Promise<void> {
  return inTransaction(db, 'staff.change_roles', async (tx) => {
    await lockMembers(tx)
    const member = await memberOf(tx, id)
    if (!roles.includes('administrator')) await requireAnotherAdministrator(tx, member)
    await tx
      .updateTable('staff_members')
      .set({ roles: [...new Set(roles)] })
      .where('id', '=', id)
      .execute()
    await endSessionsOf(tx, id)
    await appendAudit(tx, {
      member: memberId,
      action: 'staff.roles_changed',
      subject: id,
      change: { before: { roles: member.roles }, after: { roles } },
      words: { reason },
    })
  })
}

/** Ends a member for good. Throws Refused `not_found` or `last_administrator`. */
export function endMember(db: Db, id: string, { memberId, reason }: By): Promise<void> {
  return inTransaction(db, 'staff.end', async (tx) => {
    await lockMembers(tx)
    await requireAnotherAdministrator(tx, await memberOf(tx, id))
    await tx
      .updateTable('staff_members')
      .set({ ended_at: sql<Date>`now()` })
      .where('id', '=', id)
      .execute()
    await tx.deleteFrom('staff_passkeys').where('member_id', '=', id).execute()
    await tx.deleteFrom('staff_invitations').where('member_id', '=', id).execute()
    await endSessionsOf(tx, id)
    await appendAudit(tx, { member: memberId, action: 'staff.ended', subject: id, words: { reason } })
  })
}

/** Returns every member, ended ones last. */
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

/** Returns the member of an invitation that still works; undefined otherwise. */
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

/** Uses an invitation up: true for one transaction only. */
export async function takeInvitation(tx: Tx, token: string): Promise<boolean> {
  const taken = await tx
    .deleteFrom('staff_invitations')
    .where('token_hash', '=', hashLinkToken(token))
    .where(sql<boolean>`expires_at > now()`)
    .returning('member_id')
    .executeTakeFirst()
  if (taken === undefined) return false
  await tx
    .updateTable('staff_members')
    .set({ activated_at: sql<Date>`coalesce(activated_at, now())` })
    .where('id', '=', taken.member_id)
    .execute()
  return true
}
