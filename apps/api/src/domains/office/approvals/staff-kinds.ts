import { ROLES, type ApprovalAction, type Role } from '@sesa/contract/office'
import { sql } from 'kysely'
import * as v from 'valibot'
import type { Db, Tx } from '../../../db/index.ts'
import { plainly } from '../../../lib/staff-action.ts'
import {
  changeRoles,
  checkInviteAgain,
  checkNewMember,
  checkRoles,
  invite,
  inviteAgain,
} from '../staff/index.ts'
import { goneAbout, plainAbout, type About } from './about.ts'
import type { Carriers, Kind } from './kind.ts'

const roles = v.pipe(v.array(v.picklist(ROLES)), v.minLength(1))
const newMember = v.object({ name: v.string(), email: v.string(), roles })
const rolesPayload = v.object({ roles })

/** Returns another version once a member has the address, or has had it. */
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

const findMember = (db: Db, id: string) =>
  db
    .selectFrom('staff_members')
    .select(['name', 'email', 'roles', 'activated_at', 'ended_at'])
    .where('id', '=', id)
    .executeTakeFirst()

async function aboutMember(db: Db, id: string): Promise<About> {
  const member = await findMember(db, id)
  if (member === undefined) return goneAbout('A member')
  const joined = member.activated_at === null ? 'Invited, not joined' : 'Active'
  return plainAbout({
    label: `${member.name}, ${member.email}`,
    link: { page: 'staff', id: null },
    state: `${member.ended_at === null ? joined : 'Ended'}: ${rolesText(member.roles)}`,
  })
}

/** Creates the kinds of requests that invite members and change their roles. The second person is never the member. */
export const createStaffKinds = ({ db, staffMail: mail }: Pick<Carriers, 'db' | 'staffMail'>) =>
  ({
    invite_member: {
      permission: 'staff.manage',
      reads: 'staff.read',
      async about(_db, { entity, payload }) {
        const asked = v.safeParse(newMember, payload)
        return plainAbout({
          label: asked.success ? `${asked.output.name}, ${entity}` : entity,
          link: { page: 'staff', id: null },
          state:
            (await addressVersion(db, entity)) === '0'
              ? 'No member has had this address'
              : 'The address is or was a member’s',
          changes: asked.success ? [{ label: 'Roles', from: 'None', to: rolesText(asked.output.roles) }] : [],
        })
      },
      check: (payload) => checkNewMember(db, v.parse(newMember, payload)),
      versionOf: addressVersion,
      async carryOut(_entity, payload, action) {
        await plainly(() => invite({ db, mail }, v.parse(newMember, payload), action))
        return 'the link was sent to the member’s address'
      },
    },
    invite_member_again: {
      permission: 'staff.manage',
      reads: 'staff.read',
      about: async (_db, { entity }) => {
        const known = await aboutMember(db, entity)
        return {
          ...known,
          changes: [
            {
              label: 'Passkeys and sessions',
              from: 'As they are',
              to: 'Ended; a new link goes to the address',
            },
          ],
        }
      },
      isAboutMember: true,
      check: (_payload, id) => checkInviteAgain(db, id),
      versionOf: memberVersion,
      async carryOut(id, _payload, action) {
        await plainly(() => inviteAgain({ db, mail }, id, action))
        return 'a new link was sent to the member’s address'
      },
    },
    change_roles: {
      permission: 'staff.manage',
      reads: 'staff.read',
      async about(_db, { entity, payload }) {
        const member = await findMember(db, entity)
        const asked = v.safeParse(rolesPayload, payload)
        return {
          ...(await aboutMember(db, entity)),
          changes:
            asked.success && member
              ? [{ label: 'Roles', from: rolesText(member.roles), to: rolesText(asked.output.roles) }]
              : [],
        }
      },
      isAboutMember: true,
      check: (payload, id) => checkRoles(db, id, v.parse(rolesPayload, payload).roles),
      versionOf: memberVersion,
      async carryOut(id, payload, action) {
        const { roles: given } = v.parse(rolesPayload, payload)
        await plainly(() => changeRoles({ db, mail }, id, given, action))
        return `the roles are ${given.join(', ')}`
      },
    },
  }) as const satisfies Partial<Record<ApprovalAction, Kind>>
