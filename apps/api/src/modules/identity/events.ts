import type { Tx } from '../../db/index.ts'
import type { IdentityTables } from '../../db/schema/identity.ts'

/** Something that happened to an account. `details` holds no personal data. */
export interface SecurityEvent {
  readonly userId: string
  readonly sessionId: string | null
  readonly kind: IdentityTables['security_events']['kind']
  readonly details?: Readonly<Record<string, string | boolean | readonly string[]>>
}

/** Adds to the append-only record of an account, in the transaction of what happened. */
export async function recordSecurityEvent(tx: Tx, event: SecurityEvent): Promise<void> {
  await tx
    .insertInto('security_events')
    .values({
      user_id: event.userId,
      session_id: event.sessionId,
      kind: event.kind,
      ...(event.details && { details: JSON.stringify(event.details) }),
    })
    .execute()
}
