import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { readForms } from '../cards/protocol/api.ts'
import { answerUnderFaults } from '../core/edge.ts'
import type { World } from '../core/world.ts'
import { checkPage, sendPage, sendUsed } from './page.ts'
import { readDocument } from './people.ts'
import { openStripeSessions, type StripeSessions } from './stripe-sessions.ts'

type ById = { Params: { id: string } }

/** Outcomes that a person can choose: the documented ones, and an unknown code. */
const OUTCOMES = [
  ['verified', 'Verified'],
  ['document_expired', 'The document has expired'],
  ['document_unverified_other', 'The document can’t be read'],
  ['selfie_face_mismatch', 'The selfie shows somebody else'],
  ['selfie_manipulated', 'The selfie was manipulated'],
  ['consent_declined', 'I don’t agree'],
  ['abandoned', 'I stop here'],
  ['under_supported_age', 'Under age'],
  ['country_not_supported', 'The country is not supported'],
  ['id_number_mismatch', 'The number doesn’t match'],
  ['not_a_known_code', 'An unknown code'],
] as const

const problem = (message: string, code?: string) => ({
  error: { type: 'invalid_request_error', message, ...(code !== undefined && { code }) },
})

const broken = (reply: FastifyReply) => () => {
  reply.code(500)
  return { error: { type: 'api_error', message: 'An unknown error occurred.' } }
}

/** Registers Stripe Identity: sessions at `/v1/identity/…`, and its page. */
export async function registerStripeIdentity(app: FastifyInstance, world: World): Promise<void> {
  const sessions = openStripeSessions(world)
  await app.register(async (scope) => {
    await readForms(scope)
    registerSessions(scope, world, sessions)
    registerPage(scope, sessions)
  })
}

function registerSessions(scope: FastifyInstance, world: World, sessions: StripeSessions): void {
  const path = '/v1/identity/verification_sessions'
  const serve = (request: FastifyRequest, reply: FastifyReply, act: () => unknown) => {
    if (!/^Bearer (sk|rk)_test_\w+$/.test(request.headers.authorization ?? ''))
      return reply.code(401).send(problem('Invalid API Key provided'))
    return answerUnderFaults(world, 'identity', request, reply, { act, fail: broken(reply) })
  }
  const named = (
    id: string,
    reply: FastifyReply,
    act: (session: NonNullable<ReturnType<StripeSessions['find']>>) => unknown,
  ) => {
    const session = sessions.find(id)
    if (session) return act(session)
    reply.code(404)
    return problem(`No such verification session: '${id}'`, 'resource_missing')
  }

  scope.post<{ Body: Record<string, unknown> | undefined }>(path, (request, reply) =>
    serve(request, reply, () => {
      const { metadata, return_url: returnUrl, type } = request.body ?? {}
      const checkId = (metadata as { check_id?: string } | undefined)?.check_id
      if (type !== 'document' || typeof returnUrl !== 'string' || checkId === undefined) {
        reply.code(400)
        return problem('Missing required param: type, return_url or metadata[check_id].')
      }
      const key = request.headers['idempotency-key']
      return sessions.show(sessions.create(typeof key === 'string' ? key : null, { checkId, returnUrl }))
    }),
  )
  scope.get<ById>(`${path}/:id`, (request, reply) =>
    serve(request, reply, () =>
      named(request.params.id, reply, (session) => {
        const query = new URLSearchParams(request.raw.url?.split('?')[1] ?? '')
        return sessions.show(
          session,
          [...query].flatMap(([name, value]) => (name.startsWith('expand') ? [value] : [])),
        )
      }),
    ),
  )
  for (const action of ['cancel', 'redact'] as const)
    scope.post<ById>(`${path}/:id/${action}`, (request, reply) =>
      serve(request, reply, () =>
        named(request.params.id, reply, (session) => {
          const allowed = action === 'cancel' ? ['requires_input'] : ['requires_input', 'verified']
          if (allowed.includes(session.status)) return sessions.show(sessions[action](session))
          reply.code(400)
          return problem(`A session that is ${session.status} can’t be changed.`)
        }),
      ),
    )
}

function registerPage(scope: FastifyInstance, sessions: StripeSessions): void {
  const path = '/sandbox/stripe-identity/:id'
  const page = (wrong: string | null) => checkPage('Stripe Identity', OUTCOMES, wrong)
  scope.get<ById>(path, (request, reply) => {
    const session = sessions.find(request.params.id)
    if (session?.status !== 'requires_input') return sendUsed(reply)
    return sendPage(reply, page(null))
  })
  scope.post<ById & { Body: Record<string, string> | undefined }>(path, (request, reply) => {
    const session = sessions.find(request.params.id)
    if (session?.status !== 'requires_input') return sendUsed(reply)
    const document = readDocument(request.body ?? {})
    const outcome = OUTCOMES.find(([value]) => value === request.body?.['outcome'])?.[0]
    if (document === null || outcome === undefined)
      return sendPage(reply.code(400), page('Fill in every field.'))
    sessions.submit(session, document, outcome)
    return reply.redirect(session.returnUrl, 303)
  })
}
