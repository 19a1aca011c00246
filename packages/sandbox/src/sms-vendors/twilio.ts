import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { randomBytes } from 'node:crypto'
import { answerUnderFaults } from '../core/edge.ts'
import { fields, type VendorParts } from './africas-talking.ts'
import { getsLost } from './reports.ts'

/** Twilio's own test numbers and their errors (from its documentation of test credentials). */
const REFUSED: Readonly<Record<string, { code: number; message: string }>> = {
  '+15005550001': { code: 21211, message: 'The `To` number is not a valid phone number.' },
  '+15005550002': { code: 21612, message: 'Twilio cannot route to this number.' },
  '+15005550003': { code: 21408, message: 'Permission to send to this region is not enabled.' },
  '+15005550004': { code: 21610, message: 'The recipient has unsubscribed.' },
  '+15005550009': { code: 21614, message: 'The `To` number cannot receive SMS messages.' },
}

type ByAccount = { Params: { sid: string } }

/**
 * Registers Twilio's Messages resource, under `/sandbox/twilio`; any Basic credentials whose user name is the
 * account are accepted.
 */
export function registerTwilio(app: FastifyInstance, { world, messages, reports }: VendorParts): void {
  app.post<ByAccount>('/sandbox/twilio/2010-04-01/Accounts/:sid/Messages.json', (request, reply) =>
    answerUnderFaults(world, 'sms', request, reply, {
      act: () => take(request, reply),
      fail() {
        reply.code(500)
        return problem(500, 20500, 'An internal server error has occurred')
      },
    }),
  )

  app.get<ByAccount>('/sandbox/twilio/2010-04-01/Accounts/:sid.json', (request, reply) => {
    const { sid } = request.params
    if (isOf(request, sid)) return { sid, friendly_name: 'Sandbox business', status: 'active', type: 'Full' }
    return reply.code(401).send(problem(401, 20003, 'Authenticate'))
  })

  function take(request: FastifyRequest<ByAccount>, reply: FastifyReply) {
    const { sid } = request.params
    if (!isOf(request, sid)) {
      reply.code(401)
      return problem(401, 20003, 'Authenticate')
    }
    const {
      To: to = '',
      Body: text = '',
      From: from,
      MessagingServiceSid: service,
      StatusCallback: url,
    } = fields(request.body)
    const refused = REFUSED[to] ?? whatIsMissing(to, text, from ?? service)
    if (refused !== null) {
      reply.code(400)
      return problem(400, refused.code, refused.message)
    }
    if (!getsLost(to)) messages.accept('sms', { to, text })
    const messageSid = `SM${randomBytes(16).toString('hex')}`
    if (url !== undefined) {
      const common = { AccountSid: sid, MessageSid: messageSid, SmsSid: messageSid, To: to, From: from ?? '' }
      const form = { ...common, ApiVersion: '2010-04-01' }
      const authToken = tokenOf(request)
      const end = getsLost(to) ? { status: 'undelivered', ErrorCode: '30005' } : { status: 'delivered' }
      const of = ({ status, ...rest }: { status: string; ErrorCode?: string }) => ({
        url,
        authToken,
        form: { ...form, MessageStatus: status, SmsStatus: status, ...rest },
      })
      reports.report(messageSid, of({ status: 'sent' }), of(end))
    }
    reply.code(201)
    return {
      sid: messageSid,
      account_sid: sid,
      to,
      from: from ?? null,
      messaging_service_sid: service ?? null,
      body: text,
      status: 'queued',
      error_code: null,
      error_message: null,
      num_segments: '1',
    }
  }
}

/** Returns the token of the request's credentials, which signs the reports. */
function tokenOf(request: FastifyRequest): string {
  const basic = /^Basic (\S+)$/.exec(request.headers.authorization ?? '')?.[1] ?? ''
  return Buffer.from(basic, 'base64').toString().split(':')[1] ?? ''
}

/** Returns whether the request's credentials belong to this account. */
function isOf(request: FastifyRequest, sid: string): boolean {
  const basic = /^Basic (\S+)$/.exec(request.headers.authorization ?? '')?.[1] ?? ''
  return Buffer.from(basic, 'base64').toString().split(':')[0] === sid
}

function whatIsMissing(to: string, text: string, sender: string | undefined) {
  if (text === '') return { code: 21602, message: 'Message body is required.' }
  if (sender === undefined) return { code: 21603, message: 'A `From` or `MessagingServiceSid` is required.' }
  return /^\+\d{8,15}$/.test(to) ? null : { code: 21211, message: 'The `To` number is not valid.' }
}

const problem = (status: number, code: number, message: string) => ({
  code,
  message,
  more_info: `https://www.twilio.com/docs/errors/${code}`,
  status,
})
