import formbody from '@fastify/formbody'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import qs from 'qs'
import { answerUnderFaults } from '../../core/edge.ts'
import type { World } from '../../core/world.ts'
import { ENDPOINTS, authenticate, clientView } from './endpoints.ts'
import type { Caller, Endpoint } from './endpoints.ts'
import type { NetworkFor } from '../events.ts'
import { createIdempotency, fingerprintOf } from './idempotency.ts'
import type { Params } from './params.ts'
import { expand } from '../objects/reads.ts'
import { newId } from '../objects/store.ts'
import { readVersion } from './versions.ts'
import { Refusal } from './wire.ts'
import type { Answer } from './wire.ts'

/** The SDK accepts no path prefix, so the API also answers at the root. */
const PREFIXES = ['/v1', '/sandbox/stripe/v1']
const BROKEN: Answer = {
  status: 500,
  body: { error: { type: 'api_error', message: 'An unknown error occurred.' } },
}

const parseForm = (form: string): Params => qs.parse(form, { depth: 10, arrayLimit: 100 })

/** Makes `scope` parse form-encoded bodies with nested brackets, whatever its parent does with them. */
export async function readForms(scope: FastifyInstance): Promise<void> {
  const type = 'application/x-www-form-urlencoded'
  if (scope.hasContentTypeParser(type)) scope.removeContentTypeParser(type)
  await scope.register(formbody, { parser: parseForm })
}

/** Allows calls from the product's pages at their own origin, as Stripe allows every page. */
function admitProduct(scope: FastifyInstance, world: World): void {
  const { origin } = new URL(world.options.publicUrl)
  scope.addHook('onRequest', async (request, reply) => {
    void reply.header('Vary', 'Origin')
    if (request.headers.origin !== origin) return
    void reply.header('Access-Control-Allow-Origin', origin)
    if (request.method !== 'OPTIONS') return
    await reply
      .code(204)
      .header('Access-Control-Allow-Methods', 'GET, POST, DELETE')
      .header('Access-Control-Allow-Headers', 'Authorization, Content-Type')
      .send()
  })
}

/** Registers the API in Stripe's wire protocol, https://docs.stripe.com/api. */
export function registerApi(scope: FastifyInstance, world: World, networkFor: NetworkFor): void {
  const idempotency = createIdempotency(world)

  for (const endpoint of ENDPOINTS) {
    for (const prefix of PREFIXES) {
      scope.route({
        method: endpoint.method,
        url: prefix + endpoint.path,
        handler: (request, reply) => serve(endpoint, request, reply),
      })
    }
  }
  admitProduct(scope, world)
  for (const prefix of PREFIXES) {
    scope.all(`${prefix}/*`, (request, reply) => {
      const message = `Unrecognized request URL (${request.method}: ${request.url.split('?')[0] ?? ''}).`
      return answer(reply, newId('req_', 14), 404, { error: { type: 'invalid_request_error', message } })
    })
  }
  scope.setErrorHandler((error: { statusCode?: number; message: string }, _request, reply) => {
    const status = error.statusCode ?? 500
    const type = status < 500 ? 'invalid_request_error' : 'api_error'
    return answer(reply, newId('req_', 14), status, { error: { type, message: error.message } })
  })

  async function serve(endpoint: Endpoint, request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
    const requestId = newId('req_', 14)
    try {
      const { id = '' } = request.params as { id?: string }
      const caller = authenticate(request.headers.authorization, endpoint, id)
      const call = callOf(endpoint, request, caller, requestId)
      const act = () => send(reply, call, perform(call))
      // Faults affect only the merchant's server: tests simulate a browser's trouble in the browser.
      if (caller === 'publishable') return act()
      return await answerUnderFaults(world, 'card', request, reply, {
        act,
        fail: () => breakDown(reply, call),
      })
    } catch (error) {
      if (error instanceof Refusal) return answer(reply, requestId, error.status, { error: error.body })
      throw error
    }
  }

  interface Call {
    endpoint: Endpoint
    caller: Caller
    id: string
    within: string
    params: Params
    requestId: string
    key: string | null
    apiVersion: string
    fingerprint: string
  }

  function callOf(endpoint: Endpoint, request: FastifyRequest, caller: Caller, requestId: string): Call {
    const { id = '', within = '' } = request.params as { id?: string; within?: string }
    const isPost = endpoint.method === 'POST'
    const query = request.raw.url?.split('?')[1] ?? ''
    const params = isPost ? ((request.body ?? {}) as Params) : parseForm(query)
    const header = request.headers['idempotency-key']
    return {
      endpoint,
      caller,
      id,
      within,
      params,
      requestId,
      key: isPost && typeof header === 'string' ? header : null,
      apiVersion: readVersion(request.headers['stripe-version']),
      fingerprint: fingerprintOf(`${caller} ${endpoint.path} ${id}`, params),
    }
  }

  function perform(call: Call): Answer & { originalRequest?: string } {
    const { key, fingerprint, requestId, params } = call
    try {
      return world.atomically(() => {
        const before = key === null ? null : idempotency.replay(key, fingerprint)
        if (before) return before
        const network = networkFor({ requestId, idempotencyKey: key }, call.apiVersion)
        const done = call.endpoint.run(network, call.id, params, call.caller, call.within)
        const body = expand(network, params, done.body)
        const shown = { status: done.status, body: call.caller === 'secret' ? body : clientView(body) }
        if (key !== null) idempotency.keep(key, fingerprint, requestId, shown)
        return shown
      })
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      const body = { error: error.body }
      const refused = {
        status: error.status,
        body: call.caller === 'secret' ? body : clientView(body),
      }
      if (key !== null && error.executed) idempotency.keep(key, fingerprint, requestId, refused)
      return refused
    }
  }

  /** Answers a server error before any effect; Stripe stores even that under the idempotency key. */
  function breakDown(reply: FastifyReply, call: Call): unknown {
    if (call.key !== null) idempotency.keep(call.key, call.fingerprint, call.requestId, BROKEN)
    return send(reply, call, BROKEN)
  }

  function send(reply: FastifyReply, call: Call, done: Answer & { originalRequest?: string }): unknown {
    if (call.key !== null) void reply.header('Idempotency-Key', call.key)
    if (done.originalRequest !== undefined) {
      void reply.header('Idempotent-Replayed', 'true').header('Original-Request', done.originalRequest)
    }
    return answer(reply, call.requestId, done.status, done.body)
  }
}

/** Sets an answer's status and headers and returns its body: with a time-out fault it must not be sent yet. */
function answer(reply: FastifyReply, requestId: string, status: number, body: unknown): unknown {
  void reply.code(status).header('Request-Id', requestId).header('Cache-Control', 'no-store')
  return body
}
