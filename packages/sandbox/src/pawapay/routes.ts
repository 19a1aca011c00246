import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { atEdge, hang } from '../core/edge.ts'
import type { World } from '../core/world.ts'
import { readOrder } from './order.ts'
import type { Failure } from './order.ts'
import { ANSWER_LOST, REQUEST_LOST } from './payouts.ts'
import type { Payouts } from './payouts.ts'
import { predictOperator } from './providers.ts'
import { activeConfiguration, availability, publicKeys } from './toolkit.ts'
import type { ToolkitFilter } from './toolkit.ts'

/** How long a number that "times out" keeps its caller before the connection is cut: short, so that tests are quick. */
const CUT_AFTER_MS = 1_000

type ById = { Params: { id: string } }

const refusal = (failureCode: string, failureMessage: string) => ({
  status: 'REJECTED',
  failureReason: { failureCode, failureMessage },
})

/** pawaPay's Merchant API v2 for payouts, under `/sandbox/pawapay`; any bearer token opens it. */
export async function registerPawapay(app: FastifyInstance, world: World, payouts: Payouts): Promise<void> {
  await app.register(
    (pawapay, _options, done) => {
      pawapay.addHook('onRequest', async (request, reply) => {
        if (/^Bearer \S+$/.test(request.headers.authorization ?? '')) return
        await reply.code(401).send(refusal('NO_AUTHENTICATION', 'The API token is missing.'))
      })
      pawapay.setErrorHandler<{ statusCode?: number; message: string }>((error, _request, reply) => {
        const status = error.statusCode ?? 500
        const failure =
          status < 500
            ? refusal('INVALID_INPUT', error.message)
            : refusal('UNKNOWN_ERROR', 'An unknown error happened.')
        return reply.code(status).send(failure)
      })
      payoutRoutes(pawapay, world, payouts)
      toolkitRoutes(pawapay, world, payouts)
      done()
    },
    { prefix: '/sandbox/pawapay/v2' },
  )
}

function payoutRoutes(app: FastifyInstance, world: World, payouts: Payouts) {
  const outOfOrder = (reply: FastifyReply) => () => {
    reply.code(500)
    return { failureReason: { failureCode: 'UNKNOWN_ERROR', failureMessage: 'An unknown error happened.' } }
  }

  app.post('/payouts', (request, reply) =>
    atEdge(world, 'payout', request, reply, {
      act: () => initiate(request, reply),
      fail: outOfOrder(reply),
    }),
  )

  app.get<ById>('/payouts/:id', (request, reply) =>
    atEdge(world, 'payout', request, reply, {
      act() {
        const data = payouts.find(request.params.id)
        return data === null ? { status: 'NOT_FOUND' } : { status: 'FOUND', data }
      },
      fail: outOfOrder(reply),
    }),
  )

  app.post<ById>('/payouts/resend-callback/:id', (request) => {
    const payoutId = request.params.id
    const sent = payouts.resendCallback(payoutId)
    if (sent === true) return { payoutId, status: 'ACCEPTED' }
    if (sent === null) return { payoutId, ...refusal('NOT_FOUND', 'There is no such payout.') }
    return { payoutId, ...refusal('INVALID_STATE', 'The payout has not ended yet.') }
  })

  async function initiate(request: FastifyRequest, reply: FastifyReply) {
    const reading = readOrder(request.body)
    if (reading.kind === 'malformed') {
      reply.code(400)
      return { status: 'REJECTED', failureReason: reading.failure }
    }
    if (reading.kind === 'rejected') return rejected(reading.payoutId, reading.failure)
    const { order } = reading
    const ending = order.phoneNumber.slice(-4)
    if (ending === REQUEST_LOST && payouts.find(order.payoutId) === null && payouts.lose(order.payoutId)) {
      return hang(request, reply, CUT_AFTER_MS)
    }
    if (expired(request, world.now()) && payouts.find(order.payoutId) === null) {
      // Our own addition to pawaPay's protocol: a request that comes too late must not pay.
      return rejected(order.payoutId, { failureCode: 'REQUEST_EXPIRED', failureMessage: 'It came too late.' })
    }
    const { payoutId } = order
    const submission = payouts.submit(order)
    if (submission.status === 'REJECTED') return rejected(payoutId, submission.failure)
    if (submission.status === 'ACCEPTED' && ending === ANSWER_LOST) return hang(request, reply, CUT_AFTER_MS)
    return { payoutId, status: submission.status, created: submission.created }
  }
}

function rejected(payoutId: string, failure: Failure) {
  return { payoutId, ...refusal(failure.failureCode, failure.failureMessage) }
}

/** `X-Expires-At` or `Expires`, an ISO 8601 time; what cannot be read does not expire anything. */
function expired(request: FastifyRequest, nowMs: number): boolean {
  const header = request.headers['x-expires-at'] ?? request.headers['expires']
  return typeof header === 'string' && Date.parse(header) <= nowMs
}

function toolkitRoutes(app: FastifyInstance, world: World, payouts: Payouts) {
  app.get<{ Querystring: ToolkitFilter }>('/active-conf', (request) =>
    activeConfiguration(`${world.options.webhookBase}/webhooks/pawapay`, request.query),
  )
  app.get<{ Querystring: ToolkitFilter }>('/availability', (request) => availability(request.query))
  app.get('/public-key/http', () => publicKeys(world))

  app.post('/predict-provider', (request, reply) => {
    const { body } = request
    const number =
      typeof body === 'object' && body !== null && 'phoneNumber' in body ? body.phoneNumber : undefined
    if (typeof number !== 'string') {
      return reply.code(400).send(refusal('MISSING_PARAMETER', 'phoneNumber is missing.'))
    }
    const prediction = predictOperator(number)
    if (prediction === null) {
      return reply.code(400).send(refusal('INVALID_PHONE_NUMBER', 'The phone number is not valid.'))
    }
    return prediction
  })

  app.get<{ Querystring: ToolkitFilter }>('/wallet-balances', (request) => {
    const { country } = request.query
    const balances = payouts.floats().filter((float) => country === undefined || float.country === country)
    return { balances: balances.map((float) => ({ ...float, provider: '' })) }
  })
}
