import formbody from '@fastify/formbody'
import type { FastifyInstance } from 'fastify'
import type { IncomingMessage } from 'node:http'
import type Provider from 'oidc-provider'
import type { World } from '../core/world.ts'
import { chooserPage } from './page.ts'
import { openPeople, type People } from './people.ts'
import { openProvider } from './provider.ts'

const MOUNT = '/sandbox/google'
const CSP =
  "default-src 'none'; style-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/

/** Makes a request look as if it was sent to the public address, even through a proxy. */
function asPublic(request: IncomingMessage, publicUrl: URL): IncomingMessage {
  request.headers['x-forwarded-proto'] = publicUrl.protocol.slice(0, -1)
  request.headers['x-forwarded-host'] = publicUrl.host
  request.headers.host = publicUrl.host
  return request
}

/** Registers the page where a person chooses an account, and its result. */
async function registerChooser(
  app: FastifyInstance,
  provider: Provider,
  { people, publicUrl }: { people: People; publicUrl: URL },
): Promise<void> {
  await app.register(async (scope) => {
    await scope.register(formbody)
    const path = `${MOUNT}/interaction/:uid`

    scope.get<{ Querystring: { wrong?: string } }>(path, (request, reply) =>
      reply
        .type('text/html; charset=utf-8')
        .header('content-security-policy', CSP)
        .header('cache-control', 'no-store')
        .send(chooserPage(people.list(), request.query.wrong === '1')),
    )

    scope.post<{ Body: { email?: string; cancel?: string } | undefined }>(path, async (request, reply) => {
      const { email = '', cancel } = request.body ?? {}
      if (cancel === undefined && !EMAIL.test(email.trim())) return reply.redirect('?wrong=1', 303)
      const result =
        cancel === undefined
          ? { login: { accountId: people.meet(email).sub }, select_account: {} }
          : { error: 'access_denied', error_description: 'The person did not want to' }
      reply.hijack()
      await provider.interactionFinished(asPublic(request.raw, publicUrl), reply.raw, result, {
        mergeWithLastSubmission: false,
      })
      return reply
    })
  })
}

/** Forwards everything else to the provider, with unread bodies. */
async function registerProvider(app: FastifyInstance, provider: Provider, publicUrl: URL): Promise<void> {
  const handle = provider.callback()
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, _body, done) => done(null))
    scope.all(`${MOUNT}/*`, async (request, reply) => {
      reply.hijack()
      const raw = asPublic(request.raw, publicUrl)
      const url = raw.url ?? '/'
      Object.assign(raw, { originalUrl: url, url: url.slice(MOUNT.length) })
      await handle(raw, reply.raw)
      return reply
    })
  })
}

/** Registers the stand-in for Google: an OpenID provider at `/sandbox/google`, with invented people. */
export async function registerGoogle(app: FastifyInstance, world: World): Promise<void> {
  const publicUrl = new URL(world.options.publicUrl)
  const people = openPeople(world.db)
  const provider = openProvider(world, people, {
    issuer: `${publicUrl.origin}${MOUNT}`,
    mount: MOUNT,
    redirectUri: `${publicUrl.origin}/auth/google/callback`,
  })
  await registerChooser(app, provider, { people, publicUrl })
  await registerProvider(app, provider, publicUrl)
}
