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
import { jsonSchema } from '@sesa/contract/openapi'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Refused } from '../lib/refused.ts'
import { FORM_BODY_LIMIT, isForm, redirectAfterPost, type Form } from './forms.ts'

/** The caller, as the identity module found it from the bearer token and its session row. */
export interface Caller {
  readonly userId: string
  readonly sessionId: string
  /** The caller signed in or confirmed their identity within the last ten minutes. */
  readonly proven: boolean
  /** When that confirmation stops counting for security changes; may be in the past. */
  readonly provenUntil: Date
  readonly phoneNumber: string | null
  readonly country: CountryCode | null
  readonly profileComplete: boolean
}

/**
 * Guards actions that an intruder with a stolen device must not take. Throws Refused `step_up_required` unless the caller
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
    /** Counts a link instead, once it was looked up: its token if it works, which then has its own budget, or null. */
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

/** Returns the answer, or the reply itself once it has sent a file. */
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

/** Returns a call's schemas as Fastify compiles them. */
export function schemasOf(
  call: Pick<Call, 'success' | 'params' | 'query' | 'body'>,
): Record<string, unknown> {
  const answers = Object.entries(call.success).flatMap(([status, schema]) =>
    schema ? [[status, jsonSchema(schema)] as const] : [],
  )
  return {
    ...(call.params && { params: jsonSchema(call.params) }),
    ...(call.query && { querystring: jsonSchema(call.query) }),
    ...(call.body && { body: jsonSchema(call.body) }),
    response: Object.fromEntries(answers),
  }
}

/**
 * Serves one call of the contract. Checks the caller and the rate limit first, then the request against the contract's
 * schemas, then runs the handler; the response holds exactly the contract's fields. The status is the call's first
 * success status unless the handler sets another with `reply.code`. A call that always asks for a proof gets it here. With a
 * `form`, the call also accepts a form post without script and answers with pages. An `anonymous` call does not identify the
 * caller, and is not counted.
 */
export function route<C extends Call>(
  app: FastifyInstance,
  call: C,
  handler: Handler<C>,
  { form, anonymous = false }: RouteOptions = {},
): void {
  const name = Object.entries(calls).find(([, known]) => known === (call as Call))?.[0]
  if (!name) throw new Error(`${call.method} ${call.path} is not in the contract`)
  app.servedCalls.set(name, call)
  const needsProof = asksAlways(name)
  const status = Number(Object.keys(call.success)[0])
  app.route({
    method: call.method,
    url: call.path.replace(/\{(\w+)\}/g, ':$1'),
    schema: schemasOf(call),
    ...(form && { config: { form }, bodyLimit: FORM_BODY_LIMIT }),
    onRequest: async (request) => {
      if (anonymous) return
      await identify(app, call.auth, request)
      await app.countCall(name, { userId: request.caller?.userId ?? null, address: request.ip })
    },
    handler: async (request, reply) => {
      if (needsProof && request.caller) requireStepUp(request.caller)
      reply.code(status)
      const input = {
        params: request.params,
        query: request.query,
        body: request.body,
        caller: request.caller,
      }
      const answer = await handler(input as Input<C>, request, reply)
      // The handler already redirected.
      if (reply.statusCode === 302) return reply
      const done = form?.done
      return done && isForm(request) ? redirectAfterPost({ done }, request, reply) : answer
    },
  })
}
