import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { toWire } from '../carriers/amounts.ts'
import { answerUnderFaults, hang } from '../core/edge.ts'
import type { Phones } from '../carriers/phones.ts'
import type { World } from '../core/world.ts'
import type { Messages } from '../messages/messages.ts'
import { openAccess, PRODUCTS } from './access.ts'
import type { Access, Product } from './access.ts'
import { payRequests, refunds, transfersOf } from './orders.ts'
import type { Orders } from './orders.ts'
import { holderOf, holderStatusOf } from './outcomes.ts'
import type { PayRequests } from './pay-requests.ts'
import { CURRENCIES } from './transfer-request.ts'
import type { MomoTransfers } from './transfers.ts'

/**
 * How long a number that "times out" keeps its caller waiting before the connection is cut: short, so that tests are
 * fast.
 */
const CUT_AFTER_MS = 1_000
const UUID_V4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i

type ById = { Params: { id: string } }
type ByNumber = { Params: { msisdn: string } }

const problem = (code: string, message = 'The request was refused.') => ({ code, message })

interface MomoParts {
  readonly momo: MomoTransfers
  readonly payments: PayRequests
  readonly phones: Phones
  readonly messages: Messages
}

/**
 * Registers MTN MoMo's Open API for collection, disbursement and remittance, under `/sandbox/mtn-momo`; any
 * subscription key is accepted.
 */
export async function registerMomo(
  app: FastifyInstance,
  world: World,
  { momo: transfers, payments, phones, messages }: MomoParts,
): Promise<void> {
  const access = openAccess(world)
  await app.register(
    (momo, _options, done) => {
      momo.addHook('onRequest', async (request, reply) => {
        if (request.headers['ocp-apim-subscription-key']) return
        await reply
          .code(401)
          .send({ statusCode: 401, message: 'Access denied due to missing subscription key.' })
      })
      provisioning(momo, access)
      for (const product of PRODUCTS) {
        tokens(momo, access, product)
        holders(momo, { access, phones, messages, product })
        account(momo, { access, transfers, product })
      }
      const all = [
        transfersOf(transfers, 'disbursement'),
        transfersOf(transfers, 'remittance'),
        payRequests(payments),
        refunds(payments, transfers),
      ]
      for (const orders of all) money(momo, { world, access, orders })
      done()
    },
    { prefix: '/sandbox/mtn-momo' },
  )
}

function provisioning(app: FastifyInstance, access: Access) {
  app.post('/v1_0/apiuser', (request, reply) => {
    const id = header(request, 'x-reference-id')
    const { body } = request
    const host = typeof body === 'object' && body !== null ? { ...body } : {}
    if (
      !UUID_V4.test(id) ||
      !('providerCallbackHost' in host) ||
      typeof host.providerCallbackHost !== 'string'
    ) {
      return reply.code(400).send(problem('BAD_REQUEST'))
    }
    if (access.addUser(id, host.providerCallbackHost)) return reply.code(201).send()
    return reply.code(409).send(problem('RESOURCE_ALREADY_EXIST', 'Duplicated reference id.'))
  })
  app.get<ById>('/v1_0/apiuser/:id', (request, reply) => {
    const user = access.user(request.params.id)
    return user
      ? { ...user, targetEnvironment: 'sandbox' }
      : reply.code(404).send(problem('RESOURCE_NOT_FOUND'))
  })
  app.post<ById>('/v1_0/apiuser/:id/apikey', (request, reply) => {
    const apiKey = access.makeKey(request.params.id)
    return apiKey ? reply.code(201).send({ apiKey }) : reply.code(404).send(problem('RESOURCE_NOT_FOUND'))
  })
}

function tokens(app: FastifyInstance, access: Access, product: Product) {
  app.post(`/${product}/token/`, (request, reply) => {
    const made = access.makeToken(product, request.headers.authorization)
    if (made === null) return reply.code(401).send({ error: 'login_failed' })
    return { access_token: made.token, token_type: 'access_token', expires_in: made.seconds }
  })
}

interface MoneyDeps {
  world: World
  access: Access
  orders: Orders
}

