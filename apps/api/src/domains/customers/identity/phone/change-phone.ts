import { sql } from 'kysely'
import { inTransaction, type Db, type Tx } from '../../../../db/index.ts'
import { requireOpenAccount } from '../../../../db/open-account.ts'
import type { Caller } from '../../../../http/route.ts'
import { Refused } from '../../../../lib/refused.ts'
import type { Branding, Messages } from '../../../record/index.ts'
import { phoneOwner } from '../accounts-store.ts'
import { openSession, type OpenedSession, type Visitor } from '../sessions/open-session.ts'
import { endOtherSessions } from '../sessions/store.ts'
import { endPayerNumber } from './payer-numbers-store.ts'
import { judgeCode, type TypedCode, type VerifySettings } from './verify-phone.ts'

export type ChangeSettings = VerifySettings & {
  readonly messages: Pick<Messages, 'queue'>
  readonly branding: Branding
  /** Returns true while any of the user's transfers is in progress, or could still start. */
  readonly moneyInFlight: (db: Db | Tx, userId: string) => Promise<boolean>
  /** Records a number that its account gives up; called before it is removed, in the same transaction. */
  readonly rememberNumber: (tx: Tx, userId: string, number: string) => Promise<void>
}

const changedNotice = ({ support }: Branding): string =>
  `Sesa: The phone number on your account was changed. Not you? Call ${support.phone}.`

/**
 * Replaces the caller's number with the one that a code was sent to. The country must stay, since prices and limits
 * depend on it, and no transfer may be in progress, since its messages go to the number. Past transfers keep counting
 * for the old number. Other devices are signed out, and the old number gets a notice. Throws Refused: the codes of a
 * typed code, `phone_taken`, `phone_mismatch` for an account without a number, `phone_wrong_country`,
 * `money_in_flight`, or `unauthenticated` when the account was closed or locked meanwhile.
 */
export async function changePhone(
  settings: ChangeSettings,
  caller: Caller,
  request: TypedCode & { readonly visitor: Visitor },
): Promise<OpenedSession> {
  const { db, audit, messages, branding } = settings
  const { userId } = caller
  const { visitor } = request
  const outcome = await inTransaction(db, 'identity.change_phone', async (tx) => {
    const checked = await judgeCode(tx, settings, request)
    if (!checked.ok) return checked
    // A mailed code verifies a mailbox, not the number.
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
    await messages.queue(tx, { channel: 'sms', to: old, text: changedNotice(branding), budget: 'notices' })
    return { ok: true as const, session }
  })
  if (!outcome.ok) throw new Refused(outcome.code, outcome.options)
  return outcome.session
}

/** Replaces the number and returns the old one. */
async function replaceNumber(
  tx: Tx,
  settings: ChangeSettings,
  { userId, phoneNumber: old, country }: Caller,
  next: { phoneNumber: string; country: string },
): Promise<string> {
  const { moneyInFlight, rememberNumber } = settings
  if (old === null) throw new Refused('phone_mismatch', { field: 'code' })
  if (next.country !== country) throw new Refused('phone_wrong_country', { field: 'phoneNumber' })
  if ((await phoneOwner(tx, next.phoneNumber)) !== undefined)
    throw new Refused('phone_taken', { field: 'phoneNumber' })
  // Every new transfer waits for this lock, even the customer's first.
  await requireOpenAccount(tx, userId, { alone: true })
  if (await moneyInFlight(tx, userId)) throw new Refused('money_in_flight')
  await rememberNumber(tx, userId, old)
  await endPayerNumber(tx, settings.audit, next.phoneNumber, userId)
  await tx
    .updateTable('phone_identities')
    // The time after the lock, not the transaction's start: transfers with the old number were opened until then.
    .set({ phone_number: next.phoneNumber, verified_at: sql`clock_timestamp()` })
    .where('user_id', '=', userId)
    .execute()
  return old
}
