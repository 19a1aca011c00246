import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { randomUUID } from 'node:crypto'
import { answerUnderFaults } from '../core/edge.ts'
import type { World } from '../core/world.ts'
import type { Messages } from '../messages/messages.ts'
import { getsLost, type Reports } from './reports.ts'

/** Dependencies of an SMS vendor. */
export interface VendorParts {
  readonly world: World
  readonly messages: Messages
  readonly reports: Reports
}

/** The text for each recipient status (docs/providers.md). 100 to 102 mean accepted. */
const STATUSES: Readonly<Record<string, string>> = {
  '100': 'Processed',
  '101': 'Success',
  '102': 'Queued',
  '401': 'RiskHold',
  '402': 'InvalidSenderId',
  '403': 'InvalidPhoneNumber',
  '404': 'UnsupportedNumberType',
  '405': 'InsufficientBalance',
  '406': 'UserInBlacklist',
  '407': 'CouldNotRoute',
  '409': 'DoNotDisturbRejection',
  '500': 'InternalServerError',
  '501': 'GatewayError',
  '502': 'RejectedByGateway',
}
const SENT = '101'
const TAKEN = ['100', '101', '102']

/** Returns a number's status. A number that ends in `90` and a status gets that status: `…90405` means an empty account. */
function statusOf(number: string): string {
  const asked = /90(\d{3})$/.exec(number)?.[1]
  return asked !== undefined && asked in STATUSES ? asked : SENT
}

/** Registers Africa's Talking's messaging call, under `/sandbox/africastalking`; any `apiKey` is accepted. */
export function registerAfricasTalking(
  app: FastifyInstance,
  { world, messages, reports }: VendorParts,
): void {
  // The address that our real account has in its dashboard.
  let reportTo: string | undefined
  app.put<{ Body: { url: string } }>('/sandbox/africastalking/reports', (request) => {
    reportTo = request.body.url
    return {}
  })

  app.post('/sandbox/africastalking/version1/messaging', (request, reply) =>
    answerUnderFaults(world, 'sms', request, reply, {
      act: () => take(request, reply),
      fail() {
        reply.code(500).type('text/plain')
        return 'Internal Server Error'
      },
    }),
  )

  app.get<{ Querystring: { username?: string } }>(
    '/sandbox/africastalking/version1/user',
    (request, reply) => {
      if (request.headers['apikey'] && request.query.username) return { UserData: { balance: 'USD 100.00' } }
      return reply.code(401).type('text/plain').send('The supplied authentication is invalid')
    },
  )

  function report(url: string, id: string, phoneNumber: string) {
    const form = { id, phoneNumber, networkCode: '61801', retryCount: '0' }
    const end = getsLost(phoneNumber)
      ? { ...form, status: 'Failed', failureReason: 'UserDoesNotExist' }
      : { ...form, status: 'Success' }
    reports.report(id, { url, form: { ...form, status: 'Sent' } }, { url, form: end })
  }

  function take(request: FastifyRequest, reply: FastifyReply) {
    if (!request.headers['apikey']) {
      reply.code(401).type('text/plain')
      return 'The supplied authentication is invalid'
    }
    const { to, message, username } = fields(request.body)
    if (!username || !message || !/^\+\d{8,15}$/.test(to ?? '')) {
      reply.code(400).type('text/plain')
      return 'Request is missing required form field'
    }
    const number = to ?? ''
    const status = statusOf(number)
    const taken = TAKEN.includes(status)
    const messageId = taken ? `ATXid_${randomUUID().replaceAll('-', '')}` : 'None'
    if (taken && !getsLost(number)) messages.accept('sms', { to: number, text: message })
    if (taken && reportTo !== undefined) report(reportTo, messageId, number)
    const cost = taken ? 'USD 0.0200' : '0'
    reply.code(201)
    return {
      SMSMessageData: {
        Message: `Sent to ${taken ? 1 : 0}/1 Total Cost: ${cost}`,
        Recipients: [
          {
            statusCode: parseInt(status, 10),
            number,
            status: STATUSES[status],
            cost,
            messageId,
          },
        ],
      },
    }
  }
}

/** Returns the text fields of a form. */
export function fields(body: unknown): Record<string, string> {
  if (typeof body !== 'object' || body === null) return {}
  return Object.fromEntries(
    Object.entries(body).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
}
