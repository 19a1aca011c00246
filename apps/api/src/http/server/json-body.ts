import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Refused } from '../../lib/refused.ts'

const strictUtf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\]]/gs
const COLON = /\s*:/y

/** Returns true when an object in this (valid) JSON repeats a key: two parsers could each use a different value. */
export function hasDuplicateKey(json: string): boolean {
  const open: (Set<unknown> | null)[] = []
  for (const { 0: token, index } of json.matchAll(TOKEN)) {
    if (token === '{') open.push(new Set())
    else if (token === '[') open.push(null)
    else if (token === '}' || token === ']') open.pop()
    else {
      COLON.lastIndex = index + token.length
      if (!COLON.test(json)) continue
      const [names, name] = [open.at(-1), JSON.parse(token) as unknown]
      if (names?.has(name)) return true
      names?.add(name)
    }
  }
  return false
}

function textOf(request: FastifyRequest, body: Buffer): string {
  const encoding = request.headers['content-encoding'] ?? 'identity'
  if (encoding !== 'identity') throw new Refused('unsupported_media_type')
  try {
    return strictUtf8.decode(body)
  } catch {
    throw new Refused('malformed_json')
  }
}

/**
 * Parses JSON bodies strictly: valid UTF-8, uncompressed, no duplicate keys, no prototype keys. Many clients send a
 * JSON content type with every request, so a call without a body accepts an empty one.
 */
export function registerJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  // Another site's page can send text/plain without a preflight request.
  app.removeContentTypeParser(['application/json', 'text/plain'])
  app.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    try {
      const text = textOf(request, body)
      if (text === '' && request.routeOptions.schema?.body === undefined) done(null, undefined)
      else
        void parse(request, text, (error, value) => {
          if (!error && hasDuplicateKey(text)) done(new Refused('malformed_json'))
          else done(error, value)
        })
    } catch (error) {
      done(error as Error)
    }
  })
}
