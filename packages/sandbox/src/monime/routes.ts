import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { answerUnderFaults, hang } from '../core/edge.ts'
import type { World } from '../core/world.ts'
import { page, refuse, success } from './answers.ts'
import type { ById, Page } from './answers.ts'
import type { Codes } from './codes.ts'
import { registerLookUps } from './look-ups.ts'
import type { Ledger } from './ledger.ts'
import type { MonimePayouts } from './payouts.ts'
import { codeBody, payoutBody, toNewCode } from './requests.ts'
import type { NewCode, NewPayout } from './requests.ts'

/** How long a number that "times out" keeps its caller waiting before the connection is cut. */
const CUT_AFTER_MS = 1_000
const VERSIONS = ['caph.2025-08-23', 'caph.2025-06-20']
/** Last four digits, as for the other rails. */
const ANSWER_LOST = '0003'
const REQUEST_LOST = '0004'

interface Books {
  codes: Codes
  payouts: MonimePayouts
  ledger: Ledger
}

/**
 * Registers Monime's API under `/sandbox/monime`: payment codes, payments, payouts and what it knows of wallets and
 * accounts. Any token and any space are accepted.
 */
export async function registerMonime(app: FastifyInstance, world: World, books: Books): Promise<void> {
  await app.register(
    (monime, _options, done) => {
      monime.addHook('onRequest', async ({ headers, url, method }, reply) => {
        const [version, space] = [headers['monime-version'], headers['monime-space-id']]
        const needsSpace = !/^\/sandbox\/monime\/v1\/(momos|provider-kyc)\b/.test(url)
        if (!/^Bearer \S+$/.test(headers.authorization ?? ''))
          await reply.send(refuse(reply, 401, 'unauthorized'))
        else if (version !== undefined && !VERSIONS.includes(String(version)))
          await reply.send(refuse(reply, 400, 'unknown_version'))
        else if (needsSpace && !/^spc-/.test(String(space))) await reply.send(refuse(reply, 400, 'no_space'))
        else if (method === 'POST' && !/^.{1,64}$/.test(String(headers['idempotency-key'] ?? '')))
          await reply.send(refuse(reply, 400, 'no_idempotency_key'))
      })
      monime.setErrorHandler<{ statusCode?: number; message: string }>((error, _request, reply) => {
        const status = error.statusCode ?? 500
        const [reason, words] =
          status < 500 ? ['invalid_request', error.message] : ['internal', 'An unknown error happened.']
        return reply.send(refuse(reply, status, reason, words))
      })
      codeRoutes(monime, world, books.codes)
      payoutRoutes(monime, world, books.payouts)
      registerLookUps(monime, books)
      done()
    },
    { prefix: '/sandbox/monime/v1' },
  )
}

/** Handles a call under the faults of collections. */
function underFaults(world: World, request: FastifyRequest, reply: FastifyReply, act: () => unknown) {
  return answerUnderFaults(world, 'collection', request, reply, {
    act,
    fail: () => refuse(reply, 500, 'internal', 'An unknown error happened.'),
  })
}

interface Creation {
  phoneNumber: string
  lose(key: string): boolean
  isKnown(key: string): boolean
  create(key: string): object
}

/** Creates something under the request's idempotency key, or loses the request or its answer. */
async function create(
  request: FastifyRequest,
  reply: FastifyReply,
  { phoneNumber, lose, isKnown, create: make }: Creation,
) {
  const key = String(request.headers['idempotency-key'])
  const isNew = !isKnown(key)
  if (isNew && phoneNumber.endsWith(REQUEST_LOST) && lose(key)) return hang(request, reply, CUT_AFTER_MS)
  const made = make(key)
  if (isNew && phoneNumber.endsWith(ANSWER_LOST)) return hang(request, reply, CUT_AFTER_MS)
  return success(made)
}

function codeRoutes(app: FastifyInstance, world: World, codes: Codes) {
  const path = '/payment-codes'
  app.post<{ Body: Partial<NewCode> }>(path, { schema: { body: codeBody } }, (request, reply) => {
    const code = toNewCode(request.body)
    const { lose, isKnown } = codes
    return underFaults(world, request, reply, () =>
      create(request, reply, {
        phoneNumber: code.authorizedPhoneNumber,
        ...{ lose, isKnown },
        create: (key) => codes.create(key, code),
      }),
    )
  })
  app.get<{ Querystring: Page & { status?: string; mode?: string; ussd_code?: string } }>(
    path,
    (request, reply) =>
      underFaults(world, request, reply, () => {
        const { status, mode, ussd_code: dialled } = request.query
        const wanted = codes
          .list()
          .filter(
            (one) =>
              (status ?? one.status) === one.status &&
              (mode ?? one.mode) === one.mode &&
              (dialled ?? one.ussdCode) === one.ussdCode,
          )
        return page(wanted, request.query)
      }),
  )
  app.get<ById>(`${path}/:id`, (request, reply) =>
    underFaults(world, request, reply, () => {
      const found = codes.find(request.params.id)
      return found === null ? refuse(reply, 404, 'not_found') : success(found)
    }),
  )
  app.delete<ById>(`${path}/:id`, (request, reply) =>
    underFaults(world, request, reply, () => {
      const cancelled = codes.cancel(request.params.id)
      if (cancelled === null) return refuse(reply, 404, 'not_found')
      return cancelled ? success() : refuse(reply, 400, 'in_use', 'Only an unused code can be deleted.')
    }),
  )
}

function payoutRoutes(app: FastifyInstance, world: World, payouts: MonimePayouts) {
  const path = '/payouts'
  app.post<{ Body: Omit<NewPayout, 'metadata'> & Partial<NewPayout> }>(
    path,
    { schema: { body: payoutBody } },
    (request, reply) => {
      const { amount, destination, metadata = null } = request.body
      const { lose, isKnown } = payouts
      return underFaults(world, request, reply, () =>
        create(request, reply, {
          phoneNumber: destination.phoneNumber,
          ...{ lose, isKnown },
          create: (key) => payouts.create(key, { amount, destination, metadata }),
        }),
      )
    },
  )
  app.get<{ Querystring: Page & { status?: string } }>(path, (request, reply) =>
    underFaults(world, request, reply, () => {
      const { status } = request.query
      const wanted = payouts.list().filter((one) => (status ?? one.status) === one.status)
      return page(wanted, request.query)
    }),
  )
  app.get<ById>(`${path}/:id`, (request, reply) =>
    underFaults(world, request, reply, () => {
      const found = payouts.find(request.params.id)
      return found === null ? refuse(reply, 404, 'not_found') : success(found)
    }),
  )
}
