import type { FastifyInstance } from 'fastify'
import { atEdge } from '../core/edge.ts'
import type { World } from '../core/world.ts'
import { latestRates, readRates } from './rates.ts'

/** The rate service: `GET /sandbox/rates/latest?base=USD`. As on Open Exchange Rates' free plan, no other base. */
export async function registerRates(app: FastifyInstance, world: World): Promise<void> {
  const rates = await readRates()

  app.get<{ Querystring: { base?: string } }>('/sandbox/rates/latest', (request, reply) =>
    atEdge(world, 'rates', request, reply, {
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
}
