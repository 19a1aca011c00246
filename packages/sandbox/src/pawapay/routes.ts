import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { answerUnderFaults, hang } from '../core/edge.ts'
import type { World } from '../core/world.ts'
import { openCallbackSettings } from './account.ts'
import { depositOrders, payoutOrders, refundOrders } from './orders.ts'
import type { Orders } from './orders.ts'
import type { Deposits } from './deposits/deposits.ts'
import type { DepositStates } from './deposits/states.ts'
import type { Failure } from './payout-request.ts'
import { ANSWER_LOST, REQUEST_LOST } from './payouts.ts'
import type { Payouts } from './payouts.ts'
import { predictCarrier } from './providers.ts'
import { activeConfiguration, availability, publicKeys } from './toolkit.ts'
import type { ToolkitFilter } from './toolkit.ts'

/**
 * How long a number that "times out" keeps its caller waiting before the connection is cut: short, so that tests are
 * fast.
 */
const CUT_AFTER_MS = 1_000

const UNAVAILABLE: Failure = {
  failureCode: 'PROVIDER_TEMPORARILY_UNAVAILABLE',
  failureMessage: 'The provider does not process requests at the moment.',
}

type ById = { Params: { id: string } }

interface Books {
  payouts: Payouts
  deposits: Deposits
  states: DepositStates
}

const refusal = (failureCode: string, failureMessage: string) => ({
  status: 'REJECTED',
  failureReason: { failureCode, failureMessage },
})

/**
 * Registers pawaPay's Merchant API v2 for payouts, remittances, deposits and refunds, under `/sandbox/pawapay`; any
 * bearer token is accepted.
 */
export async function registerPawapay(app: FastifyInstance, world: World, books: Books): Promise<void> {
  const { payouts, deposits, states } = books
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
      orderRoutes(pawapay, world, payoutOrders(payouts, 'payout'))
      orderRoutes(pawapay, world, payoutOrders(payouts, 'remittance'))
      orderRoutes(pawapay, world, depositOrders(deposits, states))
      orderRoutes(pawapay, world, refundOrders(deposits, payouts))
      toolkitRoutes(pawapay, world, books)
      done()
    },
    { prefix: '/sandbox/pawapay/v2' },
  )
}

/** Registers the routes to submit, query and resend the callback, which are the same for all operations. */
function orderRoutes(app: FastifyInstance, world: World, orders: Orders) {
  const { operation, rail } = orders
  const idField = `${operation}Id`
  const path = `/${operation}s`
  const rejected = (id: string, { failureCode, failureMessage }: Failure) => ({
    [idField]: id,
    ...refusal(failureCode, failureMessage),
  })
  const outOfOrder = (reply: FastifyReply) => () => {
    reply.code(500)
    return { failureReason: { failureCode: 'UNKNOWN_ERROR', failureMessage: 'An unknown error happened.' } }
  }

  app.post(path, (request, reply) =>
    answerUnderFaults(world, rail, request, reply, {
      act: () => initiate(request, reply),
      fail: outOfOrder(reply),
    }),
  )

  app.get<ById>(`${path}/:id`, (request, reply) =>
    answerUnderFaults(world, rail, request, reply, {
      act() {
        const data = orders.find(request.params.id)
        return data === null ? { status: 'NOT_FOUND' } : { status: 'FOUND', data }
      },
      fail: outOfOrder(reply),
    }),
  )

  app.post<ById>(`${path}/resend-callback/:id`, (request) => {
    const { id } = request.params
    const sent = orders.resendCallback(id)
    if (sent === true) return { [idField]: id, status: 'ACCEPTED' }
    const [failureCode, failureMessage] =
      sent === null
        ? ['NOT_FOUND', `There is no such ${operation}.`]
        : ['INVALID_STATE', `The ${operation} has not ended yet.`]
    return rejected(id, { failureCode, failureMessage })
  })

  async function initiate(request: FastifyRequest, reply: FastifyReply) {
    const reading = orders.read(request.body)
    if (reading.kind === 'malformed') {
      reply.code(400)
      return { status: 'REJECTED', failureReason: reading.failure }
    }
    if (reading.kind === 'rejected') return rejected(reading.id, reading.failure)
    const { id, isOpen } = reading
    const ending = reading.phoneNumber.slice(-4)
    const isNew = orders.find(id) === null
    if (ending === REQUEST_LOST && isNew && orders.lose(id)) return hang(request, reply, CUT_AFTER_MS)
    if (isNew && (!isOpen || world.faults.take(rail, ['unavailable']) !== null))
      return rejected(id, UNAVAILABLE)
    const submission = reading.submit()
    if (submission.status === 'REJECTED') return rejected(id, submission.failure)
    if (submission.status === 'ACCEPTED' && ending === ANSWER_LOST) return hang(request, reply, CUT_AFTER_MS)
    const { status, created } = submission
    return { [idField]: id, status, ...orders.nextStep, created }
  }
}

function toolkitRoutes(app: FastifyInstance, world: World, { payouts, states }: Books) {
  const settings = openCallbackSettings(world)
  app.get<{ Querystring: ToolkitFilter }>('/active-conf', (request) =>
    activeConfiguration(settings.read(), states, request.query),
  )
  app.get<{ Querystring: ToolkitFilter }>('/availability', (request) => availability(states, request.query))
  app.get('/public-key/http', () => publicKeys(world))

  app.post('/predict-provider', (request, reply) => {
    const { body } = request
    const number =
      typeof body === 'object' && body !== null && 'phoneNumber' in body ? body.phoneNumber : undefined
    if (typeof number !== 'string') {
      return reply.code(400).send(refusal('MISSING_PARAMETER', 'phoneNumber is missing.'))
    }
    const prediction = predictCarrier(number)
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
