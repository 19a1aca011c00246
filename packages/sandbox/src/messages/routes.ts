import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { answerUnderFaults } from '../core/edge.ts'
import type { World } from '../core/world.ts'
import type { Channel, Messages, NewMessage } from './messages.ts'

type Posted = { Body: NewMessage }

const phoneNumber = { type: 'string', pattern: '^\\+?[1-9][0-9]{6,14}$' }
const address = { type: 'string', maxLength: 320, pattern: '^[^\\s@]+@[^\\s@]+$' }
const words = { type: 'string', minLength: 1, maxLength: 100_000 }

const sms = {
  type: 'object',
  required: ['to', 'text'],
  additionalProperties: false,
  properties: { to: phoneNumber, text: { type: 'string', minLength: 1, maxLength: 1_600 } },
}

const mail = {
  type: 'object',
  required: ['to', 'subject', 'text'],
  additionalProperties: false,
  properties: {
    to: address,
    subject: { type: 'string', minLength: 1, maxLength: 998 },
    text: words,
    html: words,
    replyTo: address,
    unsubscribeUrl: { type: 'string', minLength: 1, maxLength: 2_000 },
  },
}

/** Isolates an email's page, without script and without our origin, whatever the email contains. */
const MAIL_CSP = "sandbox allow-popups; default-src 'none'; style-src 'unsafe-inline'; img-src data: https:"
const MOST_MESSAGES = 500

/** Registers `POST /sandbox/sms/messages`, `POST /sandbox/mail/messages` and `GET /sandbox/messages`. */
export function registerMessages(app: FastifyInstance, world: World, messages: Messages): void {
  app.get<{ Querystring: { to?: string } }>('/sandbox/messages', (request) => {
    const { to } = request.query
    return { messages: messages.list({ limit: MOST_MESSAGES, ...(to ? { to } : {}) }) }
  })

  app.get<{ Params: { id: string } }>('/sandbox/mail/messages/:id', (request, reply) => {
    const html = messages.html(request.params.id)
    if (html === null) return reply.code(404).send({ error: 'no such email, or it has no HTML' })
    return reply.type('text/html; charset=utf-8').header('content-security-policy', MAIL_CSP).send(html)
  })

  app.post<Posted>('/sandbox/sms/messages', { schema: { body: sms } }, (request, reply) =>
    take('sms', request, reply),
  )
  app.post<Posted>('/sandbox/mail/messages', { schema: { body: mail } }, (request, reply) =>
    take('email', request, reply),
  )

  function take(channel: Channel, request: FastifyRequest<Posted>, reply: FastifyReply) {
    return answerUnderFaults(world, channel, request, reply, {
      act() {
        const header = request.headers['idempotency-key']
        const key = Array.isArray(header) ? header[0] : header
        const id = messages.accept(channel, request.body, key)
        if (id === null) {
          reply.code(409)
          return { error: 'this Idempotency-Key was used for another message' }
        }
        reply.code(201)
        return { id }
      },
      fail() {
        reply.code(500)
        return { error: 'the messages service is out of order' }
      },
    })
  }
}
