import type { FastifyInstance } from 'fastify'
import { answerUnderFaults } from '../core/edge.ts'
import type { World } from '../core/world.ts'
import { historicalRates, latestConversionRates, latestRates } from './rates.ts'

/** The only application id that the history accepts. */
const APP_ID = 'sandbox'
const FIRST_DAY_MS = Date.parse('1999-01-01T00:00:00Z')
const DAY_MS = 86_400_000
/** Three days in each hundred have no rates, so that charts show gaps. */
const EVERY = 100
const MISSING = [41, 42, 43]

/** Returns the error body of Open Exchange Rates. */
function errorOf(status: number, message: string, description: string) {
  return { error: true, status, message, description }
}

/** Returns the start of a past or present day in the history, in milliseconds; null otherwise. */
function knownDay(date: string, nowMs: number): number | null {
  const dayMs = /^\d{4}-\d{2}-\d{2}$/.test(date) ? Date.parse(`${date}T00:00:00Z`) : Number.NaN
  if (!(dayMs >= FIRST_DAY_MS && dayMs <= nowMs)) return null
  // In some engines, Date.parse reads 30 February as a day in March.
  if (new Date(dayMs).toISOString().slice(0, 10) !== date) return null
  return MISSING.includes((dayMs / DAY_MS) % EVERY) ? null : dayMs
}

/**
 * Registers two rate services: `GET /sandbox/rates/latest?base=USD` like Open Exchange Rates' free plan, which has no
 * other base, and `GET /sandbox/exchange-rate-api/v6/{key}/latest/USD` like ExchangeRate-API, where every key except
 * `invalid` works. `GET /sandbox/rates/historical/{date}.json` is Open Exchange Rates' history, which requires an
 * application id.
 */
export function registerRates(app: FastifyInstance, world: World, rates: Map<string, string>): void {
  app.get<{ Querystring: { base?: string } }>('/sandbox/rates/latest', (request, reply) =>
    answerUnderFaults(world, 'rates', request, reply, {
      act() {
        if ((request.query.base ?? 'USD') === 'USD') {
          reply.type('application/json; charset=utf-8')
          return latestRates(rates, world.now())
        }
        reply.code(403)
        return errorOf(403, 'not_allowed', 'Changing the API `base` currency is not allowed here: USD only.')
      },
      fail() {
        reply.code(500)
        return errorOf(500, 'internal', 'The rate service is out of order.')
      },
    }),
  )

  app.get<{ Params: { date: string }; Querystring: { app_id?: string } }>(
    '/sandbox/rates/historical/:date.json',
    (request, reply) =>
      answerUnderFaults(world, 'rates_history', request, reply, {
        act() {
          const [, token] = /^Token (.+)$/.exec(request.headers.authorization ?? '') ?? []
          const appId = token ?? request.query.app_id
          if (appId !== APP_ID) {
            reply.code(401)
            return appId === undefined
              ? errorOf(401, 'missing_app_id', 'No App ID provided.')
              : errorOf(401, 'invalid_app_id', 'Invalid App ID provided.')
          }
          const dayMs = knownDay(request.params.date, world.now())
          if (dayMs === null) {
            reply.code(400)
            return errorOf(400, 'not_available', 'Historical rates for the requested date are not available.')
          }
          reply.type('application/json; charset=utf-8')
          return historicalRates(rates, Math.min(dayMs, world.now() - DAY_MS + 1))
        },
        fail() {
          reply.code(500)
          return errorOf(500, 'internal', 'The rate service is out of order.')
        },
      }),
  )

  app.get<{ Params: { key: string } }>('/sandbox/exchange-rate-api/v6/:key/latest/USD', (request, reply) =>
    answerUnderFaults(world, 'rates', request, reply, {
      act() {
        reply.type('application/json; charset=utf-8')
        if (request.params.key !== 'invalid') return latestConversionRates(rates, world.now())
        // As with ExchangeRate-API, the status of an error is 200.
        return JSON.stringify({ result: 'error', 'error-type': 'invalid-key' })
      },
      fail() {
        reply.code(500)
        return { result: 'error', 'error-type': 'internal' }
      },
    }),
  )
}
