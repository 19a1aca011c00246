import type { FastifyInstance } from 'fastify'
import type { IncomingMessage } from 'node:http'
import { Refused } from '../../lib/refused.ts'

/** Headers that name a request's host, sender and length. Each may appear once. */
const ONCE = ['host', 'authorization', 'content-length', 'content-type', 'origin', 'transfer-encoding']

/**
 * Returns true if every program on the way reads the same host, caller and length in a request. Node uses the first of
 * two hosts and a cache may use the last (RFC 9112, section 3.2).
 */
export function hasOneMeaning({
  rawHeaders,
  url = '',
}: Pick<IncomingMessage, 'rawHeaders' | 'url'>): boolean {
  const names = rawHeaders.filter((_, at) => at % 2 === 0).map((name) => name.toLowerCase())
  if (ONCE.some((once) => names.filter((name) => name === once).length > 1)) return false
  if (url.startsWith('/') || url === '*') return true
  // An absolute URL instead of a path, as proxies send: allowed only for the host in the header.
  const host = rawHeaders[names.indexOf('host') * 2 + 1]
  return URL.canParse(url) && host !== undefined && new URL(url).host === host.toLowerCase()
}

/** Answers 400 to a request that two programs could read differently. */
export function refuseTwoMeanings(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ raw }) => {
    if (!hasOneMeaning(raw)) throw new Refused('malformed_request')
  })
}
