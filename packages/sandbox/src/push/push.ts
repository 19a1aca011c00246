import { randomBytes } from 'node:crypto'
import { integer, text } from '../core/rows.ts'
import type { Row } from '../core/rows.ts'
import type { World } from '../core/world.ts'

/** A message that the push service stores for a browser and cannot read. */
export interface PushedMessage {
  id: string
  subscription: string
  /** Size of the encrypted body, in bytes. */
  size: number
  ttl: number
  urgency: string
  topic: string | null
  at: string
  /** The encrypted body, base64url, for the browser. */
  body: string
}

export interface Subscribed {
  /** VAPID key that the browser subscribed with; null without one. */
  key: string | null
  ended: boolean
}

export interface PushService {
  /** Opens a subscription, as `pushManager.subscribe` does, and returns its id. */
  subscribe(key: string | null): string
  find(id: string): Subscribed | null
  /** Ends a subscription, as a browser reset does. */
  end(id: string): void
  /** Stores a message, replacing an undelivered one of the same topic. */
  keep(message: Omit<PushedMessage, 'id' | 'at'>): string
  /** Newest first. */
  list(filter: { subscription?: string; limit: number }): PushedMessage[]
}

export function openPush({ db, now }: Pick<World, 'db' | 'now'>): PushService {
  db.exec(`create table if not exists push_subscriptions (
    id text primary key, vapid_key text, ended integer not null default 0
  );
  create table if not exists push_messages (
    seq integer primary key autoincrement, id text not null unique, subscription text not null, size integer not null,
    ttl integer not null, urgency text not null, topic text, body text not null, at integer not null
  )`)
  const insert = db.prepare('insert into push_subscriptions (id, vapid_key) values (?, ?)')
  const find = db.prepare('select vapid_key, ended from push_subscriptions where id = ?')
  const end = db.prepare('update push_subscriptions set ended = 1 where id = ?')
  const replace = db.prepare('delete from push_messages where subscription = ? and topic = ?')
  const keep = db.prepare(
    'insert into push_messages (id, subscription, size, ttl, urgency, topic, body, at) values (?, ?, ?, ?, ?, ?, ?, ?)',
  )
  const columns = 'id, subscription, size, ttl, urgency, topic, body, at'
  const all = db.prepare(`select ${columns} from push_messages order by seq desc limit ?`)
  const of = db.prepare(
    `select ${columns} from push_messages where subscription = ? order by seq desc limit ?`,
  )
  return {
    subscribe(key) {
      const id = randomBytes(24).toString('base64url')
      insert.run(id, key)
      return id
    },
    find(id) {
      const row = find.get(id)
      if (row === undefined) return null
      return {
        key: row['vapid_key'] === null ? null : text(row, 'vapid_key'),
        ended: integer(row, 'ended') === 1,
      }
    },
    end: (id) => void end.run(id),
    keep({ subscription, size, ttl, urgency, topic, body }) {
      const id = randomBytes(12).toString('base64url')
      if (topic !== null) replace.run(subscription, topic)
      keep.run(id, subscription, size, ttl, urgency, topic, body, now())
      return id
    },
    list({ subscription, limit }) {
      const rows = subscription === undefined ? all.all(limit) : of.all(subscription, limit)
      return rows.map(toMessage)
    },
  }
}

function toMessage(row: Row): PushedMessage {
  return {
    id: text(row, 'id'),
    subscription: text(row, 'subscription'),
    size: integer(row, 'size'),
    ttl: integer(row, 'ttl'),
    urgency: text(row, 'urgency'),
    topic: row['topic'] === null ? null : text(row, 'topic'),
    body: text(row, 'body'),
    at: new Date(integer(row, 'at')).toISOString(),
  }
}
