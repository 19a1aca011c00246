import type { Tx } from '../../db/index.ts'
import type { Origin } from '../../http/origin.ts'
import { recordFailure, type FailedSignIn } from './failures.ts'
import type { EventDetails, EventKind } from './kinds.ts'
import { createNotices, type NoticeDeps } from './notices.ts'
import { insertEvent, insertEvents } from './store.ts'

/** Something that happened to an account. `details` holds no personal data. */
export interface AuditEvent {
  readonly userId: string
  readonly sessionId: string | null
  readonly kind: EventKind
  readonly details?: EventDetails
  /** Null where the product itself acted. */
  readonly origin: Origin | null
}

export interface Audit {
  /** Adds to the append-only record, in the transaction of what happened, and queues the notice it is worth. */
  record(tx: Tx, event: AuditEvent): Promise<void>
  /** Counts a failed sign-in, with an account and without one alike, and adds few of a day to the account's record. */
  failed(tx: Tx, failure: FailedSignIn): Promise<void>
  /** Adds the same event of our own to the records of many, and mails nobody. */
  recordForAll(tx: Tx, userIds: readonly string[], kind: EventKind, details: EventDetails): Promise<void>
}

export function createAudit(deps: NoticeDeps): Audit {
  const tell = createNotices(deps)

  const audit: Audit = {
    async record(tx, { userId, sessionId, kind, details = {}, origin }) {
      const row = { user_id: userId, session_id: sessionId, kind, details: JSON.stringify(details) }
      await insertEvent(tx, row, origin)
      await tell(tx, { userId, kind, details, origin })
    },
    failed: (tx, failure) => recordFailure(tx, audit.record, failure),
    recordForAll: insertEvents,
  }
  return audit
}
