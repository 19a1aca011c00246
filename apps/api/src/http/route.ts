import {
  asksAlways,
  calls,
  type AnswerOf,
  type BodyOf,
  type Call,
  type CountryCode,
  type ParamsOf,
  type QueryOf,
} from '@sesa/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Refused } from '../lib/refused.ts'
import { FORM_BODY_LIMIT, isForm, redirectAfterPost, type Form } from './forms.ts'
import { serveCall } from './serve-call.ts'

/** The caller, identified by the bearer token and its session row. */
export interface Caller {
  readonly userId: string
  readonly sessionId: string
  /** The caller signed in or confirmed their identity within the last ten minutes. */
  readonly proven: boolean
  /** When that confirmation expires for security changes; may be in the past. */
  readonly provenUntil: Date
  readonly phoneNumber: string | null
  readonly country: CountryCode | null
  readonly profileComplete: boolean
}

/**
 * Guards actions that a thief with a stolen device must not take. Throws Refused `step_up_required` unless the caller
 * signed in, or made any sign-in call with their bearer token, within the last ten minutes.
 */
export function requireStepUp(caller: Pick<Caller, 'proven'>): void {
  if (!caller.proven) throw new Refused('step_up_required')
}

/** Finds the caller behind a bearer token; null when it is not valid or its session has ended. */
export type Authenticate = (bearer: string) => Promise<Caller | null>

/** Counts a call by its name in the contract. Throws Refused `rate_limited` when calls come too often. */
export type CountCall = (
  call: string,
  from: {
    readonly userId: string | null
    readonly address: string
    /** Counts a link instead, once it was looked up: a valid token has its own budget; null for an invalid one. */
    readonly link?: string | null
  },
) => Promise<void>

declare module 'fastify' {
  interface FastifyInstance {
    authenticate: Authenticate
    countCall: CountCall
    /** The calls registered so far, by name; `/openapi.json` describes them. */
    servedCalls: Map<string, Call>
  }
  interface FastifyRequest {
    caller: Caller | null
  }
}

type CallerOf<C extends Call> = C['auth'] extends 'none' ? Caller | null : Caller

export interface Input<C extends Call> {
  readonly params: ParamsOf<C>
  readonly query: QueryOf<C>
  readonly body: BodyOf<C>
  readonly caller: CallerOf<C>
}

/** Returns the answer, or the reply itself after sending a file. */
export type Handler<C extends Call> = (
  input: Input<C>,
  request: FastifyRequest,
  reply: FastifyReply,
) => Promise<AnswerOf<C> | FastifyReply>

interface RouteOptions {
  readonly form?: Form
  /** Answers without identifying the caller, and so without the database. */
  readonly anonymous?: boolean
}

function bearerOf(request: FastifyRequest): string | null {
  const match = /^Bearer ([\w.~+/-]+=*)$/i.exec(request.headers.authorization ?? '')
  return match?.[1] ?? null
}

async function identify(app: FastifyInstance, auth: Call['auth'], request: FastifyRequest): Promise<void> {
  const bearer = bearerOf(request)
  request.caller = bearer === null ? null : await app.authenticate(bearer)
  if (auth === 'none') return
  if (!request.caller) throw new Refused('unauthenticated')
  if (auth === 'profile' && !request.caller.profileComplete) throw new Refused('profile_incomplete')
}

/**
 * Serves one customer call (`serveCall`). Checks the caller and the rate limit first, and the proof where the call
 * always requires one. With a `form`, the call also accepts a form post without script and answers with pages. An
 * `anonymous` call neither identifies the caller nor counts.
 */
export function route<C extends Call>(
  app: FastifyInstance,
  call: C,
  handler: Handler<C>,
  { form, anonymous = false }: RouteOptions = {},
): void {
  serveCall<Call>(app, call, { calls, served: app.servedCalls }, (name) => ({
    ...(form && { config: { form }, bodyLimit: FORM_BODY_LIMIT }),
    async onRequest(request) {
      if (anonymous) return
      await identify(app, call.auth, request)
      await app.countCall(name, { userId: request.caller?.userId ?? null, address: request.ip })
    },
    async handle(request, reply) {
      const { params, query, body, caller } = request
      if (asksAlways(name) && caller) requireStepUp(caller)
      const answer = await handler({ params, query, body, caller } as Input<C>, request, reply)
      // The handler already redirected.
      if (reply.statusCode === 302) return reply
      const done = form?.done
      return done && isForm(request) ? redirectAfterPost({ done }, request, reply) : answer
    },
  }))
}
