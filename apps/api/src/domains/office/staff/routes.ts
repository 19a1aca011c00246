import { officeCalls, PERMISSION_NAMES, PERMISSIONS, permissionsOf } from '@sesa/contract/office'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { inTransaction, type Db } from '../../../db/index.ts'
import { officeRoute, type Member } from '../../../http/office/route.ts'
import { appendAudit } from '../../record/index.ts'
import { createCommandLines } from './command-line.ts'
import type { StaffMail } from './mail.ts'
import { endMember, listMembers } from './members.ts'
import type { StaffPasskeys } from './passkeys.ts'
import { endOwnSessions, endSession, listSessions, useSession } from './sessions.ts'

/** The cookie of an office session. */
export interface OfficeCookie {
  read(request: FastifyRequest): string | undefined
  set(reply: FastifyReply, token: string): void
  clear(reply: FastifyReply): void
}

interface RouteDeps {
  readonly db: Db
  readonly cookie: OfficeCookie
  readonly mail: StaffMail
  readonly passkeys: StaffPasskeys
  /** True in the sandbox: one person can act as both people of a decision. */
  readonly isSandbox: boolean
}

const present = (member: Member, sandbox: boolean) => ({
  ...{ id: member.id, sandbox },
  name: member.name,
  email: member.email,
  roles: [...member.roles],
  permissions: permissionsOf(member.roles),
  signedInAt: member.signedInAt.toISOString(),
  endsAt: member.endsAt.toISOString(),
  idleEndsAt: member.idleEndsAt.toISOString(),
})

const isoOf = (date: Date | null): string | null => date?.toISOString() ?? null

export function registerStaff(
  app: FastifyInstance,
  { db, cookie, mail, passkeys, isSandbox }: RouteDeps,
): void {
  const commandLines = createCommandLines(db)
  async function begin(reply: FastifyReply, token: string) {
    cookie.set(reply, token)
    const member = await useSession(db, token)
    if (member === null) throw new Error('The session that was just opened has ended')
    return present(member, isSandbox)
  }

  officeRoute(app, officeCalls.challengeStaff, async () => ({ options: await passkeys.challengeSignIn() }))
  officeRoute(app, officeCalls.signInStaff, async ({ body }, _request, reply) =>
    begin(reply, await passkeys.signIn(body.response)),
  )
  officeRoute(app, officeCalls.openInvitation, async ({ body }) => {
    const { member, options } = await passkeys.openInvitation(body.token)
    return { name: member.name, email: member.email, roles: member.roles, options }
  })
  officeRoute(app, officeCalls.acceptInvitation, async ({ body }, _request, reply) =>
    begin(reply, await passkeys.acceptInvitation(body.token, body.name, body.response)),
  )
  officeRoute(app, officeCalls.whoAmI, async ({ member }) => present(member, isSandbox))
  officeRoute(app, officeCalls.signOutStaff, async ({ member }, _request, reply) => {
    await inTransaction(db, 'staff.sign_out', async (tx) => {
      await endSession(tx, member.sessionId)
      await appendAudit(tx, { member: member.id, action: 'staff.signed_out', subject: member.id })
    })
    cookie.clear(reply)
    return undefined
  })
  officeRoute(app, officeCalls.listPermissions, async () => ({
    permissions: PERMISSION_NAMES.map((name) => {
      const { means, roles, approvers = [] } = PERMISSIONS[name]
      return { name, means, roles: [...roles], approvers: [...approvers] }
    }),
  }))

  officeRoute(app, officeCalls.listOwnPasskeys, async ({ member }) => ({
    passkeys: (await passkeys.of(member.id)).map((passkey) => ({
      id: passkey.id,
      name: passkey.name,
      createdAt: passkey.created_at.toISOString(),
      lastUsedAt: passkey.last_used_at.toISOString(),
    })),
  }))
  officeRoute(app, officeCalls.startOwnPasskey, async ({ member }) => ({
    options: await passkeys.startRegistration(member),
  }))
  officeRoute(app, officeCalls.addOwnPasskey, async ({ member, body }) => ({
    id: await passkeys.add(member, body.name, body.response),
  }))
  officeRoute(app, officeCalls.removeOwnPasskey, async ({ member, params }, { proof }) => {
    await passkeys.remove(member, params.id, proof)
    return undefined
  })

  officeRoute(app, officeCalls.listOwnSessions, async ({ member }) => ({
    sessions: (await listSessions(db, member.id)).map((one) => ({
      id: one.id,
      kind: one.kind,
      startedAt: one.started_at.toISOString(),
      lastUsedAt: one.last_used_at.toISOString(),
      isThis: one.id === member.sessionId,
    })),
  }))
  officeRoute(app, officeCalls.endOwnSession, async ({ member, params }) => {
    await endOwnSessions(db, member, { only: params.id })
    return undefined
  })
  officeRoute(app, officeCalls.endOtherSessions, async ({ member }) => {
    await endOwnSessions(db, member, { allBut: member.sessionId })
    return undefined
  })

  officeRoute(app, officeCalls.listStaff, async () => ({
    members: (await listMembers(db)).map((one) => ({
      id: one.id,
      name: one.name,
      email: one.email,
      roles: one.roles,
      state: one.ended_at
        ? ('ended' as const)
        : one.activated_at
          ? ('active' as const)
          : ('invited' as const),
      invitedAt: one.invited_at.toISOString(),
      invitationEndsAt: isoOf(one.expires_at),
      lastSignedInAt: isoOf(one.last_signed_in_at),
      endedAt: isoOf(one.ended_at),
    })),
  }))
  officeRoute(app, officeCalls.endStaff, async ({ member, params, body }) => {
    await endMember({ db, mail }, params.id, {
      memberId: member.id,
      name: member.name,
      reason: body.reason,
    })
    return undefined
  })

  officeRoute(app, officeCalls.openCommandLine, ({ body }) => commandLines.open(body.token))
  officeRoute(app, officeCalls.confirmCommandLine, async ({ member, body }) => {
    await commandLines.confirm(member, body)
    return undefined
  })
}