function money(app: FastifyInstance, { world, access, orders }: MoneyDeps) {
  const { product, path, rail } = orders
  const outOfOrder = (reply: FastifyReply) => () => {
    reply.code(500)
    return problem('INTERNAL_PROCESSING_ERROR', 'An unknown error happened.')
  }

  app.post(path, (request, reply) =>
    answerUnderFaults(world, rail, request, reply, {
      act: () => submit(request, reply),
      fail: outOfOrder(reply),
    }),
  )

  app.get<ById>(`${path}/:id`, (request, reply) =>
    answerUnderFaults(world, rail, request, reply, {
      act() {
        if (access.userOfToken(product, request.headers.authorization) === null) return unauthorised(reply)
        const found = orders.find(request.params.id)
        if (found !== null) return found
        reply.code(404)
        return problem('RESOURCE_NOT_FOUND', 'Requested resource was not found.')
      },
      fail: outOfOrder(reply),
    }),
  )

  async function submit(request: FastifyRequest, reply: FastifyReply) {
    const user = access.userOfToken(product, request.headers.authorization)
    if (user === null) return unauthorised(reply)
    const reference = header(request, 'x-reference-id')
    const callback = callbackPath(header(request, 'x-callback-url'), access.user(user)?.providerCallbackHost)
    if (!UUID_V4.test(reference)) return refused(reply, 400, 'BAD_REQUEST')
    if (callback === undefined) return refused(reply, 500, 'INVALID_CALLBACK_URL_HOST')
    const isNew = orders.find(reference) === null
    const reading = orders.read(request.body, header(request, 'x-target-environment'), isNew)
    if ('refusal' in reading) return refused(reply, reading.refusal.status, reading.refusal.code)
    const { outcome } = reading
    if (outcome.kind === 'refused') return refused(reply, outcome.status, outcome.code)
    if (outcome.kind === 'request_lost' && isNew && orders.lose(reference)) {
      return hang(request, reply, CUT_AFTER_MS)
    }
    const taken = reading.accept(reference, callback)
    if (taken === 'known') return refused(reply, 409, 'RESOURCE_ALREADY_EXIST')
    if (taken === 'no_funds') return refused(reply, 500, 'NOT_ENOUGH_FUNDS')
    if (outcome.kind === 'answer_lost') return hang(request, reply, CUT_AFTER_MS)
    reply.code(202)
    return ''
  }
}

interface HolderDeps extends Pick<MomoParts, 'phones' | 'messages'> {
  readonly access: Access
  readonly product: Product
}

function holders(app: FastifyInstance, { access, phones, messages, product }: HolderDeps) {
  const base = `/${product}/v1_0/accountholder/msisdn/:msisdn`
  app.get<ByNumber>(`${base}/active`, (request, reply) => {
    if (access.userOfToken(product, request.headers.authorization) === null) return unauthorised(reply)
    const holder = holderStatusOf(request.params.msisdn)
    if (holder.kind === 'refused') return refused(reply, holder.status, holder.code)
    return { result: holder.kind === 'active' }
  })
  app.get<ByNumber>(`${base}/basicuserinfo`, (request, reply) => {
    if (access.userOfToken(product, request.headers.authorization) === null) return unauthorised(reply)
    const holder = holderStatusOf(request.params.msisdn)
    if (holder.kind === 'refused') return refused(reply, holder.status, holder.code)
    const { msisdn } = request.params
    const registered = phones.settings(msisdn).holder
    // Nobody knows a customer's name here: an invented one would be another person's.
    const isUnnamed = registered === undefined && messages.gotCode(msisdn)
    const name = isUnnamed ? {} : holderOf(msisdn, registered)
    return { ...name, status: holder.kind === 'active' ? 'ACTIVE' : 'INACTIVE' }
  })
}

interface AccountDeps {
  access: Access
  transfers: MomoTransfers
  product: Product
}

function account(app: FastifyInstance, { access, transfers, product }: AccountDeps) {
  app.get(`/${product}/v1_0/account/balance`, (request, reply) => {
    if (access.userOfToken(product, request.headers.authorization) === null) return unauthorised(reply)
    const [currency] = CURRENCIES[header(request, 'x-target-environment')] ?? []
    if (currency === undefined) return refused(reply, 500, 'NOT_ALLOWED_TARGET_ENVIRONMENT')
    return {
      availableBalance: toWire(transfers.floatOf(product, currency)),
      currency,
    }
  })
}

function header(request: FastifyRequest, name: string): string {
  const value = request.headers[name]
  return typeof value === 'string' ? value : ''
}

function refused(reply: FastifyReply, status: number, code: string) {
  reply.code(status)
  return problem(code)
}

function unauthorised(reply: FastifyReply) {
  reply.code(401)
  return { statusCode: 401, message: 'Access denied: the token is missing, unknown or has expired.' }
}

/** Returns the path and query of a callback: null without one, undefined if its host is not the registered one. */
function callbackPath(url: string, host: string | undefined): string | null | undefined {
  if (url === '') return null
  const parsed = URL.parse(url)
  return parsed !== null && parsed.hostname === host ? parsed.pathname + parsed.search : undefined
}
