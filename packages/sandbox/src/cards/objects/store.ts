import { randomBytes } from 'node:crypto'
import type Stripe from 'stripe'
import type { World } from '../../core/world.ts'

/** All objects that the card network stores, by the value of their `object` field. */
export interface Kinds {
  payment_intent: Stripe.PaymentIntent
  payment_method: Stripe.PaymentMethod
  token: Stripe.Token
  charge: Stripe.Charge
  customer: Stripe.Customer
  refund: Stripe.Refund
  dispute: Stripe.Dispute
  review: Stripe.Review
  'radar.early_fraud_warning': Stripe.Radar.EarlyFraudWarning
  balance_transaction: Stripe.BalanceTransaction
  event: Stripe.EventBase
  account: Stripe.Account & { created: number }
  webhook_endpoint: Stripe.WebhookEndpoint
}
export type Kind = keyof Kinds
export type CardObject = Kinds[Kind]

/** One object, with internal data that the network never returns. */
export interface Kept<K extends Kind> {
  object: Kinds[K]
  /** Never part of an answer: a card's test behaviour, the token of a running 3-D Secure challenge. */
  secret: Record<string, string>
}

interface Row {
  doc: string
  secret: string
}

export interface CardStore {
  insert(object: CardObject, parent?: string | null, secret?: Record<string, string>): void
  save(object: CardObject, secret?: Record<string, string>): void
  find<K extends Kind>(kind: K, id: string): Kept<K> | null
  /** Returns the object with this id, of any kind. */
  any(id: string): CardObject | null
  /** Newest first; with `parent` only its own objects. */
  all<K extends Kind>(kind: K, parent?: string): Kinds[K][]
  keepSession(session: KeptSession): void
  /** Returns true while the merchant lets Stripe debit its bank account for a negative balance; the default. */
  debitsBank(): boolean
  setDebitsBank(debits: boolean): void
  /** When banks answer a debit by themselves. */
  debitSettings(): DebitSettings
  setDebitSettings(settings: DebitSettings): void
  /** Returns an unused session that has not expired by `now` (seconds) and marks it as used. */
  takeSession(secret: string, now: number): KeptSession | null
}

/** Whether a customer's bank answers a debit by itself, after some seconds, or waits for the sandbox's control. */
export interface DebitSettings {
  readonly answers: 'auto' | 'ask'
  readonly afterSeconds: number
}

const QUICK: DebitSettings = { answers: 'auto', afterSeconds: 5 }

/** How a card form may use the customer's saved cards. */
export type PaymentElementFeatures = Stripe.CustomerSession.Components.PaymentElement.Features

/** A customer session: the card form in the browser uses its secret once. */
export interface KeptSession {
  readonly secret: string
  readonly customer: string
  readonly components: { readonly features: PaymentElementFeatures | null }
  /** Seconds since the epoch. */
  readonly expiresAt: number
}

interface SessionRow {
  customer: string
  components: string
  expires_at: number
}

const SCHEMA = `
  create table if not exists card_objects (
    seq integer primary key autoincrement,
    id text not null unique,
    kind text not null,
    parent text,
    doc text not null,
    secret text not null
  ) strict;
  create index if not exists card_objects_kind on card_objects (kind, seq);
  create index if not exists card_objects_parent on card_objects (parent, kind);
  create table if not exists card_customer_sessions (
    secret text primary key,
    customer text not null,
    components text not null,
    expires_at integer not null,
    used integer not null default 0
  ) strict;
  create table if not exists card_account (debits_bank integer not null) strict;
  create table if not exists card_debit_settings (settings text not null) strict;
  create table if not exists card_idempotency (
    key text primary key,
    fingerprint text not null,
    status integer not null,
    body text not null,
    request_id text not null,
    at integer not null
  ) strict;`

/** Opens the card network's tables in the world's books. */
export function createStore(world: World): CardStore {
  world.db.exec(SCHEMA)
  const insert = world.db.prepare(
    'insert into card_objects (id, kind, parent, doc, secret) values (?, ?, ?, ?, ?)',
  )
  const save = world.db.prepare('update card_objects set doc = ?, secret = coalesce(?, secret) where id = ?')
  const byId = world.db.prepare('select doc, secret from card_objects where id = ?')
  const byKind = world.db.prepare('select doc from card_objects where kind = ? order by seq desc')
  const byParent = world.db.prepare(
    'select doc from card_objects where kind = ? and parent = ? order by seq desc',
  )
  const keepSession = world.db.prepare(
    'insert into card_customer_sessions (secret, customer, components, expires_at) values (?, ?, ?, ?)',
  )
  const takeSession = world.db.prepare(
    'update card_customer_sessions set used = 1 where secret = ? and used = 0 and expires_at > ? returning customer, components, expires_at',
  )
  const account = world.db.prepare('select debits_bank from card_account')
  const setAccount = world.db.prepare('insert into card_account (debits_bank) values (?)')
  const debits = world.db.prepare('select settings from card_debit_settings')
  const setDebits = world.db.prepare('insert into card_debit_settings (settings) values (?)')
  const read = (id: string): Row | undefined => byId.get(id) as Row | undefined
  return {
    insert(object, parent = null, secret = {}) {
      insert.run(object.id, object.object, parent, JSON.stringify(object), JSON.stringify(secret))
    },
    save(object, secret) {
      save.run(JSON.stringify(object), secret ? JSON.stringify(secret) : null, object.id)
    },
    find<K extends Kind>(kind: K, id: string) {
      const row = read(id)
      if (!row) return null
      const object = JSON.parse(row.doc) as Kinds[K]
      if (object.object !== kind) return null
      return { object, secret: JSON.parse(row.secret) as Record<string, string> }
    },
    any(id) {
      const row = read(id)
      return row ? (JSON.parse(row.doc) as CardObject) : null
    },
    all<K extends Kind>(kind: K, parent?: string) {
      const rows = parent === undefined ? byKind.all(kind) : byParent.all(kind, parent)
      return (rows as unknown as Row[]).map((row) => JSON.parse(row.doc) as Kinds[K])
    },
    debitsBank: () => account.get()?.['debits_bank'] !== 0,
    setDebitsBank(debits) {
      world.db.exec('delete from card_account')
      setAccount.run(debits ? 1 : 0)
    },
    debitSettings() {
      const kept = debits.get()?.['settings']
      return typeof kept === 'string' ? (JSON.parse(kept) as DebitSettings) : QUICK
    },
    setDebitSettings(settings) {
      world.db.exec('delete from card_debit_settings')
      setDebits.run(JSON.stringify(settings))
    },
    keepSession({ secret, customer, components, expiresAt }) {
      keepSession.run(secret, customer, JSON.stringify(components), expiresAt)
    },
    takeSession(secret, now) {
      const row = takeSession.get(secret, now) as unknown as SessionRow | undefined
      if (!row) return null
      const components = JSON.parse(row.components) as KeptSession['components']
      return { secret, customer: row.customer, components, expiresAt: row.expires_at }
    },
  }
}

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** Returns a new id in Stripe's style, such as `pi_3` and 23 letters and digits. */
export function newId(prefix: string, length = 23): string {
  // 256 is not a multiple of 62: the slight bias to the first letters does not matter for an id.
  return prefix + Array.from(randomBytes(length), (byte) => ALPHABET[byte % ALPHABET.length]).join('')
}
