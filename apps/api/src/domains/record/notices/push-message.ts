import { createHash } from 'node:crypto'
import type { PushMessage } from './ports.ts'
import { kindOf } from './kinds.ts'

/** Largest payload before encryption, in bytes: push services refuse bodies over about 4 kB. */
export const MOST_PAYLOAD_BYTES = 3_800

/** A notice, as far as a push notification shows it. */
export interface PushedNotice {
  readonly kind: string
  readonly key: string
  readonly path: string
}

/** A push service takes at most 32 characters of base64url. */
const TOPIC_CHARACTERS = 32

/**
 * Returns the name under which a newer notification replaces an older one: one per transfer, and one per notice where
 * nothing is replaced.
 */
export function topicOf({ kind, key, path }: PushedNotice): string {
  const subject = kindOf(kind)?.push === 'transfers' ? path : key
  return createHash('sha256').update(subject).digest('base64url').slice(0, TOPIC_CHARACTERS)
}

/**
 * Returns the message for a notice: a generic sentence and the page to open, without amount or name. Null for a kind that
 * is not pushed, and for a payload over the limit.
 */
export function pushMessage(notice: PushedNotice): Omit<PushMessage, 'subscription'> | null {
  const kind = kindOf(notice.kind)
  if (kind === undefined || kind.push === 'never') return null
  const topic = topicOf(notice)
  const payload = JSON.stringify({ title: kind.sentence, path: notice.path, tag: topic })
  if (Buffer.byteLength(payload) > MOST_PAYLOAD_BYTES) return null
  return { payload, topic, ttl: kind.ttl, urgency: kind.urgency }
}
