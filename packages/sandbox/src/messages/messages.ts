import { createHash, randomUUID } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import { integer, text } from '../core/rows.ts'
import type { Row } from '../core/rows.ts'
import type { FaultTarget, World } from '../core/world.ts'

export type Channel = 'sms' | 'email'

export interface NewMessage {
  to: string
  subject?: string
  text: string
  html?: string
  replyTo?: string
  unsubscribeUrl?: string
}

export interface Message {
  id: string
  channel: Channel
  to: string
  subject?: string
  replyTo?: string
  /** The address in the email's List-Unsubscribe header. */
  unsubscribeUrl?: string
  text: string
  at: string
}

export interface Messages {
  /**
   * Accepts a message and shows it at once, unless a fault drops, repeats or delays it. A repeated idempotency key
   * returns the same id and has no other effect; with another message it is a conflict and returns null.
   */
  accept(channel: Channel, message: NewMessage, idempotencyKey?: string): string | null
  /** Newest first; `to` is a phone number in any spelling or an email address in any case. */
  list(filter: { to?: string; limit: number }): Message[]
  /** Returns true once a code for our site was sent to this phone: its owner has signed in, or confirmed it. */
  gotCode(phone: string): boolean
  /** The HTML of one email; null when there is none. */
  html(id: string): string | null
  /** The newest emails that have HTML. */
  idsWithHtml(limit: number): Set<string>
}

const LATE_MS = 5_000
const ARRIVAL = 'message'

export function openMessages(world: World): Messages {
  const { insert, keyed, keep, all, to, coded, designed, html } = openTables(world.db)

  function arrive(id: string, channel: Channel, message: NewMessage) {
    const key = addressKey(message.to)
    const { subject = null, html = null, replyTo = null, unsubscribeUrl = null } = message
    const headers = [replyTo, unsubscribeUrl] as const
    insert.run(id, channel, message.to, key, subject, message.text, html, ...headers, world.now())
  }

  world.onDue(ARRIVAL, (id, payload) => {
    const { channel, message } = payload as { channel: Channel; message: NewMessage }
    arrive(id, channel, message)
  })

  function send(id: string, channel: Channel, message: NewMessage) {
    const target: FaultTarget = channel
    const fault = world.faults.take(target, ['drop', 'duplicate', 'reorder'])
    if (fault?.mode === 'drop') return
    if (fault?.mode === 'reorder') {
      world.schedule(ARRIVAL, id, world.now() + (fault.ms ?? LATE_MS), { channel, message })
      return
    }
    arrive(id, channel, message)
    if (fault?.mode === 'duplicate') arrive(randomUUID(), channel, message)
  }

  return {
    accept(channel, message, idempotencyKey) {
      return world.atomically(() => {
        const id = randomUUID()
        if (idempotencyKey !== undefined) {
          const key = `${channel}:${idempotencyKey}`
          const digest = createHash('sha256').update(JSON.stringify(message)).digest('hex')
          const known = keyed.get(key)
          if (known !== undefined) return text(known, 'digest') === digest ? text(known, 'id') : null
          keep.run(key, id, digest)
        }
        send(id, channel, message)
        return id
      })
    },
    list(filter) {
      const rows =
        filter.to === undefined ? all.all(filter.limit) : to.all(addressKey(filter.to), filter.limit)
      return rows.map(toMessage)
    },
    gotCode: (phone) => coded.get(addressKey(phone)) !== undefined,
    html(id) {
      const row = html.get(id)
      return row === undefined ? null : text(row, 'html')
    },
    idsWithHtml: (limit) => new Set(designed.all(limit).map((row) => text(row, 'id'))),
  }
}

/**
 * Returns one key per mailbox or phone: the digits of a number (an unencoded `+` arrives as a blank), the
 * lower case of an address.
 */
function addressKey(address: string): string {
  return address.includes('@') ? address.trim().toLowerCase() : address.replaceAll(/\D/g, '')
}

function toMessage(row: Row): Message {
  return {
    id: text(row, 'id'),
    channel: text(row, 'channel') === 'sms' ? 'sms' : 'email',
    to: text(row, 'recipient'),
    ...(row['subject'] === null ? {} : { subject: text(row, 'subject') }),
    ...(row['reply_to'] === null ? {} : { replyTo: text(row, 'reply_to') }),
    ...(row['unsubscribe_url'] === null ? {} : { unsubscribeUrl: text(row, 'unsubscribe_url') }),
    text: text(row, 'body'),
    at: new Date(integer(row, 'at')).toISOString(),
  }
}

/** Updates books from before emails had a reply address, or an unsubscribe address. */
function addHeaders(db: DatabaseSync) {
  const columns = db.prepare('select name from pragma_table_info(?)').all('messages')
  for (const header of ['reply_to', 'unsubscribe_url']) {
    if (columns.every((column) => column['name'] !== header))
      db.exec(`alter table messages add column ${header} text`)
  }
}

function openTables(db: DatabaseSync) {
  db.exec(`create table if not exists messages (
    seq integer primary key autoincrement, id text not null unique, channel text not null, recipient text not null,
    recipient_key text not null, subject text, body text not null, html text, reply_to text, unsubscribe_url text,
    at integer not null
  );
  create index if not exists messages_by_recipient on messages (recipient_key, seq);
  create table if not exists message_keys (key text primary key, id text not null, digest text not null)`)
  addHeaders(db)
  const insert = db.prepare(`insert into messages
    (id, channel, recipient, recipient_key, subject, body, html, reply_to, unsubscribe_url, at)
    values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`)
  const keyed = db.prepare('select id, digest from message_keys where key = ?')
  const keep = db.prepare('insert into message_keys (key, id, digest) values (?, ?, ?)')
  const columns = 'id, channel, recipient, subject, reply_to, unsubscribe_url, body, at'
  const all = db.prepare(`select ${columns} from messages order by seq desc limit ?`)
  const to = db.prepare(`select ${columns} from messages where recipient_key = ? order by seq desc limit ?`)
  // The last line of a code that is bound to a site, such as `@sesa.example #123456`.
  const coded = db.prepare(
    "select 1 from messages where recipient_key = ? and channel = 'sms' and body glob '*@* #[0-9]*' limit 1",
  )
  const designed = db.prepare('select id from messages where html is not null order by seq desc limit ?')
  const html = db.prepare('select html from messages where id = ? and html is not null')
  return { insert, keyed, keep, all, to, coded, designed, html }
}
