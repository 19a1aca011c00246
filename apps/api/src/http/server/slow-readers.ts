import type { FastifyInstance } from 'fastify'

/**
 * How long an answer may stand still, and how long it may take from its first byte to its last, in milliseconds. The
 * second is long: what we serve is small, but a phone at the edge of its network takes 2 kB a second.
 */
const LIMITS = { standstill: 7_000, whole: 120_000 }

/** Cuts who does not take their answer, or takes it a few bytes at a time; until an answer begins nothing is counted. */
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
