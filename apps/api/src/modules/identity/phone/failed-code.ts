import type { ErrorCode } from '@sesa/contract'
import type { Tx } from '../../../db/index.ts'
import type { RefusalOptions } from '../../../lib/refused.ts'
import type { Audit } from '../../audit/index.ts'
import { phoneOwner } from '../accounts-store.ts'
import type { Buckets } from '../limits/buckets.ts'
import type { Visitor } from '../sessions/open-session.ts'

interface Failed {
  readonly ok: false
  readonly code: ErrorCode
  readonly options?: RefusalOptions
}

/** Records a failed code, with its number and the number's account. */
export async function recordFailedCode(
  tx: Tx,
  { audit, buckets }: { readonly audit: Audit; readonly buckets: Buckets },
  { verificationId, visitor }: { readonly verificationId: string; readonly visitor: Visitor },
  failed: Failed,
): Promise<Failed> {
  const row = await tx
    .selectFrom('verifications')
    .select('phone_number')
    .where('id', '=', verificationId)
    .executeTakeFirst()
  if (!row) return failed
  const { phone_number: number } = row
  const userId = (await phoneOwner(tx, number)) ?? null
  if (failed.code === 'code_wrong') {
    const tried = buckets.ofNumber('failed', number)
    await audit.failed(tx, { userId, tried, method: 'phone', origin: visitor.origin })
  }
  return { ...failed, options: { ...failed.options, subject: { tried: number, account: userId } } }
}
