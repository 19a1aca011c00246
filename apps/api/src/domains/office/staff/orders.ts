import { officeCalls, type ApprovalAbout, type Role } from '@sesa/contract/office'
import { sql } from 'kysely'
import type { Db, Tx } from '../../../db/index.ts'
import { defineOrder, type Order } from '../../../lib/order.ts'
import { goneAbout, plainAbout } from '../../../lib/order-words.ts'
import {
  addressOf,
  changeRoles,
  checkInviteAgain,
  checkNewMember,
  checkRoles,
  invite,
  inviteAgain,
  type ChangeDeps,
} from './changes.ts'

/** Returns a version that changes once a member has, or has had, the address. */
async function addressVersion(db: Db | Tx, address: string): Promise<string> {
  const { rows } = await sql<{ version: string }>`
    select count(*)::text as version from staff_members where lower(email) = ${address}`.execute(db)
  return rows[0]?.version ?? '0'
}

async function memberVersion(tx: Tx, id: string): Promise<string | null> {
  const { rows } = await sql<{ version: string }>`
    select concat_ws(':', array_to_string(roles, ','), activated_at) as version from staff_members
    where id = ${id}::uuid and ended_at is null`.execute(tx)
  return rows[0]?.version ?? null
}

const rolesText = (given: readonly Role[]): string => given.join(', ')

async function aboutMember(
  db: Db,
  id: string,
  changesOf: (roles: readonly Role[]) => ApprovalAbout['changes'],
  effectOf: (name: string) => string,
): Promise<ApprovalAbout> {
  const member = await db
    .selectFrom('staff_members')
    .select(['name', 'email', 'roles', 'activated_at', 'ended_at'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (member === undefined) return goneAbout('A member')
  const joined = member.activated_at === null ? 'Invited, not yet joined' : 'Active'
  return plainAbout({
    label: `${member.name}, ${member.email}`,
    effect: effectOf(member.name),
    link: { page: 'staff', id: null },
    state: `${member.ended_at === null ? joined : 'Deactivated'}: ${rolesText(member.roles)}`,
    changes: changesOf(member.roles),
  })
}

const ofMember = {
  reads: 'staff.read',
  isAboutMember: true,
  entityOf: ({ params }: { readonly params: { readonly id: string } }) => params.id,
  versionOf: memberVersion,
} as const

/** Returns the orders that invite members and change their roles. The second person is never the member. */
export const staffOrders = ({ db, mail }: ChangeDeps): Order[] => [
  defineOrder({
    call: officeCalls.inviteStaff,
    words: 'Invite a member',
    reads: 'staff.read',
    entityOf: ({ body }) => addressOf(body.email),
    payloadOf: ({ body: { name, email, roles } }) => ({ name: name.trim(), email: email.trim(), roles }),
    about: async ({ entity, payload }) =>
      plainAbout({
        label: `${payload.name}, ${entity}`,
        effect: `Invite ${payload.name} as ${rolesText(payload.roles)}; the link goes to ${entity}.`,
        link: { page: 'staff', id: null },
        state:
          (await addressVersion(db, entity)) === '0'
            ? 'New address'
            : 'The address belongs or belonged to a member',
        changes: [{ label: 'Roles', from: 'None', to: rolesText(payload.roles) }],
      }),
    check: ({ payload }) => checkNewMember(db, payload),
    versionOf: addressVersion,
    async carryOut({ payload }, action) {
      await invite({ db, mail }, payload, action)
      return 'link sent to the member’s address'
    },
  }),
  defineOrder({
    ...ofMember,
    call: officeCalls.inviteAgain,
    words: 'Invite a member again',
    about: ({ entity }) =>
      aboutMember(
        db,
        entity,
        () => [{ label: 'Passkeys and sessions', from: 'Unchanged', to: 'Ended; new link sent by email' }],
        (name) => `Send ${name} a new link; their passkeys and sessions end.`,
      ),
    check: ({ entity }) => checkInviteAgain(db, entity),
    async carryOut({ entity }, action) {
      await inviteAgain({ db, mail }, entity, action)
      return 'new link sent to the member’s address'
    },
  }),
  defineOrder({
    ...ofMember,
    call: officeCalls.changeRoles,
    words: 'Change a member’s roles',
    about: ({ entity, payload }) =>
      aboutMember(
        db,
        entity,
        (before) => [{ label: 'Roles', from: rolesText(before), to: rolesText(payload.roles) }],
        (name) => `${name} becomes ${rolesText(payload.roles)}; their sessions end.`,
      ),
    check: ({ entity, payload }) => checkRoles(db, entity, payload.roles),
    async carryOut({ entity, payload: { roles } }, action) {
      await changeRoles({ db, mail }, entity, roles, action)
      return `the roles are ${roles.join(', ')}`
    },
  }),
]
