import type { FastifyReply } from 'fastify'
import { isDatabaseUnavailable } from '../db/errors.ts'
import { Refused } from '../lib/refused.ts'

/** Seconds to wait for the database, and for a limit without a time. */
const DATABASE_WAIT = 2
const LIMIT_WAIT = 60

/**
 * Sends a live page's "not now" message when its limit is reached or the database does not answer; throws any other
 * error.
 */
export function sendBusyPage(
  error: Error,
  reply: FastifyReply,
  page: string,
  values: Readonly<Record<string, string>>,
): Promise<FastifyReply> {
  const limited = error instanceof Refused && error.code === 'rate_limited'
  if (!limited && !isDatabaseUnavailable(error)) throw error
  const wait = limited ? (error.options.retryAfter ?? LIMIT_WAIT) : DATABASE_WAIT
  return reply
    .code(limited ? 429 : 503)
    .header('retry-after', String(Math.ceil(wait)))
    .sendLive(page, values)
}
