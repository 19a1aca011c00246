import type { FastifyInstance } from 'fastify'

/**
 * How long a response may stall, and how long it may take from its first to its last byte, in milliseconds. The second
 * limit is long: responses are small, but a phone at the edge of its network receives only 2 kB a second.
 */
const LIMITS = { standstill: 7_000, whole: 120_000 }

/**
 * Disconnects clients that don't read their response, or read it a few bytes at a time. The time starts with the first
 * byte.
 */
export function cutSlowReaders(app: FastifyInstance, { standstill, whole } = LIMITS): void {
  app.addHook('onSend', (_request, { raw }, _payload, done) => {
    const cut = (): void => void raw.destroy()
    raw.setTimeout(standstill, cut)
    const timer = setTimeout(cut, whole)
    timer.unref()
    raw.once('close', () => clearTimeout(timer))
    done()
  })
}
