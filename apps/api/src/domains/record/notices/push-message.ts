import { createHash } from 'node:crypto'
import type { PushMessage } from './ports.ts'
import { kindOf } from './kinds.ts'

/** Maximum payload before encryption, in bytes: push services refuse bodies over about 4 kB. */
export const MOST_PAYLOAD_BYTES = 3_800

/** The parts of a notice that a push notification shows. */
export interface PushedNotice {
  readonly kind: string
  readonly key: string
  readonly path: string
}

/** Maximum base64url characters that a push service accepts. */
const TOPIC_CHARACTERS = 32

/**
 * Returns the topic under which a newer notification replaces an older one: one per transfer, or one per notice if nothing is
 * replaced.
 */
export function topicOf({ kind, key, path }: PushedNotice): string {
  const subject = kindOf(kind)?.push === 'transfers' ? path : key
  return createHash('sha256').update(subject).digest('base64url').slice(0, TOPIC_CHARACTERS)
}

/**
 * Returns the message for a notice: a generic sentence and the page to open, without amount or name. Returns null for a kind
 * that is not pushed, and for a payload over the limit.
 */
export function pushMessage(notice: PushedNotice): Omit<PushMessage, 'subscription'> | null {
  const kind = kindOf(notice.kind)
  if (kind === undefined || kind.push === 'never') return null
  const topic = topicOf(notice)
  const payload = JSON.stringify({ title: kind.sentence, path: notice.path, tag: topic })
  if (Buffer.byteLength(payload) > MOST_PAYLOAD_BYTES) return null
  return { payload, topic, ttl: kind.ttl, urgency: kind.urgency }
}
