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
import { takeFromBudgets, type Budget } from '../db/budgets.ts'
import type { Moment } from '../db/configuration.ts'
import { inOneStatement, type Db } from '../db/index.ts'
import { Refused } from '../lib/refused.ts'
import { waitText } from '../lib/wait-text.ts'
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

/** What was read as a call entered. */
export interface Entered extends Moment {
  /** Null for a stranger, and when the session has ended. */
  readonly caller: Caller | null
}

/** The access rules of a call. */
export interface Entry {
  readonly auth: Call['auth']
  /** Returns the budgets of the call: those of a signed-in user, or of a stranger (null), which are a part of them. */
  budgets(userId: string | null): readonly Budget[]
}

/**
 * Finds the caller behind a bearer token and counts the call, in one statement; a call that its caller may not make is not
 * counted. Returns null, without counting, when the token is not valid. Throws Refused `rate_limited`.
 */
export type Authenticate = (bearer: string, entry: Entry) => Promise<Entered | null>

/** Whom a call is counted for. */
export interface CountedFor {
  readonly userId: string | null
  readonly address: string
  /** Counts a link instead, once it was looked up: a valid token has its own budget; null for an invalid one. */
  readonly link?: string | null
}

/** Returns the budgets of a call, by its name in the contract. */
export type BudgetsOf = (call: string, from: CountedFor) => readonly Budget[]

/** Throws Refused `rate_limited` when there is a wait, in seconds. */
export function requireNoWait(wait: number): void {
  if (wait === 0) return
  const message = `Too many requests. Try again in ${waitText(wait)}.`
  throw new Refused('rate_limited', { retryAfter: wait, message })
}

/** Counts a call without a session, in one statement; returns null when the call has no budgets. Throws Refused `rate_limited`. */
export async function countCall(db: Db, budgets: readonly Budget[]): Promise<Entered | null> {
  if (budgets.length === 0) return null
  const { wait, ...moment } = await inOneStatement(db, 'calls.count', (within) =>
    takeFromBudgets(within, budgets),
  )
  requireNoWait(wait)
  return { caller: null, ...moment }
}

declare module 'fastify' {
  interface FastifyInstance {
    authenticate: Authenticate
    budgetsOf: BudgetsOf
    /** Counts a call by its name in the contract. Throws Refused `rate_limited` when calls come too often. */
    countCall(call: string, from: CountedFor): Promise<Entered | null>
    /** The calls registered so far, by name; `/openapi.json` describes them. */
    servedCalls: Map<string, Call>
  }
  interface FastifyRequest {
    caller: Caller | null
    /** Null until the call entered, and for calls of strangers that are not counted. */
    entered: Entered | null
  }
}

type CallerOf<C extends Call> = C['auth'] extends 'none' ? Caller | null : Caller
type EnteredOf<C extends Call> = C['auth'] extends 'none' ? Entered | null : Entered

export interface Input<C extends Call> {
  readonly params: ParamsOf<C>
  readonly query: QueryOf<C>
  readonly body: BodyOf<C>
  readonly caller: CallerOf<C>
  /** What was read as the call entered; null for a stranger's call that is not counted. */
  readonly entered: EnteredOf<C>
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

/** Lets a call in: identifies the caller, counts the call and checks the caller. */
async function enter(
  app: FastifyInstance,
  name: string,
  auth: Call['auth'],
  request: FastifyRequest,
): Promise<void> {
  const bearer = bearerOf(request)
  const { ip: address } = request
  const budgets = (userId: string | null) => app.budgetsOf(name, { userId, address })
  request.entered = bearer === null ? null : await app.authenticate(bearer, { auth, budgets })
  request.caller = request.entered?.caller ?? null
  if (auth === 'none') {
    request.entered ??= await app.countCall(name, { userId: null, address })
    return
  }
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
      await enter(app, name, call.auth, request)
    },
    async handle(request, reply) {
      const { params, query, body, caller, entered } = request
      if (asksAlways(name) && caller) requireStepUp(caller)
      const answer = await handler({ params, query, body, caller, entered } as Input<C>, request, reply)
      // The handler already redirected.
      if (reply.statusCode === 302) return reply
      const done = form?.done
      return done && isForm(request) ? redirectAfterPost({ done }, request, reply) : answer
    },
  }))
}
