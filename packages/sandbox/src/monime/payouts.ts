import { randomUUID } from 'node:crypto'
import type { Collections } from '../carriers/collections.ts'
import type { PayoutRow, Wallets } from '../carriers/wallets.ts'
import { integer, text } from '../core/rows.ts'
import type { Row } from '../core/rows.ts'
import type { World } from '../core/world.ts'
import { notify } from './hooks.ts'
import { ACCOUNT } from './ledger.ts'
import type { Ledger } from './ledger.ts'
import { digits } from './requests.ts'
import type { Metadata, NewPayout } from './requests.ts'

/** Invented: the last four digits decide, as for the other rails. */
const SLOW = '0002'
const FAILURES: Readonly<Record<string, string>> = {
  '0001': 'provider_account_missing',
  '0005': 'provider_account_quota_exhausted',
}
const SLOW_MS = 60_000
const COMPLETION = 'monime-payout'

export interface MonimePayouts {
  /** Creates a payout under its idempotency key; a repeated key returns the first one. */
  create(key: string, payout: NewPayout): object
  lose(key: string): boolean
  isKnown(key: string): boolean
  find(id: string): object | null
  /** Returns the payouts, newest first. */
  list(): { status: string }[]
  /** Returns the rows of payouts that give nothing back. */
  book(): PayoutRow[]
}

/** Opens Monime's payouts, which are also its only way to give a payment back. */
export function openMonimePayouts(
  world: World,
  { wallets, collections, ledger }: { wallets: Wallets; collections: Collections; ledger: Ledger },
): MonimePayouts {
  const { insert, one, byId, again, close, loss, lost, all } = openTables(world)

  function settle(key: string, failure: string | null) {
    const row = close.get(failure === null ? 'completed' : 'failed', failure, key)
    if (row === undefined) return
    const { amount, destination } = wireOf(row)
    const owner = { id: text(row, 'id'), type: 'payout' }
    if (failure === null) {
      wallets.pay(digits(destination.phoneNumber), amount.currency, amount.value)
      const paid = row['collection']
      if (typeof paid === 'string') collections.giveBack(paid, amount.value)
    } else if (failure !== 'fund_insufficient') ledger.move(amount.value, owner)
    const data = toPayout(row)
    notify(world, `payout.${data.status}`, 'payout', data)
  }

  /**
   * Returns the payment that a payout gives back. Monime links none: for the books, it is a paid code of the same number
   * with an equal field of metadata and enough left.
   */
  function givesBack({ amount, destination, metadata }: NewPayout): string | null {
    const shares = (other: Metadata) =>
      Object.entries(metadata ?? {}).some(([name, value]) => other[name] === value)
    const found = collections
      .of('monime', digits(destination.phoneNumber))
      .find(
        ({ status, amount: paid, refunded, wire }) =>
          status === 'completed' &&
          paid - refunded >= amount.value &&
          shares((wire['metadata'] ?? {}) as Metadata),
      )
    return found?.reference ?? null
  }

  world.onDue(COMPLETION, (key) => settle(key, null))

  return {
    create: (key, payout) =>
      world.atomically(() => {
        if (again.run(key).changes === 0) {
          const attempts = lost.get(key) === undefined ? 1 : 2
          const id = `pyt-${randomUUID()}`
          const [wire, collection] = [JSON.stringify(payout), givesBack(payout)]
          insert.run(key, id, attempts, wire, collection, world.now(), randomUUID())
          const { value } = payout.amount
          const ending = payout.destination.phoneNumber.slice(-4)
          if (ledger.balance() < value) settle(key, 'fund_insufficient')
          else {
            ledger.move(-value, { id, type: 'payout' })
            if (ending === SLOW) world.schedule(COMPLETION, key, world.now() + SLOW_MS, null)
            else settle(key, FAILURES[ending] ?? null)
          }
        }
        return toPayout(one.get(key) ?? {})
      }),
    lose: (key) => loss.run(key).changes > 0,
    isKnown: (key) => one.get(key) !== undefined,
    find(id) {
      const row = byId.get(id)
      return row === undefined ? null : toPayout(row)
    },
    list: () => all.all().map(toPayout),
    book: () =>
      all
        .all()
        .filter((row) => row['collection'] === null)
        .map(toBookRow),
  }
}

function openTables({ db }: World) {
  db.exec(`create table if not exists monime_payouts (
    seq integer primary key autoincrement, reference text not null unique, id text not null unique,
    attempts integer not null, wire text not null, collection text, created integer not null,
    transaction_id text not null, status text not null default 'processing', failure text
  );
  create table if not exists lost_monime_payouts (reference text primary key)`)
  return {
    insert: db.prepare(`insert into monime_payouts
      (reference, id, attempts, wire, collection, created, transaction_id) values (?, ?, ?, ?, ?, ?, ?)`),
    one: db.prepare('select * from monime_payouts where reference = ?'),
    byId: db.prepare('select * from monime_payouts where id = ?'),
    again: db.prepare('update monime_payouts set attempts = attempts + 1 where reference = ?'),
    close: db.prepare(
      "update monime_payouts set status = ?, failure = ? where reference = ? and status = 'processing' returning *",
    ),
    loss: db.prepare('insert into lost_monime_payouts (reference) values (?) on conflict do nothing'),
    lost: db.prepare('select reference from lost_monime_payouts where reference = ?'),
    all: db.prepare('select * from monime_payouts order by seq desc'),
  }
}

const wireOf = (row: Row) => JSON.parse(text(row, 'wire')) as NewPayout

function toPayout(row: Row) {
  const { amount, destination, metadata } = wireOf(row)
  const status = text(row, 'status')
  const failure = row['failure']
  return {
    id: text(row, 'id'),
    status,
    amount,
    source: { financialAccountId: ACCOUNT, transactionReference: null },
    destination: {
      ...destination,
      transactionReference: status === 'completed' ? text(row, 'transaction_id') : null,
    },
    fees: [],
    failureDetail: failure === null ? null : { code: failure, message: 'The payout ended without success.' },
    createTime: new Date(integer(row, 'created')).toISOString(),
    metadata,
  }
}

function toBookRow(row: Row): PayoutRow {
  const { amount, destination } = wireOf(row)
  const status = text(row, 'status')
  return {
    reference: text(row, 'reference'),
    msisdn: digits(destination.phoneNumber),
    amount: amount.value,
    currency: amount.currency,
    status: status === 'completed' || status === 'failed' ? status : 'pending',
    attempts: integer(row, 'attempts'),
  }
}
