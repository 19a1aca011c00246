import { inTransaction, type Db, type Tx } from '../../../db/index.ts'
import type { Origin } from '../../../http/origin.ts'
import type { Caller } from '../../../http/route.ts'
import { actionRefused, Refused } from '../../../lib/refused.ts'
import { signatureOf, type StaffAction } from '../../../lib/staff-action.ts'
import type { Audit } from '../account-record/index.ts'
import type { SessionGateway } from '../identity/index.ts'
import { requireNoWork } from './compliance-work.ts'
import type { MoneyInFlight, PersonalData } from './ports.ts'
import { lockOpenAccount, lockRecord, markClosed } from './store.ts'

export interface AccountDeps {
  readonly db: Db
  readonly audit: Audit
  readonly gateway: Pick<SessionGateway, 'clearCookies'>
  readonly moneyInFlight: MoneyInFlight
  /** Queues the erasure of an identity check at its provider. */
  redactCheck(tx: Tx, provider: string, reference: string): Promise<void>
  /** Every part that stores personal data. */
  readonly parts: readonly PersonalData[]
}

/** Exports all data about a user, one entry per part. Without a session, staff request it for the user. */
export async function exportAll(
  { db, audit, parts }: AccountDeps,
  { userId, sessionId }: { readonly userId: string; readonly sessionId: string | null },
  origin: Origin | null,
) {
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

/** Closes the account permanently. Throws Refused `money_in_flight`, or `unauthenticated` when it is already closed. */
export async function closeAccount(
  deps: AccountDeps,
  { userId, sessionId }: Caller,
  origin: Origin,
): Promise<Date | null> {
  return inTransaction(deps.db, 'account.close', async (tx) => {
    if (!(await lockOpenAccount(tx, userId))) throw new Refused('unauthenticated')
    return erase(deps, tx, { userId, sessionId, origin })
  })
}

/**
 * Closes a customer's account permanently, for staff. @throws Refused when it is closed, or work about it is open. All staff
 * roles can read how a request ended, so the refusal names no case.
 */
export async function closeByStaff(deps: AccountDeps, userId: string, action: StaffAction): Promise<void> {
  await inTransaction(deps.db, 'account.close_by_staff', async (tx) => {
    if (!(await lockOpenAccount(tx, userId))) throw actionRefused(`There’s no open account ${userId}.`)
    await requireNoWork(tx, userId, { maySeeCases: false })
    await erase(deps, tx, { userId, sessionId: null, origin: null })
    await tx
      .insertInto('staff_actions')
      .values({ action: 'erase_account', subject: userId, ...signatureOf(action) })
      .execute()
  })
}

async function erase(
  { audit, parts, moneyInFlight }: AccountDeps,
  tx: Tx,
  { userId, sessionId, origin }: { userId: string; sessionId: string | null; origin: Origin | null },
): Promise<Date | null> {
  if (await moneyInFlight(tx, userId)) throw new Refused('money_in_flight')
  await audit.record(tx, { userId, sessionId, kind: 'account_closed', origin })
  const lockedUntil = await lockRecord(tx, userId)
  // First: the audit log's words can be erased only for an account that is being closed.
  await markClosed(tx, userId)
  for (const { forget } of parts) await forget(tx, userId)
  return lockedUntil
}
