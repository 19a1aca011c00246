import type { FastifyRequest } from 'fastify'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'

export const brotli = promisify(brotliCompress)
export const zip = promisify(gzip)

/** Returns the smallest encoding that the client accepts. */
export function encodingFor(request: FastifyRequest): 'br' | 'gzip' | 'plain' {
  const accepted = String(request.headers['accept-encoding'] ?? '')
  if (/\bbr\b/.test(accepted)) return 'br'
  return /\bgzip\b/.test(accepted) ? 'gzip' : 'plain'
}
