import { ROLES, type ApprovalAction } from '@sesa/contract/office'
import { sql } from 'kysely'
import * as v from 'valibot'
import type { Tx } from '../../db/index.ts'
import { plainly } from '../../lib/staff-action.ts'
import {
  changeRoles,
  checkInviteAgain,
  checkNewMember,
  checkRoles,
  invite,
  inviteAgain,
} from '../staff/index.ts'
import type { Carriers, Kind } from './kind.ts'

const roles = v.pipe(v.array(v.picklist(ROLES)), v.minLength(1))
const newMember = v.object({ name: v.string(), email: v.string(), roles })
const rolesPayload = v.object({ roles })

/** Returns another version once a member has the address, or has had it. */
async function addressVersion(tx: Tx, address: string): Promise<string> {
  const { rows } = await sql<{ version: string }>`
    select count(*)::text as version from staff_members where lower(email) = ${address}`.execute(tx)
  return rows[0]?.version ?? '0'
}

async function memberVersion(tx: Tx, id: string): Promise<string | null> {
  const { rows } = await sql<{ version: string }>`
    select concat_ws(':', array_to_string(roles, ','), activated_at) as version from staff_members
    where id = ${id}::uuid and ended_at is null`.execute(tx)
  return rows[0]?.version ?? null
}

/** Creates the kinds of requests that invite members and change their roles. The second person is never the member. */
export const createStaffKinds = ({ db, staffMail: mail }: Pick<Carriers, 'db' | 'staffMail'>) =>
  ({
    invite_member: {
      permission: 'staff.manage',
      check: (payload) => checkNewMember(db, v.parse(newMember, payload)),
      versionOf: addressVersion,
      async carryOut(_entity, payload, action) {
        await plainly(() => invite({ db, mail }, v.parse(newMember, payload), action))
        return 'the link was sent to the member’s address'
      },
    },
    invite_member_again: {
      permission: 'staff.manage',
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
