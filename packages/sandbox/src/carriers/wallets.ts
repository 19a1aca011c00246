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

/** Balance of a person's wallet, in minor units. */
export interface WalletRow {
  msisdn: string
  currency: string
  balance: number
}

export interface Wallets {
  /** Adds `minor` units of `currency` to the wallet of `msisdn` (digits only, with the country's prefix). */
  pay(msisdn: string, currency: string, minor: number | bigint): void
  /** Takes money out of a wallet. Returns false if it has too little. */
  take(msisdn: string, currency: string, minor: number): boolean
  /** Returns the wallets that have paid or been paid: of this number, or of all. */
  list(msisdn?: string): WalletRow[]
}

/** Invented: what everybody has before the first payment, in any currency. */
const OPENING_MINOR = 1_000_000_000

/** Opens the people's wallets, which all rails share. Their table holds what was added since the opening balance. */
export function openWallets(db: DatabaseSync): Wallets {
  db.exec(
    'create table if not exists wallets (msisdn text, currency text, balance integer not null, primary key (msisdn, currency))',
  )
  const pay = db.prepare(`insert into wallets (msisdn, currency, balance) values (?, ?, ?)
    on conflict do update set balance = balance + excluded.balance`)
  const one = db.prepare('select balance from wallets where msisdn = ? and currency = ?')
  const list = db.prepare(`select msisdn, currency, balance from wallets
    where msisdn = coalesce(?, msisdn) order by msisdn, currency`)
  return {
    pay(msisdn, currency, minor) {
      pay.run(msisdn, currency, minor)
    },
    take(msisdn, currency, minor) {
      const row = one.get(msisdn, currency)
      if (OPENING_MINOR + (row === undefined ? 0 : integer(row, 'balance')) < minor) return false
      pay.run(msisdn, currency, -minor)
      return true
    },
    list: (msisdn) =>
      list.all(msisdn ?? null).map((row) => ({
        msisdn: text(row, 'msisdn'),
        currency: text(row, 'currency'),
        balance: OPENING_MINOR + integer(row, 'balance'),
      })),
  }
}
