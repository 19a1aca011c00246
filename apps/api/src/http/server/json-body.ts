import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Refused } from '../../lib/refused.ts'

const strictUtf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\]]/gs
const COLON = /\s*:/y

/** True when an object in this (valid) JSON says one thing twice: two readers could believe different halves. */
export function saysTwice(json: string): boolean {
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
 * Reads bodies of JSON strictly: valid UTF-8, not compressed, no key twice, nothing that reaches for prototypes. Many
 * clients name JSON whatever they send, so a call that takes no body takes an empty one.
 */
export function registerJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  // Text is what another site's page can send without asking first.
  app.removeContentTypeParser(['application/json', 'text/plain'])
  app.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    try {
      const text = textOf(request, body)
      if (text === '' && request.routeOptions.schema?.body === undefined) done(null, undefined)
      else
        void parse(request, text, (error, value) => {
          if (!error && saysTwice(text)) done(new Refused('malformed_json'))
          else done(error, value)
        })
    } catch (error) {
      done(error as Error)
    }
  })
}
