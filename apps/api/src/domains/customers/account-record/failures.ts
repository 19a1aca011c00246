import { countInWindow } from '../../../db/budgets.ts'
import type { Tx } from '../../../db/index.ts'
import type { Origin } from '../../../http/origin.ts'
import type { EventDetails } from './kinds.ts'

const DAY_SECONDS = 86_400
/**
 * Daily counts (UTC) at which a failure is recorded on the account: only these, so that a stranger cannot fill the record.
 */
const RECORDED_COUNTS: readonly number[] = [1, 10, 100]

/** A failed sign-in attempt. */
export interface FailedSignIn {
  /** The account with this identifier; null when there is none. */
  readonly userId: string | null
  /** Keyed hash of the identifier that was tried; failures are counted by it, with or without an account. */
  readonly tried: string
  readonly method: 'phone' | 'password' | 'passkey'
  readonly origin: Origin
}

/** Adds a failure to the account's record. */
type RecordEvent = (
  tx: Tx,
  event: {
    userId: string
    sessionId: null
    kind: 'sign_in_failed'
    details: EventDetails
    origin: Origin
  },
) => Promise<void>

/** Counts a failed sign-in, and records the first, tenth and hundredth of a day on the account. */
export async function recordFailure(
  tx: Tx,
  record: RecordEvent,
  { userId, tried, method, origin }: FailedSignIn,
): Promise<void> {
  const count = await countInWindow(tx, `failed:${method}:${tried}`, DAY_SECONDS)
  if (userId === null || !RECORDED_COUNTS.includes(count)) return
  await record(tx, {
    userId,
    sessionId: null,
    kind: 'sign_in_failed',
    details: { method, count },
    origin,
  })
}
