import { sql } from 'kysely'
import { inTransaction, type Db, type Tx } from '../../../db/index.ts'
import { requireOpenAccount } from '../../../db/open-account.ts'
import type { Caller } from '../../../http/route.ts'
import { Refused } from '../../../lib/refused.ts'
import type { Messages } from '../../messages/index.ts'
import { phoneOwner } from '../accounts-store.ts'
import { openSession, type OpenedSession, type Visitor } from '../sessions/open-session.ts'
import { endOtherSessions } from '../sessions/store.ts'
import { judgeCode, type TypedCode, type VerifySettings } from './verify-phone.ts'

export type ChangeSettings = VerifySettings & {
  readonly messages: Pick<Messages, 'queue'>
  /** True while money of the user's is or may come under way. */
  readonly moneyInFlight: (db: Db | Tx, userId: string) => Promise<boolean>
  /** Remembers a number that its account gives up; called while it is there still, in the transaction that takes it. */
  readonly rememberNumber: (tx: Tx, userId: string) => Promise<void>
}

const NOTICE =
  'The number of your Sesa account was changed. If this was not you, write to our support at once.'

/**
 * Puts the number that a code was sent to in the place of the caller's. The country stays, since prices and limits hang
 * on it, and nothing may be under way, since its messages go to the number. What was sent goes on counting for the old
 * number too. Other devices are signed out, and the old number is told. Throws Refused: the codes of a typed code,
 * `phone_taken`, `phone_mismatch` for an account without a number, `phone_wrong_country`, `money_in_flight`, or
 * `unauthenticated` when the account was closed or locked meanwhile.
 */
export async function changePhone(
  settings: ChangeSettings,
  caller: Caller,
  request: TypedCode & { readonly visitor: Visitor },
): Promise<OpenedSession> {
  const { db, audit, messages } = settings
  const { userId } = caller
  const { visitor } = request
  const outcome = await inTransaction(db, 'identity.change_phone', async (tx) => {
    const checked = await judgeCode(tx, settings, request)
    if (!checked.ok) return checked
    // It proves a mailbox, not the number.
    if (checked.mailed) return { ok: false as const, code: 'code_expired' as const, options: undefined }
    const old = await replaceNumber(tx, settings, caller, checked)
    const session = await openSession(tx, audit, { userId, method: 'phone', visitor })
    await endOtherSessions(tx, userId, session.id)
    await audit.record(tx, {
      userId,
      sessionId: session.id,
      kind: 'phone_changed',
      origin: visitor.origin,
    })
    await messages.queue(tx, { channel: 'sms', to: old, text: NOTICE, budget: 'notices' })
    return { ok: true as const, session }
  })
  if (!outcome.ok) throw new Refused(outcome.code, outcome.options)
  return outcome.session
}

/** Answers the number that was replaced. */
async function replaceNumber(
  tx: Tx,
  { moneyInFlight, rememberNumber }: ChangeSettings,
  { userId, phoneNumber: old, country }: Caller,
  next: { phoneNumber: string; country: string },
): Promise<string> {
  if (old === null) throw new Refused('phone_mismatch', { field: 'code' })
  if (next.country !== country) throw new Refused('phone_wrong_country', { field: 'phoneNumber' })
  if ((await phoneOwner(tx, next.phoneNumber)) !== undefined)
    throw new Refused('phone_taken', { field: 'phoneNumber' })
  // Whoever begins a transfer waits for this, also one who never began any.
  await requireOpenAccount(tx, userId, { alone: true })
  if (await moneyInFlight(tx, userId)) throw new Refused('money_in_flight')
  await rememberNumber(tx, userId)
  await tx
    .updateTable('phone_identities')
    // Not when the transaction began: until the lock was there, transfers were still opened with the old number.
    .set({ phone_number: next.phoneNumber, verified_at: sql`clock_timestamp()` })
    .where('user_id', '=', userId)
    .execute()
  return old
}
