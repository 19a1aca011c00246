import type { FastifyInstance } from 'fastify'
import type { FaultBook } from './faults.ts'
import { FAULT_MODES, FAULT_TARGETS } from './world.ts'
import type { FaultTarget, Mode } from './world.ts'

interface NewFault {
  target: FaultTarget
  mode: Mode
  count: number
  ms?: number
}

const LONGEST_MS = 600_000
const MOST = 1_000_000

const body = {
  type: 'object',
  required: ['target', 'mode'],
  additionalProperties: false,
  properties: {
    target: { enum: FAULT_TARGETS },
    mode: { enum: FAULT_MODES },
    count: { type: 'integer', minimum: 1, maximum: MOST, default: 1 },
    ms: { type: 'integer', minimum: 0, maximum: LONGEST_MS },
  },
}

/** Registers the routes to set, list and clear faults, under `/sandbox/faults`. */
export function registerFaults(app: FastifyInstance, faults: FaultBook): void {
  app.get('/sandbox/faults', () => ({ faults: faults.list() }))

  app.post<{ Body: NewFault }>('/sandbox/faults', { schema: { body } }, async (request, reply) => {
    const { target, mode, count, ms } = request.body
    const isAsked = target.startsWith('rates') || target === 'screening'
    if (isAsked && (mode === 'duplicate' || mode === 'reorder' || mode === 'drop')) {
      return reply.code(400).send({ error: `${target} sends no messages, so ${mode} means nothing to it` })
    }
    if (mode === 'unavailable' && target !== 'payout' && target !== 'collection') {
      return reply.code(400).send({ error: 'only payouts and collections can be rejected as unavailable' })
    }
    return reply.code(201).send(faults.set(target, mode, count, ms))
  })

  app.delete('/sandbox/faults', () => {
    faults.clear()
    return { faults: faults.list() }
  })
}
