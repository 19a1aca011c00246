import type { Tx } from '../../../db/index.ts'
import type { Origin } from '../../../http/origin.ts'
import { recordFailure, type FailedSignIn } from './failures.ts'
import type { EventDetails, EventKind } from './kinds.ts'
import { createSecurityNotices, type NoticeDeps } from './notices.ts'
import { insertEvent, insertForAll } from './store.ts'

/** An event of an account. `details` contains no personal data. */
export interface AuditEvent {
  readonly userId: string
  readonly sessionId: string | null
  readonly kind: EventKind
  readonly details?: EventDetails
  /** Null when the product itself acted. */
  readonly origin: Origin | null
}

export interface Audit {
  /** Adds an event to the append-only record, in the transaction it belongs to, and queues its notice. */
  record(tx: Tx, event: AuditEvent): Promise<void>
  /** Counts a failed sign-in, with or without an account, and records a few per day on the account. */
  failed(tx: Tx, failure: FailedSignIn): Promise<void>
  /** Adds the same event to many accounts' records, without notices. */
  recordForAll(tx: Tx, userIds: readonly string[], kind: EventKind, details: EventDetails): Promise<void>
}

export function createAudit(deps: NoticeDeps): Audit {
  const tell = createSecurityNotices(deps)

  const audit: Audit = {
    async record(tx, { userId, sessionId, kind, details = {}, origin }) {
      const row = { user_id: userId, session_id: sessionId, kind, details: JSON.stringify(details) }
      const id = await insertEvent(tx, row, origin)
      await tell(tx, { id, userId, kind, details, origin })
    },
    failed: (tx, failure) => recordFailure(tx, audit.record, failure),
    recordForAll: insertForAll,
  }
  return audit
}
