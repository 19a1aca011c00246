import { createHmac, timingSafeEqual } from 'node:crypto'
import * as v from 'valibot'
import { parseJson } from '../../lib/parse-json.ts'
import { deriveKey } from '../../lib/secrets.ts'
import {
  REFUSED_CALLBACK,
  type CallbackSubject,
  type PayoutCallbacks,
} from '../../domains/transfers/ports.ts'

const PATH = '/webhooks/mtn-momo'
const callback = v.object({ externalId: v.pipe(v.string(), v.uuid()) })

export interface MomoCallbacks extends PayoutCallbacks {
  /** Returns the path for MTN's callback about one request, by default a payout. */
  pathFor(reference: string, kind?: Kind): string
}

type Kind = CallbackSubject['kind']
const KINDS = ['payout', 'collection', 'refund'] as const satisfies readonly Kind[]

/**
 * Creates the callbacks of MTN, whose notifications are unsigned and sent once, so they only prompt a status request.
 * Each request has its own callback address, which ends in an unguessable code derived from `secrets` (the current one
 * first), from its kind and from its reference. A call to any other address reads nothing from the database.
 */
export function createMomoCallbacks(secrets: readonly [Buffer, ...Buffer[]]): MomoCallbacks {
  const [key, ...before] = secrets.map((secret) => deriveKey(secret, 'mtn-momo-callbacks')) as [
    Buffer,
    ...Buffer[],
  ]
  const pathWith = (by: Buffer, reference: string, kind: Kind): string => {
    const subject = kind === 'payout' ? reference : `${kind}:${reference}`
    return `${PATH}/${createHmac('sha256', by).update(subject).digest('base64url')}`
  }

  function isOurs(path: string, reference: string, kind: Kind): boolean {
    return [key, ...before].some((by) => {
      const [given, expected] = [Buffer.from(path), Buffer.from(pathWith(by, reference, kind))]
      return given.length === expected.length && timingSafeEqual(given, expected)
    })
  }

  return {
    name: 'mtn-momo',
    hasCode: true,
    pathFor: (reference, kind = 'payout') => pathWith(key, reference, kind),
    read({ path, body }) {
      const parsed = v.safeParse(callback, parseJson(body.toString('utf8')))
      if (!parsed.success) return REFUSED_CALLBACK
      const { externalId: reference } = parsed.output
      const kind = KINDS.find((one) => isOurs(path, reference, one))
      return kind === undefined ? REFUSED_CALLBACK : { kind, reference }
    },
  }
}
