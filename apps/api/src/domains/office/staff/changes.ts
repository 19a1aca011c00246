import { sql } from 'kysely'
import { mayCombine, type Role } from '@sesa/contract/office'
import { inTransaction, type Db, type Tx } from '../../../db/index.ts'
import { Refused } from '../../../lib/refused.ts'
import { signatureOf, type ApprovedAction } from '../../../lib/staff-action.ts'
import { appendAudit } from '../../record/index.ts'
import type { MemberChange, StaffMail } from './mail.ts'
import { readMemberName, requireOwnName } from './member-name.ts'
import {
  insertMember,
  lockMembers,
  makeInvitation,
  memberOf,
  requireAnotherAdministrator,
  type NewMember,
} from './members.ts'

/** Dependencies of membership changes that need two people. */
export interface ChangeDeps {
  readonly db: Db
  readonly mail: StaffMail
}

type ChangeAction = 'invite_member' | 'invite_member_again' | 'change_roles'

/** Returns the address in the form that identifies an invitation. */
export const addressOf = (email: string): string => email.trim().toLowerCase()

function requireCombined(roles: readonly Role[]): void {
  if (!mayCombine(roles))
    throw new Refused('invalid_field', {
      field: 'roles',
      message: 'An administrator can’t have other roles. Choose only Administrator, or leave it out.',
    })
}

/**
 * Throws Refused for a member who could not be invited: `email_invalid`, `name_invalid`, `invalid_field` or `member_exists`.
 */
export async function checkNewMember(db: Db, { name, email, roles }: NewMember): Promise<void> {
  if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email.trim())) throw new Refused('email_invalid', { field: 'email' })
  await requireOwnName(db, readMemberName(name))
  requireCombined(roles)
  const { rows } = await sql`
    select from staff_members where lower(email) = ${addressOf(email)} and ended_at is null`.execute(db)
  if (rows.length > 0) throw new Refused('member_exists', { field: 'email' })
}

/** Throws Refused `not_found`, `invalid_field` or `last_administrator` for roles that a member cannot have. */
export async function checkRoles(db: Db | Tx, id: string, roles: readonly Role[]): Promise<void> {
  requireCombined(roles)
  const member = await memberOf(db, id)
  if (!roles.includes('administrator')) await requireAnotherAdministrator(db, member)
}

/** Throws Refused `not_found` or `last_administrator` for a member who cannot be invited again. */
export const checkInviteAgain = async (db: Db | Tx, id: string): Promise<void> =>
  requireAnotherAdministrator(db, await memberOf(db, id))

/** Stores the author, notifies the people concerned, and appends the audit log entry. */
async function record(
  tx: Tx,
  mail: StaffMail,
  { change, memberId }: Pick<MemberChange, 'change' | 'memberId'>,
  action: ChangeAction,
  signed: ApprovedAction,
  entry: { readonly change?: object; readonly words?: Readonly<Record<string, string>> },
): Promise<void> {
  await tx
    .insertInto('staff_actions')
    .values({ action, subject: memberId, ...signatureOf(signed) })
    .execute()
  await mail.tell(tx, {
    ...{ change, memberId },
    facts: [
      ['Requested by', signed.staff],
      ['Approved by', signed.approvedBy],
      ['Reason', signed.reason],
    ],
  })
  const { maker } = await tx
    .selectFrom('approvals')
    .select('maker')
    .where('id', '=', signed.approvalId ?? '')
    .executeTakeFirstOrThrow()
  await appendAudit(tx, {
    member: maker,
    action: `staff.${change}`,
    subject: memberId,
    ...(entry.change && { change: entry.change }),
    words: { ...entry.words, reason: signed.reason },
  })
}

/** Invites a member; the link is sent only to their own address. Throws Refused like `checkNewMember`. */
export function invite({ db, mail }: ChangeDeps, member: NewMember, signed: ApprovedAction): Promise<void> {
  return inTransaction(db, 'staff.invite', async (tx) => {
    await lockMembers(tx)
    const name = readMemberName(member.name)
    await requireOwnName(tx, name)
    const id = await insertMember(tx, { ...member, name })
    if (id === undefined) throw new Refused('member_exists', { field: 'email' })
    await mail.invitation(tx, { ...member, name, ...(await makeInvitation(tx, id)) })
    await record(tx, mail, { change: 'invited', memberId: id }, 'invite_member', signed, {
      change: { before: null, after: { roles: member.roles } },
      words: { name, email: member.email },
    })
  })
}

/**
 * Mails a member a new link; ends their passkeys and sessions. They count as joined once they have opened it. Throws Refused
 * `not_found` or `last_administrator`.
 */
export function inviteAgain({ db, mail }: ChangeDeps, id: string, signed: ApprovedAction): Promise<void> {
  return inTransaction(db, 'staff.invite_again', async (tx) => {
    await lockMembers(tx)
    const member = await memberOf(tx, id)
    await requireAnotherAdministrator(tx, member)
    await tx.updateTable('staff_members').set({ activated_at: null }).where('id', '=', id).execute()
    await mail.invitation(tx, { ...member, ...(await makeInvitation(tx, id)) })
    await record(tx, mail, { change: 'invited_again', memberId: id }, 'invite_member_again', signed, {})
  })
}

/** Changes a member's roles; their sessions end. Throws Refused like `checkRoles`. */
export function changeRoles(
  { db, mail }: ChangeDeps,
  id: string,
  roles: readonly Role[],
  signed: ApprovedAction,
): Promise<void> {
  return inTransaction(db, 'staff.change_roles', async (tx) => {
    await lockMembers(tx)
    const before = await memberOf(tx, id)
    await checkRoles(tx, id, roles)
    await tx
      .updateTable('staff_members')
      .set({ roles: [...new Set(roles)] })
      .where('id', '=', id)
      .execute()
    await record(tx, mail, { change: 'roles_changed', memberId: id }, 'change_roles', signed, {
      change: { before: { roles: before.roles }, after: { roles } },
    })
  })
}
