import { randomUUID } from 'node:crypto'
import { integer, text } from '../core/rows.ts'
import type { Row } from '../core/rows.ts'
import type { World } from '../core/world.ts'
import { fromWire } from '../carriers/amounts.ts'
import type { Collections } from '../carriers/collections.ts'
import type { PayoutRow, Wallets } from '../carriers/wallets.ts'
import type { Product } from './access.ts'
import type { Outcome } from './outcomes.ts'

/** Money to a wallet: a transfer of a product, or the refund of a request to pay. */
export type Transfers = 'disbursement' | 'remittance' | 'refund'

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
  /** The request to pay that a refund gives back. */
  referenceIdToRefund?: string
}

export interface MomoTransfers {
  /**
   * Accepts a request under its reference. `known`: the reference was used before, and only the attempt is
   * counted. `no_funds`: the business's float in that currency is too low.
   */
  accept(
    reference: string,
    product: Transfers,
    transfer: TransferRequest,
    outcome: Outcome,
    callback: string | null,
  ): 'accepted' | 'known' | 'no_funds'
  /** Records a request that never reached MTN; returns true for the first one with its reference. */
  lose(reference: string): boolean
  /** Returns MTN's body for a status query, or null if it has no such transfer. */
  find(product: Transfers, reference: string): Record<string, unknown> | null
  /** Returns one row per reference, newest first. */
  book(): PayoutRow[]
  /** Returns what the refunds of a request to pay give back, in minor units: those that did not fail. */
  refundsOf(reference: string): number
  /** Returns the business's float with a product in a currency, in minor units. */
  floatOf(product: Product, currency: string): bigint
  setFloat(product: Product, currency: string, minor: bigint): void
}

/** MTN keeps an account for each product; that no two share one is our reading. Refunds leave that of disbursement. */
const accountOf = (product: Transfers): Product => (product === 'refund' ? 'disbursement' : product)

/** Initial float per currency of an account that sends. */
const FLOAT_MINOR = 100_000_000_000_00n
const COMPLETION = 'momo-transfer'
const WORDS = { PENDING: 'pending', SUCCESSFUL: 'completed', FAILED: 'failed' } as const

/** Opens MTN's books. A callback is sent once, unsigned, and never repeated. */
export function openMomoTransfers(world: World, wallets: Wallets, collections: Collections): MomoTransfers {
  const { one, insert, again, remove, close, loss, lost, all, refunds, floats } = openTables(world)
  const floatOf = (product: Product, currency: string): bigint => {
    const row = floats.read.get(product, currency)
    if (row === undefined) return product === 'collection' ? 0n : FLOAT_MINOR
    return BigInt(integer(row, 'balance'))
  }
  const setFloat = (product: Product, currency: string, minor: bigint) =>
    void floats.write.run(product, currency, minor)

  function settle(reference: string, code: string | null) {
    const status = code === null ? 'SUCCESSFUL' : 'FAILED'
    const row = close.get(status, code, reference)
    if (row === undefined) return
    const [currency, minor] = [text(row, 'currency'), integer(row, 'minor')]
    const { referenceIdToRefund } = wireOf(row)
    if (code === null) {
      wallets.pay(text(row, 'msisdn'), currency, minor)
      if (referenceIdToRefund !== undefined) collections.giveBack(referenceIdToRefund, minor)
    } else {
      const account = accountOf(text(row, 'product') as Transfers)
      setFloat(account, currency, floatOf(account, currency) + BigInt(minor))
    }
    const callback = row['callback']
    if (typeof callback === 'string') {
      const rail = text(row, 'product') === 'refund' ? 'collection' : 'payout'
      callBack(world, callback, toBody(row), rail)
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
        const { referenceIdToRefund } = transfer
        const wire = JSON.stringify({
          amount,
          externalId,
          payerMessage,
          payeeNote,
          ...sender,
          referenceIdToRefund,
        })
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
        const left = floatOf(accountOf(product), currency) - minor
        if (left < 0n) {
          remove.run(reference)
          return 'no_funds'
        }
        setFloat(accountOf(product), currency, left)
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
    refundsOf: (reference) => integer(refunds.get(reference) ?? {}, 'sum'),
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
  create index if not exists momo_refunds on momo_transfers (wire ->> 'referenceIdToRefund');
  create table if not exists momo_accounts (
    product text not null, currency text not null, balance integer not null, primary key (product, currency)
  );
  create table if not exists lost_momo_transfers (reference text primary key, attempts integer not null)`)
  return {
    one: db.prepare('select * from momo_transfers where reference = ? and product = ?'),
    insert: db.prepare(`insert into momo_transfers
      (reference, product, msisdn, minor, currency, attempts, wire, transaction_id, callback)
      values (?, ?, ?, ?, ?, ?, ?, ?, ?) on conflict do nothing returning seq`),
    again: db.prepare('update momo_transfers set attempts = attempts + 1 where reference = ?'),
    remove: db.prepare('delete from momo_transfers where reference = ?'),
    floats: {
      read: db.prepare('select balance from momo_accounts where product = ? and currency = ?'),
      write: db.prepare(`insert into momo_accounts (product, currency, balance) values (?, ?, ?)
        on conflict do update set balance = excluded.balance`),
    },
    close: db.prepare(
      "update momo_transfers set status = ?, reason = ? where reference = ? and status = 'PENDING' returning *",
    ),
    loss: db.prepare(
      'insert into lost_momo_transfers (reference, attempts) values (?, 1) on conflict do nothing',
    ),
    lost: db.prepare('select attempts from lost_momo_transfers where reference = ?'),
    all: db.prepare("select * from momo_transfers where product <> 'refund' order by seq desc"),
    refunds: db.prepare(`select coalesce(sum(minor), 0) as sum from momo_transfers
      where wire ->> 'referenceIdToRefund' = ? and status <> 'FAILED'`),
  }
}

const wireOf = (row: Row) => JSON.parse(text(row, 'wire')) as Record<string, string>

/** Sends a callback: once and unsigned. */
export function callBack(world: World, path: string, body: object, rail: 'payout' | 'collection'): void {
  const headers = { 'content-type': 'application/json' }
  world.deliver('mtn-momo', { path, method: 'PUT', headers, body: JSON.stringify(body), rail })
}

/**
 * Returns the answer's body. `reason` is an object in MTN's newer documents and a bare word in older ones: each product
 * uses one of them.
 */
function toBody(row: Row): Record<string, unknown> {
  const { referenceIdToRefund: _, ...stored } = wireOf(row)
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
