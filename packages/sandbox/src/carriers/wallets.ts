import type { DatabaseSync } from 'node:sqlite'
import { integer, text } from '../core/rows.ts'

/** A pay-out in its rail's books: one row per reference. */
export interface PayoutRow {
  reference: string
  msisdn: string
  /** Minor units. */
  amount: number
  currency: string
  status: 'pending' | 'completed' | 'failed'
  attempts: number
}

/** Balance of a recipient's wallet, in minor units. */
export interface WalletRow {
  msisdn: string
  currency: string
  balance: number
}

export interface Wallets {
  /** Adds `minor` units of `currency` to the wallet of `msisdn` (digits only, with the country's prefix). */
  pay(msisdn: string, currency: string, minor: number | bigint): void
  list(): WalletRow[]
}

/** Opens the recipients' wallets, which all rails share. */
export function openWallets(db: DatabaseSync): Wallets {
  db.exec(
    'create table if not exists wallets (msisdn text, currency text, balance integer not null, primary key (msisdn, currency))',
  )
  const pay = db.prepare(`insert into wallets (msisdn, currency, balance) values (?, ?, ?)
    on conflict do update set balance = balance + excluded.balance`)
  const list = db.prepare('select msisdn, currency, balance from wallets order by msisdn, currency')
  return {
    pay(msisdn, currency, minor) {
      pay.run(msisdn, currency, minor)
    },
    list: () =>
      list.all().map((row) => ({
        msisdn: text(row, 'msisdn'),
        currency: text(row, 'currency'),
        balance: integer(row, 'balance'),
      })),
  }
}
