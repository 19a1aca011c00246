import { asJson } from '../carriers/amounts.ts'
import { randomUUID } from 'node:crypto'
import { integer, text } from '../core/rows.ts'
import type { World } from '../core/world.ts'

/** The business's only account. */
export const ACCOUNT = 'fac-sandbox'
export const CURRENCY = 'SLE'

/** Initial balance: enough for any test. */
const OPENING_MINOR = 100_000_000_000_00

/** A movement of the account, in minor units: negative for a debit. */
export interface Movement {
  id: string
  minor: number
  /** What was paid, or paid out. */
  owner: { id: string; type: string }
  after: number
  at: number
}

export interface Ledger {
  balance(): number
  /** Adds a movement and returns its reference. */
  move(minor: number, owner: Movement['owner']): string
  /** Sets the balance, by a top-up or a withdrawal. */
  setBalance(minor: bigint): void
  /** Returns the movements, newest first. */
  list(): Movement[]
}

/** Opens the account's book: payments fill it, payouts empty it. */
export function openLedger({ db, now }: World): Ledger {
  db.exec(`create table if not exists monime_movements (
    seq integer primary key autoincrement, id text not null, minor integer not null, owner text not null,
    balance integer not null, at integer not null
  )`)
  const last = db.prepare('select balance from monime_movements order by seq desc limit 1')
  const add = db.prepare(
    'insert into monime_movements (id, minor, owner, balance, at) values (?, ?, ?, ?, ?)',
  )
  const all = db.prepare('select * from monime_movements order by seq desc')

  function balance(): number {
    const row = last.get()
    return row === undefined ? OPENING_MINOR : integer(row, 'balance')
  }
  function move(minor: number, owner: Movement['owner']): string {
    const id = `ftx-${randomUUID()}`
    add.run(id, minor, JSON.stringify(owner), balance() + minor, now())
    return id
  }

  return {
    balance,
    move,
    setBalance(minor) {
      move(asJson(minor) - balance(), { id: ACCOUNT, type: 'financial_account' })
    },
    list: () =>
      all.all().map((row) => ({
        id: text(row, 'id'),
        minor: integer(row, 'minor'),
        owner: JSON.parse(text(row, 'owner')) as Movement['owner'],
        after: integer(row, 'balance'),
        at: integer(row, 'at'),
      })),
  }
}
