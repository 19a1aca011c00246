import type { Db, Tx } from '../../../db/index.ts'

/** A part of the product that stores personal data. */
export interface PersonalData {
  /** Its name in the data export. */
  readonly name: string
  /** Returns the user's data as plain JSON, without secrets. */
  exportFor(db: Db, userId: string): Promise<unknown>
  /** Erases everything the law does not require us to keep, in the transaction that closes the account. */
  forget(tx: Tx, userId: string): Promise<void>
}

/** True while any of the user's transfers is in progress, or could still start. */
export type MoneyInFlight = (db: Db | Tx, userId: string) => Promise<boolean>
