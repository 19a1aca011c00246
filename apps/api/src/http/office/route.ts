import type { AnswerOf, BodyOf, ParamsOf, QueryOf } from '@sesa/contract'
import {
  isPermitted,
  OFFICE_HEADER,
  officeCalls,
  type OfficeCall,
  type Permission,
  type Role,
} from '@sesa/contract/office'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Refused } from '../../lib/refused.ts'
import { schemasOf } from '../route.ts'

/** The member of staff behind a session. */
export interface Member {
  readonly id: string
  readonly name: string
  readonly email: string
  readonly roles: readonly Role[]
  readonly sessionId: string
  readonly signedInAt: Date
  readonly endsAt: Date
  readonly idleEndsAt: Date
}

/** What the routes of the office need to know about staff. */
export interface OfficeGate {
  /** Returns the member behind a request's session and counts the session as used; null without one. */
  authenticate(request: FastifyRequest): Promise<Member | null>
  /** Counts a call. Throws Refused `rate_limited` when calls come too often. */
  count(request: FastifyRequest, member: Member | null): Promise<void>
  /** Records that a member called what their roles do not allow. */
  refused(member: Member, call: string): Promise<void>
}

declare module 'fastify' {
  interface FastifyInstance {
    officeGate: OfficeGate
    /** The calls of the office registered so far, by name. */
    servedOfficeCalls: Map<string, OfficeCall>
  }
  interface FastifyRequest {
    member: Member | null
  }
}

type MemberOf<C extends OfficeCall> = C['permission'] extends 'none' ? Member | null : Member

export interface OfficeInput<C extends OfficeCall> {
  readonly params: ParamsOf<C>
  readonly query: QueryOf<C>
  readonly body: BodyOf<C>
  readonly member: MemberOf<C>
}

export type OfficeHandler<C extends OfficeCall> = (
  input: OfficeInput<C>,
  request: FastifyRequest,
  reply: FastifyReply,
) => Promise<AnswerOf<C>>

const isAllowed = (member: Member, permission: 'none' | 'staff' | Permission): boolean =>
  permission === 'none' || permission === 'staff' || isPermitted(member.roles, permission)

/**
 * Serves one call of the office. Checks the header that other sites cannot send, then the session, then the permission, then
 * the request against the contract's schemas, and runs the handler.
 */
export function officeRoute<C extends OfficeCall>(
  app: FastifyInstance,
  call: C,
  handler: OfficeHandler<C>,
): void {
  const name = Object.entries(officeCalls).find(([, known]) => known === (call as OfficeCall))?.[0]
  if (!name) throw new Error(`${call.method} ${call.path} is not in the office's contract`)
  app.servedOfficeCalls.set(name, call)
  const status = Number(Object.keys(call.success)[0])
  app.route({
    method: call.method,
    url: call.path.replace(/\{(\w+)\}/g, ':$1'),
    schema: schemasOf(call),
    onRequest: async (request) => {
      if (call.method !== 'GET' && request.headers[OFFICE_HEADER] !== '1') throw new Refused('origin_refused')
      const member = call.permission === 'none' ? null : await app.officeGate.authenticate(request)
      request.member = member
      await app.officeGate.count(request, member)
      if (call.permission === 'none') return
      if (member === null) throw new Refused('unauthenticated')
      if (isAllowed(member, call.permission)) return
      await app.officeGate.refused(member, name)
      throw new Refused('not_permitted')
    },
    handler: async (request, reply) => {
      reply.code(status)
      const { params, query, body, member } = request
      return handler({ params, query, body, member } as OfficeInput<C>, request, reply)
    },
  })
}
