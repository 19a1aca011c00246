import type { Tx } from '../../../db/index.ts'
import { comparableName, lockSender } from '../../transfers/index.ts'
import type { IdentityChecksDeps } from './deps.ts'
import { findCheck, saveCheck } from './store.ts'
import { setTier } from './tiers.ts'

/**
 * Ends a verified check if the profile's name or date of birth no longer matches the document: the customer returns to the
 * first tier until they verify again. Call it after the change, in the transaction that changes the profile.
 */
export async function endChangedCheck(
  { audit }: Pick<IdentityChecksDeps, 'audit'>,
  tx: Tx,
  userId: string,
): Promise<void> {
  await lockSender(tx, userId)
  const check = await findCheck(tx, userId)
  if (check?.state !== 'verified') return
  const profile = await tx
    .selectFrom('profiles')
    .select(['name', 'dob'])
    .where('user_id', '=', userId)
    .executeTakeFirst()
  const isSameName = comparableName(profile?.name ?? '') === comparableName(check.name ?? '')
  if (isSameName && profile?.dob === check.dob) return
  await saveCheck(tx, check.id, { state: 'expired', reason: 'details_changed' })
  await setTier(tx, userId, { tier: 1, until: null })
  await audit.record(tx, { userId, sessionId: null, kind: 'identity_check_ended', origin: null })
}
