import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { answerUnderFaults } from '../core/edge.ts'
import type { World } from '../core/world.ts'
import type { PushService } from './push.ts'
import { readVapid } from './vapid.ts'

/** Maximum size of the encrypted body that push services accept (RFC 8030, section 7.2). */
const MOST_BYTES = 4_096
const MOST_MESSAGES = 500
const URGENCIES = ['very-low', 'low', 'normal', 'high']

const subscriptionSchema = {
  type: 'object',
  additionalProperties: false,
  properties: { applicationServerKey: { type: 'string', pattern: '^[\\w-]{87}$' } },
}

/**
 * Registers the push service of browsers (RFC 8030): `POST /sandbox/push/to/{id}` accepts messages. The other paths
 * simulate the browser: they open and end subscriptions, and read the delivered messages.
 */
export function registerPush(app: FastifyInstance, world: World, push: PushService): void {
  app.post<{ Body: { applicationServerKey?: string } }>(
    '/sandbox/push/subscriptions',
    { schema: { body: subscriptionSchema } },
    (request, reply) => {
      const id = push.subscribe(request.body.applicationServerKey ?? null)
      return reply.code(201).send({ id, endpoint: `${originOf(request)}/sandbox/push/to/${id}` })
    },
  )

  app.delete<{ Params: { id: string } }>('/sandbox/push/subscriptions/:id', (request, reply) => {
    push.end(request.params.id)
    return reply.code(204).send()
  })

  app.get<{ Querystring: { subscription?: string } }>('/sandbox/push/messages', (request) => {
    const { subscription } = request.query
    return { messages: push.list({ limit: MOST_MESSAGES, ...(subscription ? { subscription } : {}) }) }
  })

  // In its own scope, so that only the push resource accepts raw bodies.
  void app.register((scope, _options, done) => {
    scope.addContentTypeParser('application/octet-stream', { parseAs: 'buffer' }, (_request, body, parsed) =>
      parsed(null, body),
    )
    scope.post<{ Params: { id: string } }>('/sandbox/push/to/:id', (request, reply) =>
      answerUnderFaults(world, 'push', request, reply, {
        act: () => take(request, reply),
        fail: () => refuse(reply, 500, 'the push service is out of order'),
      }),
    )
    done()
  })

  function take(request: FastifyRequest<{ Params: { id: string } }>, reply: FastifyReply) {
    const { id } = request.params
    const subscription = push.find(id)
    if (subscription === null) return refuse(reply, 404, 'no such subscription')
    if (subscription.ended) return refuse(reply, 410, 'the subscription has ended')
    const { headers } = request
    const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
    if (body.length > MOST_BYTES) return refuse(reply, 413, `at most ${MOST_BYTES} bytes`)
    if (headers['content-encoding'] !== 'aes128gcm') return refuse(reply, 400, 'not encrypted as aes128gcm')
    const ttl = headerOf(request, 'ttl')
    if (ttl === undefined || !/^\d{1,10}$/.test(ttl)) return refuse(reply, 400, 'no TTL')
    const urgency = headerOf(request, 'urgency') ?? 'normal'
    if (!URGENCIES.includes(urgency)) return refuse(reply, 400, 'no such urgency')
    const topic = headerOf(request, 'topic') ?? null
    if (topic !== null && !/^[\w-]{1,32}$/.test(topic)) return refuse(reply, 400, 'no such topic')
    const key = readVapid(headers.authorization, { origins: [originOf(request)], now: world.now() })
    if (key === null) return refuse(reply, 401, 'no VAPID signature for this origin')
    if (subscription.key !== null && subscription.key !== key)
      return refuse(reply, 403, 'the subscription belongs to another VAPID key')
    const message = push.keep({
      subscription: id,
      size: body.length,
      ttl: Number(ttl),
      urgency,
      topic,
      body: body.toString('base64url'),
    })
    reply.code(201).header('location', `/sandbox/push/messages/${message}`).header('ttl', ttl)
    return ''
  }
}

function originOf(request: FastifyRequest): string {
  return `${request.protocol}://${request.host}`
}

function headerOf(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name]
  return Array.isArray(value) ? value[0] : value
}

function refuse(reply: FastifyReply, status: number, error: string) {
  reply.code(status)
  return { error }
}
