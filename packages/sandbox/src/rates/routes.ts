import type { FastifyInstance } from 'fastify'
import { answerUnderFaults } from '../core/edge.ts'
import type { World } from '../core/world.ts'
import { latestConversionRates, latestRates, readRates } from './rates.ts'

/**
 * Registers two rate services: `GET /sandbox/rates/latest?base=USD` as Open Exchange Rates' free plan, which
 * has no other base, and `GET /sandbox/exchange-rate-api/v6/{key}/latest/USD` as ExchangeRate-API, where
 * every key but `invalid` works.
 */
export async function registerRates(app: FastifyInstance, world: World): Promise<void> {
  const rates = await readRates()

  app.get<{ Querystring: { base?: string } }>('/sandbox/rates/latest', (request, reply) =>
    answerUnderFaults(world, 'rates', request, reply, {
      act() {
        if ((request.query.base ?? 'USD') === 'USD') {
          reply.type('application/json; charset=utf-8')
          return latestRates(rates, world.now())
        }
        const description = 'Changing the API `base` currency is not allowed here: USD only.'
        reply.code(403)
        return { error: true, status: 403, message: 'not_allowed', description }
      },
      fail() {
        reply.code(500)
        return {
          error: true,
          status: 500,
          message: 'internal',
          description: 'The rate service is out of order.',
        }
      },
    }),
  )

  app.get<{ Params: { key: string } }>('/sandbox/exchange-rate-api/v6/:key/latest/USD', (request, reply) =>
    answerUnderFaults(world, 'rates', request, reply, {
      act() {
        reply.type('application/json; charset=utf-8')
        if (request.params.key !== 'invalid') return latestConversionRates(rates, world.now())
        // As with ExchangeRate-API, an error still answers 200.
        return JSON.stringify({ result: 'error', 'error-type': 'invalid-key' })
      },
      fail() {
        reply.code(500)
        return { result: 'error', 'error-type': 'internal' }
      },
    }),
  )
}
