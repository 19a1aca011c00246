import { createHmac, timingSafeEqual } from 'node:crypto'
import * as v from 'valibot'
import { parseJson } from '../../lib/parse-json.ts'
import { deriveKey } from '../../lib/secrets.ts'
import { REFUSED_CALLBACK, type PayoutCallbacks } from '../../domains/transfers/ports.ts'

const PATH = '/webhooks/mtn-momo'
const callback = v.object({ externalId: v.pipe(v.string(), v.uuid()) })

export interface MomoCallbacks extends PayoutCallbacks {
  /** Returns the path for MTN's callback about one payout. */
  pathFor(reference: string): string
}

/**
 * Creates the callbacks of MTN, whose notifications are unsigned and sent once, so they only prompt a status request.
 * Each payout has its own callback address, which ends in an unguessable code derived from `secrets` (the current one
 * first). A call to any other address reads nothing from the database.
 */
export function createMomoCallbacks(secrets: readonly [Buffer, ...Buffer[]]): MomoCallbacks {
  const [key, ...before] = secrets.map((secret) => deriveKey(secret, 'mtn-momo-callbacks')) as [
    Buffer,
    ...Buffer[],
  ]
  const pathWith = (by: Buffer, reference: string): string =>
    `${PATH}/${createHmac('sha256', by).update(reference).digest('base64url')}`

  function isOurs(path: string, reference: string): boolean {
    return [key, ...before].some((by) => {
      const [given, expected] = [Buffer.from(path), Buffer.from(pathWith(by, reference))]
      return given.length === expected.length && timingSafeEqual(given, expected)
    })
  }

  return {
    name: 'mtn-momo',
    hasCode: true,
    pathFor: (reference) => pathWith(key, reference),
    read({ path, body }) {
      const parsed = v.safeParse(callback, parseJson(body.toString('utf8')))
      if (!parsed.success) return REFUSED_CALLBACK
      const { externalId } = parsed.output
      return isOurs(path, externalId) ? externalId : REFUSED_CALLBACK
    },
  }
}
