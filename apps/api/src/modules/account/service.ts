import { inTransaction, type Db } from '../../db/index.ts'
import type { Origin } from '../../http/origin.ts'
import type { Caller } from '../../http/route.ts'
import { Refused } from '../../lib/refused.ts'
import type { Audit } from '../audit/index.ts'
import type { SessionGateway } from '../identity/index.ts'
import type { MoneyInFlight, PersonalData } from './ports.ts'
import { lockOpenAccount, lockRecord, markClosed } from './store.ts'

export interface AccountDeps {
  readonly db: Db
  readonly audit: Audit
  readonly gateway: Pick<SessionGateway, 'clearCookies'>
  readonly moneyInFlight: MoneyInFlight
  /** Every part that stores personal data. */
  readonly parts: readonly PersonalData[]
}

/** Exports all data about a user, one entry per part. */
export async function exportAll({ db, audit, parts }: AccountDeps, caller: Caller, origin: Origin) {
  const { userId, sessionId } = caller
  const entries = await Promise.all(
    parts.map(async ({ name, exportFor }) => [name, await exportFor(db, userId)] as const),
  )
  const exportedAt = await inTransaction(db, 'account.export', async (tx) => {
    await audit.record(tx, { userId, sessionId, kind: 'data_exported', origin })
    const { now } = await tx.selectNoFrom((eb) => eb.fn<Date>('now').as('now')).executeTakeFirstOrThrow()
    return now
  })
  return { exportedAt: exportedAt.toISOString(), data: Object.fromEntries(entries) }
}

/** Closes the account for good. Throws Refused `money_in_flight`, or `unauthenticated` when it is already closed. */
export async function closeAccount(
  deps: AccountDeps,
  { userId, sessionId }: Caller,
  origin: Origin,
): Promise<Date | null> {
  const { db, audit, parts, moneyInFlight } = deps
  return inTransaction(db, 'account.close', async (tx) => {
    if (!(await lockOpenAccount(tx, userId))) throw new Refused('unauthenticated')
    if (await moneyInFlight(tx, userId)) throw new Refused('money_in_flight')
    await audit.record(tx, { userId, sessionId, kind: 'account_closed', origin })
    const lockedUntil = await lockRecord(tx, userId)
    for (const { forget } of parts) await forget(tx, userId)
    await markClosed(tx, userId)
    return lockedUntil
  })
}
