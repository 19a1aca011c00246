import { parsePhone } from '@sesa/contract/phone'
import { inTransaction, type Tx } from '../../../../db/index.ts'
import { requireOpenAccount } from '../../../../db/open-account.ts'
import type { Origin } from '../../../../http/origin.ts'
import type { Caller } from '../../../../http/route.ts'
import { Refused } from '../../../../lib/refused.ts'
import {
  deletePayerNumber,
  insertPayerNumber,
  numberOwner,
  payerNumbersOf,
  type PayerNumber,
} from './payer-numbers-store.ts'
import { judgeCode, type TypedCode, type VerifySettings } from './verify-phone.ts'

/** Maximum numbers of an account to pay from, besides its sign-in number. */
const MOST = 3

export interface PayerNumberSettings extends VerifySettings {
  /** Returns true while a request to pay from a wallet is open. */
  readonly isWalletAsked: (tx: Tx, phone: string) => Promise<boolean>
}

/**
 * Adds the number that a code was sent to as one to pay from; it is no way to sign in. Throws Refused: the codes of a typed
 * code, `phone_wrong_country` for a number of another country than the account's, `phone_taken` for a number of another
 * account, `payer_numbers_full`, or `unauthenticated` when the account was closed or locked meanwhile.
 */
export async function addPayerNumber(
  settings: PayerNumberSettings,
  { userId, sessionId, country }: Caller,
  { origin, ...typed }: TypedCode & { readonly origin: Origin },
): Promise<readonly PayerNumber[]> {
  const outcome = await inTransaction(settings.db, 'identity.add_payer_number', async (tx) => {
    const checked = await judgeCode(tx, settings, typed)
    if (!checked.ok) return checked
    // A mailed code verifies a mailbox, not the number.
    if (checked.mailed) return { ok: false as const, code: 'code_expired' as const, options: undefined }
    const { phoneNumber } = checked
    if (checked.country !== country) throw new Refused('phone_wrong_country', { field: 'phoneNumber' })
    await requireOpenAccount(tx, userId, { alone: true })
    const owner = await numberOwner(tx, phoneNumber)
    if (owner !== undefined && owner !== userId) {
      const message = 'This number belongs to another account. Enter another number.'
      throw new Refused('phone_taken', { field: 'phoneNumber', message })
    }
    if (owner === undefined) {
      const own = await payerNumbersOf(tx, userId)
      if (own.filter(({ isSignIn }) => !isSignIn).length >= MOST) throw new Refused('payer_numbers_full')
      await insertPayerNumber(tx, userId, phoneNumber)
      await settings.audit.record(tx, { userId, sessionId, kind: 'payer_number_added', origin })
    }
    return { ok: true as const }
  })
  if (!outcome.ok) throw new Refused(outcome.code, outcome.options)
  return payerNumbersOf(settings.db, userId)
}

/**
 * Removes a number to pay from; does nothing for any other number. Throws Refused `payment_attempt_open` while a request to
 * pay from it is open, or `unauthenticated` when the account was closed or locked meanwhile.
 */
export async function removePayerNumber(
  { db, audit, isWalletAsked }: PayerNumberSettings,
  { userId, sessionId, country }: Caller,
  { phone: typed, origin }: { readonly phone: string; readonly origin: Origin },
): Promise<readonly PayerNumber[]> {
  const parsed = country === null ? null : parsePhone(typed, country)
  if (parsed?.ok) {
    const phone = parsed.phone.e164
    await inTransaction(db, 'identity.remove_payer_number', async (tx) => {
      await requireOpenAccount(tx, userId, { alone: true })
      if (!(await deletePayerNumber(tx, userId, phone))) return
      // After the deletion, which waits for a request that is being recorded.
      if (await isWalletAsked(tx, phone)) throw new Refused('payment_attempt_open', { field: 'phone' })
      await audit.record(tx, { userId, sessionId, kind: 'payer_number_removed', origin })
    })
  }
  return payerNumbersOf(db, userId)
}
