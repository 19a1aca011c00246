import { createHash } from 'node:crypto'
import type { World } from '../../core/world.ts'
import type { Params } from './params.ts'
import { Refusal, invalid } from './wire.ts'
import type { Answer } from './wire.ts'

const KEPT_MS = 24 * 3_600_000
const LONGEST_KEY = 255

interface Row {
  fingerprint: string
  status: number
  body: string
  request_id: string
}

/** An earlier answer under the same key. */
interface Replay extends Answer {
  originalRequest: string
}

export interface Idempotency {
  /** Returns the answer stored under `key`. Throws 400 `idempotency_error` when the key belongs to another call. */
  replay(key: string, fingerprint: string): Replay | null
  keep(key: string, fingerprint: string, requestId: string, answer: Answer): void
}

/** Stores answers by idempotency key for 24 hours: https://docs.stripe.com/api/idempotent_requests. */
export function createIdempotency(world: World): Idempotency {
  const prune = world.db.prepare('delete from card_idempotency where at < ?')
  const read = world.db.prepare(
    'select fingerprint, status, body, request_id from card_idempotency where key = ?',
  )
  const write = world.db.prepare(
    'insert or ignore into card_idempotency (key, fingerprint, status, body, request_id, at) values (?, ?, ?, ?, ?, ?)',
  )
  return {
    replay(key, fingerprint) {
      if (key.length > LONGEST_KEY) {
        throw invalid(`Idempotency keys may have at most ${LONGEST_KEY} characters.`)
      }
      prune.run(world.now() - KEPT_MS)
      const row = read.get(key) as Row | undefined
      if (!row) return null
      if (row.fingerprint !== fingerprint) {
        throw new Refusal(400, {
          type: 'idempotency_error',
          message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
        })
      }
      return { status: row.status, body: JSON.parse(row.body), originalRequest: row.request_id }
    },
    keep(key, fingerprint, requestId, answer) {
      write.run(key, fingerprint, answer.status, JSON.stringify(answer.body), requestId, world.now())
    },
  }
}

/** Returns the same hash for the same call, in any order of its parameters. */
export function fingerprintOf(path: string, params: Params): string {
  return createHash('sha256')
    .update(`${path}\n${JSON.stringify(sorted(params))}`)
    .digest('hex')
}

function sorted(value: unknown): unknown {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return value
  const entries = Object.entries(value).map(([name, held]) => [name, sorted(held)] as const)
  return entries.sort(([a], [b]) => (a < b ? -1 : 1))
}
