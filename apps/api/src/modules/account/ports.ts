import type { Db, Tx } from '../../db/index.ts'

/** A part of the product that keeps something about a person. */
export interface PersonalData {
  /** What it is called in the copy of their data. */
  readonly name: string
  /** What is theirs, as plain JSON, without secrets. */
  exportFor(db: Db, userId: string): Promise<unknown>
  /** Erases what no law wants kept, in the transaction that closes the account. */
  forget(tx: Tx, userId: string): Promise<void>
}

/** True while money of the user's is or may come under way. */
export type MoneyInFlight = (db: Db | Tx, userId: string) => Promise<boolean>
