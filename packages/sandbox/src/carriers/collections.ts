import { randomUUID } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import { integer, text } from '../core/rows.ts'
import type { Row } from '../core/rows.ts'
import type { World } from '../core/world.ts'
import type { Wallets } from './wallets.ts'

/** Providers that take payments from wallets. */
export type Provider = 'pawapay' | 'mtn-momo' | 'monime'

/** A payment that a business asked of a wallet: one per reference. */
export interface Collection {
  reference: string
  provider: Provider
  /** Digits only; empty while nobody has dialled its code. */
  msisdn: string
  /** Minor units. */
  amount: number
  currency: string
  status: 'pending' | 'completed' | 'failed'
  /** The provider's word for a failure. */
  failure: string | null
  /** Minor units that reached the payer's wallet again. */
  refunded: number
  attempts: number
  /** Milliseconds since the epoch. */
  created: number
  transactionId: string
  /** Approved, though the provider does not report its end yet. */
  isApproved: boolean
  /** The request as sent, in the provider's own form. */
  wire: Readonly<Record<string, unknown>>
}

/** A collection in the outside world's books; `amount` and `refunded` in minor units. */
export type CollectionRow = Pick<
  Collection,
  'reference' | 'msisdn' | 'amount' | 'currency' | 'status' | 'refunded' | 'attempts'
>

interface NewCollection {
  provider: Provider
  reference: string
  msisdn: string
  minor: bigint
  currency: string
  wire: object
}

/** A provider's part in the end of a payment. */
interface Ending {
  /** Its word for a payer who has too little; null if the payment waits on. */
  readonly poor: string | null
  /** Called once, in the transaction that ends the payment. */
  ended(collection: Collection): void
}

export interface Collections {
  onEnd(provider: Provider, ending: Ending): void
  /** Records a request. Returns false for a reference that was used before: then only the attempt is counted. */
  open(request: NewCollection): boolean
  /** Records a request that never arrived; returns true for the first one with its reference. */
  lose(reference: string): boolean
  find(provider: Provider, reference: string): Collection | null
  /** Ends a pending payment: without a failure, the payer's wallet is charged if it has enough. */
  end(reference: string, failure: string | null): void
  /** Completes a pending payment `forMs` from now. */
  endLater(reference: string, forMs: number): void
  /** Adds money that reached the payer's wallet again. */
  giveBack(reference: string, minor: number): void
  /** Finds a payment by the id, or by the code to dial, that its provider gave it. */
  findBy(field: 'id' | 'ussdCode', value: string): Collection | null
  /** Returns a provider's payments, newest first: all, or those of a number. */
  of(provider: Provider, msisdn?: string): Collection[]
  /** Returns one row per reference, newest first. */
  book(): CollectionRow[]
}

const END = 'collection'

/** Opens the payments from wallets, which all providers share. */
export function openCollections(world: World, wallets: Wallets): Collections {
  const { insert, again, loss, lost, one, close, approve, refund, by, those, ofNumber, all } = openTables(
    world.db,
  )
  const endings = new Map<Provider, Ending>()

  function end(reference: string, failure: string | null) {
    world.atomically(() => {
      const row = one.get(reference)
      const collection = row && toCollection(row)
      const ending = collection && endings.get(collection.provider)
      if (ending === undefined || collection?.status !== 'pending') return
      const { msisdn, currency, amount } = collection
      const isPoor = failure === null && !wallets.take(msisdn, currency, amount)
      if (isPoor && ending.poor === null) return
      const reason = isPoor ? ending.poor : failure
      const closed = close.get(reason === null ? 'completed' : 'failed', reason, reference)
      if (closed !== undefined) ending.ended(toCollection(closed))
    })
  }

  world.onDue(END, (reference) => end(reference, null))

  return {
    onEnd(provider, ending) {
      endings.set(provider, ending)
    },
    open: ({ provider, reference, msisdn, minor, currency, wire }) =>
      world.atomically(() => {
        if (again.run(reference).changes > 0) return false
        const attempts = 1 + (lost.get(reference) === undefined ? 0 : 1)
        insert.run(
          ...[reference, provider, msisdn, minor, currency, attempts],
          ...[JSON.stringify(wire), world.now(), randomUUID()],
        )
        return true
      }),
    lose: (reference) => loss.run(reference).changes > 0,
    find(provider, reference) {
      const row = one.get(reference)
      return row === undefined || row['provider'] !== provider ? null : toCollection(row)
    },
    end,
    endLater(reference, forMs) {
      approve.run(reference)
      world.schedule(END, reference, world.now() + forMs, null)
    },
    giveBack: (reference, minor) => void refund.run(minor, reference),
    findBy(field, value) {
      const row = by[field].get(value)
      return row === undefined ? null : toCollection(row)
    },
    of: (provider, msisdn) =>
      (msisdn === undefined ? those.all(provider) : ofNumber.all(provider, msisdn)).map(toCollection),
    book: () => all.all().map(toBookRow),
  }
}

function openTables(db: DatabaseSync) {
  db.exec(`create table if not exists collections (
    seq integer primary key autoincrement, reference text not null unique, provider text not null,
    msisdn text not null, amount integer not null, currency text not null, attempts integer not null,
    wire text not null, created integer not null, transaction_id text not null,
    status text not null default 'pending', failure text, refunded integer not null default 0,
    approved integer not null default 0
  );
  create index if not exists collections_numbers on collections (msisdn);
  create index if not exists collections_ids on collections (wire ->> 'id');
  create index if not exists collections_codes on collections (wire ->> 'ussdCode');
  create table if not exists lost_collections (reference text primary key)`)
  return {
    insert: db.prepare(`insert into collections
      (reference, provider, msisdn, amount, currency, attempts, wire, created, transaction_id)
      values (?, ?, ?, ?, ?, ?, ?, ?, ?)`),
    again: db.prepare('update collections set attempts = attempts + 1 where reference = ?'),
    loss: db.prepare('insert into lost_collections (reference) values (?) on conflict do nothing'),
    lost: db.prepare('select reference from lost_collections where reference = ?'),
    one: db.prepare('select * from collections where reference = ?'),
    close: db.prepare(
      "update collections set status = ?, failure = ? where reference = ? and status = 'pending' returning *",
    ),
    approve: db.prepare('update collections set approved = 1 where reference = ?'),
    refund: db.prepare('update collections set refunded = refunded + ? where reference = ?'),
    by: {
      id: db.prepare("select * from collections where wire ->> 'id' = ?"),
      ussdCode: db.prepare("select * from collections where wire ->> 'ussdCode' = ?"),
    },
    ofNumber: db.prepare('select * from collections where provider = ? and msisdn = ? order by seq desc'),
    those: db.prepare('select * from collections where provider = ? order by seq desc'),
    all: db.prepare('select * from collections order by seq desc'),
  }
}

function toBookRow(row: Row): CollectionRow {
  return {
    reference: text(row, 'reference'),
    msisdn: text(row, 'msisdn'),
    amount: integer(row, 'amount'),
    currency: text(row, 'currency'),
    status: text(row, 'status') as Collection['status'],
    refunded: integer(row, 'refunded'),
    attempts: integer(row, 'attempts'),
  }
}

function toCollection(row: Row): Collection {
  return {
    ...toBookRow(row),
    provider: text(row, 'provider') as Provider,
    failure: row['failure'] === null ? null : text(row, 'failure'),
    created: integer(row, 'created'),
    transactionId: text(row, 'transaction_id'),
    isApproved: integer(row, 'approved') === 1,
    wire: JSON.parse(text(row, 'wire')) as Collection['wire'],
  }
}
