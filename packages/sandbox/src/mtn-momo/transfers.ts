import { randomUUID } from 'node:crypto'
import { integer, text } from '../core/rows.ts'
import type { Row } from '../core/rows.ts'
import type { World } from '../core/world.ts'
import { fromWire } from '../carriers/amounts.ts'
import type { PayoutRow, Wallets } from '../carriers/wallets.ts'
import type { Product } from './access.ts'
import type { Outcome } from './outcomes.ts'

/** A transfer as requested; queries return it unchanged. */
export interface TransferRequest {
  amount: string
  currency: string
  externalId: string
  msisdn: string
  payerMessage: string
  payeeNote: string
  /** The sender's fields of a cash transfer; queries return them unchanged. */
  sender: Readonly<Record<string, string>>
}

export interface MomoTransfers {
  /**
   * Accepts a request under its reference. `known`: the reference was used before, and only the attempt is
   * counted. `no_funds`: the business's float in that currency is too low.
   */
  accept(
    reference: string,
    product: Product,
    transfer: TransferRequest,
    outcome: Outcome,
    callback: string | null,
  ): 'accepted' | 'known' | 'no_funds'
  /** Records a request that never reached MTN; returns true for the first one with its reference. */
  lose(reference: string): boolean
  /** Returns MTN's body for a status query, or null if it has no such transfer. */
  find(product: Product, reference: string): Record<string, unknown> | null
  /** Returns one row per reference, newest first. */
  book(): PayoutRow[]
  /** Returns the business's float in a currency, in minor units. */
  floatOf(currency: string): bigint
  setFloat(currency: string, minor: bigint): void
}

/** Initial float per currency. */
const FLOAT_MINOR = 100_000_000_000_00n
const COMPLETION = 'momo-transfer'
const WORDS = { PENDING: 'pending', SUCCESSFUL: 'completed', FAILED: 'failed' } as const

/** Opens MTN's books. A callback is sent once, unsigned, and never repeated. */
export function openMomoTransfers(world: World, wallets: Wallets): MomoTransfers {
  const { one, insert, again, remove, close, loss, lost, all, floats } = openTables(world)
  const floatOf = (currency: string): bigint => {
    const row = floats.read.get(currency)
    return row === undefined ? FLOAT_MINOR : BigInt(integer(row, 'balance'))
  }
  const setFloat = (currency: string, minor: bigint) => void floats.write.run(currency, minor)

  function settle(reference: string, code: string | null) {
    const status = code === null ? 'SUCCESSFUL' : 'FAILED'
    const row = close.get(status, code, reference)
    if (row === undefined) return
    const [currency, minor] = [text(row, 'currency'), integer(row, 'minor')]
    if (code === null) wallets.pay(text(row, 'msisdn'), currency, minor)
    else setFloat(currency, floatOf(currency) + BigInt(minor))
    const callback = row['callback']
    if (typeof callback === 'string') {
      const headers = { 'content-type': 'application/json' }
      world.deliver('mtn-momo', { path: callback, method: 'PUT', headers, body: JSON.stringify(toBody(row)) })
    }
  }

  world.onDue(COMPLETION, (reference) => settle(reference, null))

  return {
    accept(reference, product, transfer, outcome, callback) {
      return world.atomically(() => {
        const before = lost.get(reference)
        const attempts = 1 + (before === undefined ? 0 : integer(before, 'attempts'))
        const minor = fromWire(transfer.amount) ?? 0n
        const { amount, currency, externalId, msisdn, payerMessage, payeeNote, sender } = transfer
        const wire = JSON.stringify({ amount, externalId, payerMessage, payeeNote, ...sender })
        const row = [
          reference,
          product,
          msisdn,
          minor,
          currency,
          attempts,
          wire,
          randomUUID(),
          callback,
        ] as const
        if (insert.get(...row) === undefined) {
          again.run(reference)
          return 'known'
        }
        if (floatOf(currency) < minor) {
          remove.run(reference)
          return 'no_funds'
        }
        setFloat(currency, floatOf(currency) - minor)
        if (outcome.kind === 'failed') settle(reference, outcome.code)
        else if (outcome.kind !== 'pending') settle(reference, null)
        else if (outcome.forMs !== null)
          world.schedule(COMPLETION, reference, world.now() + outcome.forMs, null)
        return 'accepted'
      })
    },
    lose: (reference) => loss.run(reference).changes > 0,
    find(product, reference) {
      const row = one.get(reference, product)
      return row === undefined ? null : toBody(row)
    },
    book: () => all.all().map(toBookRow),
    floatOf,
    setFloat,
  }
}

function openTables({ db }: World) {
  db.exec(`create table if not exists momo_transfers (
    seq integer primary key autoincrement, reference text not null unique, product text not null,
    msisdn text not null, minor integer not null, currency text not null, attempts integer not null,
    wire text not null, transaction_id text not null, callback text, status text not null default 'PENDING', reason text
  );
  create table if not exists momo_floats (currency text primary key, balance integer not null);
  create table if not exists lost_momo_transfers (reference text primary key, attempts integer not null)`)
  return {
    one: db.prepare('select * from momo_transfers where reference = ? and product = ?'),
    insert: db.prepare(`insert into momo_transfers
      (reference, product, msisdn, minor, currency, attempts, wire, transaction_id, callback)
      values (?, ?, ?, ?, ?, ?, ?, ?, ?) on conflict do nothing returning seq`),
    again: db.prepare('update momo_transfers set attempts = attempts + 1 where reference = ?'),
    remove: db.prepare('delete from momo_transfers where reference = ?'),
    floats: {
      read: db.prepare('select balance from momo_floats where currency = ?'),
      write: db.prepare(`insert into momo_floats (currency, balance) values (?, ?)
        on conflict do update set balance = excluded.balance`),
    },
    close: db.prepare(
      "update momo_transfers set status = ?, reason = ? where reference = ? and status = 'PENDING' returning *",
    ),
    loss: db.prepare(
      'insert into lost_momo_transfers (reference, attempts) values (?, 1) on conflict do nothing',
    ),
    lost: db.prepare('select attempts from lost_momo_transfers where reference = ?'),
    all: db.prepare('select * from momo_transfers order by seq desc'),
  }
}

/**
 * Returns the answer's body. `reason` is an object in MTN's newer documents and a bare word in older ones: each product
 * uses one of them.
 */
function toBody(row: Row): Record<string, unknown> {
  const stored = JSON.parse(text(row, 'wire')) as Record<string, string>
  const status = text(row, 'status')
  const reason = row['reason']
  const shaped = text(row, 'product') === 'remittance' ? reason : { code: reason, message: 'Not transferred' }
  return {
    ...stored,
    currency: text(row, 'currency'),
    payee: { partyIdType: 'MSISDN', partyId: text(row, 'msisdn') },
    status,
    ...(status === 'SUCCESSFUL' ? { financialTransactionId: text(row, 'transaction_id') } : {}),
    ...(reason === null ? {} : { reason: shaped }),
  }
}

function toBookRow(row: Row): PayoutRow {
  const status = text(row, 'status') as keyof typeof WORDS
  return {
    reference: text(row, 'reference'),
    msisdn: text(row, 'msisdn'),
    amount: integer(row, 'minor'),
    currency: text(row, 'currency'),
    status: WORDS[status],
    attempts: integer(row, 'attempts'),
  }
}
