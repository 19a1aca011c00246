import type { Call } from '@sesa/contract'
import { jsonSchema } from '@sesa/contract/openapi'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'

/** The common part of customer calls and office calls. */
type Servable = Pick<Call, 'method' | 'path' | 'success' | 'params' | 'query' | 'body'>

/** Access rules and handler of a call. */
interface Serving extends Pick<
  RouteOptions,
  'bodyLimit' | 'config' | 'onRequest' | 'preValidation' | 'preHandler'
> {
  handle(request: FastifyRequest, reply: FastifyReply): Promise<unknown>
}

/** Returns a call's schemas for Fastify to compile. */
function schemasOf(call: Servable): Record<string, unknown> {
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
 * Serves one call of a contract and adds it to `served` under its name. The request is checked against the contract's
 * schemas, and the response contains exactly the contract's fields. The status is the call's first success status
 * unless `handle` sets another with `reply.code`.
 */
export function serveCall<C extends Servable>(
  app: FastifyInstance,
  call: C,
  { calls, served }: { readonly calls: Readonly<Record<string, C>>; readonly served: Map<string, C> },
  serving: (name: string) => Serving,
): void {
  const name = Object.entries(calls).find(([, known]) => known === call)?.[0]
  if (!name) throw new Error(`${call.method} ${call.path} is not in the contract`)
  served.set(name, call)
  const status = Number(Object.keys(call.success)[0])
  const { handle, ...options } = serving(name)
  app.route({
    ...options,
    method: call.method,
    url: call.path.replace(/\{(\w+)\}/g, ':$1'),
    schema: schemasOf(call),
    handler: (request, reply) => handle(request, reply.code(status)),
  })
}
