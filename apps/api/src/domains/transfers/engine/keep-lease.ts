import type { Db } from '../../../db/index.ts'
import type { Claim } from '../state/transfer-row.ts'
import { extendLease } from '../state/transitions.ts'

/** Interval of lease extensions while a process works, in milliseconds: three times before it would expire. */
const BEAT_MS = 3_000
/** A step that takes longer has hung, and another process takes over its transfer. */
const MOST_BEATS = 20

/**
 * Runs `work` and extends the lease meanwhile, so that a lease can be short: the transfer of a dead process is free 10
 * seconds later, and the transfer of a slow one stays leased for up to a minute. Work below 3 s costs no statement.
 */
export async function keepingLease<T>(
  { db, onError }: { readonly db: Db; onError(reference: string, error: unknown): void },
  { id, reference, lease_token }: Pick<Claim, 'id' | 'reference' | 'lease_token'>,
  work: () => Promise<T>,
): Promise<T> {
  let beats = 0
  const timer = setInterval(() => {
    if (++beats > MOST_BEATS) return clearInterval(timer)
    extendLease(db, { id, lease_token }).catch((error: unknown) => onError(reference, error))
  }, BEAT_MS)
  try {
    return await work()
  } finally {
    clearInterval(timer)
  }
}
