import type { AnswerOf, BodyOf, ParamsOf, QueryOf } from '@sesa/contract'
import {
  isPermitted,
  OFFICE_HEADER,
  officeCalls,
  PROOF_HEADER,
  type OfficeCall,
  type Permission,
  type Role,
} from '@sesa/contract/office'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { createHash } from 'node:crypto'
import { actingAs } from '../../lib/acting-member.ts'
import { Refused } from '../../lib/refused.ts'
import { serveCall } from '../serve-call.ts'

/** The staff member behind a session. */
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

/** The request that a passkey's answer is bound to. */
export interface ProvenRequest {
  /** The call's name in the contract. */
  readonly call: string
  /** The SHA-256 of its parameters and body. */
  readonly hash: Buffer
  /** Id of the request that the call decides, whose payload is bound as well. */
  readonly approval: string | null
}

/** Checks that the office's routes make on staff. */
export interface OfficeGate {
  /** Returns the member behind a request's session and counts the session as used; null without one. */
  authenticate(request: FastifyRequest): Promise<Member | null>
  /** Counts a member's call. Throws Refused `rate_limited` when calls come too often. */
  count(member: Member): Promise<void>
  /** Counts a sign-in or the use of an invitation, by address and credential. Throws Refused like `count`. */
  countWayIn(request: FastifyRequest): Promise<void>
  /**
   * Checks and consumes the passkey's answer that a call carries, and returns the proof's id. Throws Refused
   * `step_up_required` with options for the passkey, or `passkey_refused`.
   */
  prove(member: Member, asked: ProvenRequest, answer: unknown): Promise<string>
  /** Records that a member made a call that their roles do not allow. */
  refused(member: Member, call: string): Promise<void>
}

declare module 'fastify' {
  interface FastifyInstance {
    officeGate: OfficeGate
    /** The office's calls registered so far, by name. */
    servedOfficeCalls: Map<string, OfficeCall>
  }
  interface FastifyRequest {
    member: Member | null
    /** Id of the proof that the call consumed. */
    proof: string
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

/** Returns JSON with sorted keys: the same text for the same value. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (value === null || typeof value !== 'object') return JSON.stringify(value ?? null)
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${entries.map(([key, one]) => `${JSON.stringify(key)}:${canonical(one)}`).join(',')}}`
}

/** Parses the header of a proof; null if it is missing or not JSON. */
function readAnswer(header: string | string[] | undefined): unknown {
  if (typeof header !== 'string') return null
  try {
    return JSON.parse(Buffer.from(header, 'base64url').toString('utf8'))
  } catch {
    return null
  }
}

/** Checks the passkey's answer to one request. Throws Refused like `OfficeGate.prove`. */
async function prove(app: FastifyInstance, name: string, call: OfficeCall, request: FastifyRequest) {
  const { params, body, member, headers } = request
  if (call.proof === undefined || member === null) return
  const hash = createHash('sha256').update(canonical({ params, body })).digest()
  const approval = call.proof === 'approval' ? (params as { id: string }).id : null
  request.proof = await app.officeGate.prove(
    member,
    { call: name, hash, approval },
    readAnswer(headers[PROOF_HEADER]),
  )
}

/**
 * Serves one office call (`serveCall`). Checks the header that other sites cannot send, then the session, the
 * permission, the request and, where required, the proof.
 */
export function officeRoute<C extends OfficeCall>(
  app: FastifyInstance,
  call: C,
  handler: OfficeHandler<C>,
): void {
  serveCall<OfficeCall>(app, call, { calls: officeCalls, served: app.servedOfficeCalls }, (name) => ({
    ...(call.bodyLimit !== undefined && { bodyLimit: call.bodyLimit }),
    async onRequest(request) {
      if (call.method !== 'GET' && request.headers[OFFICE_HEADER] !== '1') throw new Refused('origin_refused')
      if (call.permission === 'none') return
      const member = await app.officeGate.authenticate(request)
      request.member = member
      if (member === null) throw new Refused('unauthenticated')
      await app.officeGate.count(member)
      if (isAllowed(member, call.permission)) return
      await app.officeGate.refused(member, name)
      throw new Refused('not_permitted')
    },
    // The body names the credential.
    async preValidation(request) {
      if (call.permission === 'none') await app.officeGate.countWayIn(request)
    },
    preHandler: (request) => prove(app, name, call, request),
    handle(request, reply) {
      const { params, query, body, member } = request
      const handle = () => handler({ params, query, body, member } as OfficeInput<C>, request, reply)
      return member === null ? handle() : actingAs(member.id, handle)
    },
  }))
}
