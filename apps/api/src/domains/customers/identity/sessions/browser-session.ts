import { inTransaction, type Db } from '../../../../db/index.ts'
import type { Origin } from '../../../../http/origin.ts'
import type { Audit } from '../../account-record/index.ts'
import { rememberDevice } from './devices.ts'
import { hashToken } from './open-session.ts'
import { bindSession, endSession, sessionByToken, type ActiveSession } from './store.ts'

/** The cookies a browser presents. */
export interface BrowserCookies {
  readonly token: string
  readonly deviceToken: string | undefined
  readonly origin: Origin
}

/**
 * Returns the session of a browser's cookies; null when it has ended, or when another browser presents a copy of the cookie.
 * A copy ends the session for both browsers, and the owner gets a notice.
 */
export async function sessionOfBrowser(
  { db, audit }: { readonly db: Db; readonly audit: Audit },
  { token, deviceToken, origin }: BrowserCookies,
): Promise<ActiveSession | null> {
  const session = await sessionByToken(db, hashToken(token))
  if (!session) return null
  const { id, userId } = session
  const deviceHash = deviceToken === undefined ? null : hashToken(deviceToken)
  if (session.deviceHash === null) {
    if (deviceHash) await bind(db, { id, userId, deviceHash, name: origin.device })
    return session
  }
  if (deviceHash?.equals(session.deviceHash)) return session
  await inTransaction(db, 'identity.refuse_copy', async (tx) => {
    if (await endSession(tx, { id, userId }))
      await audit.record(tx, { userId, sessionId: id, kind: 'session_copied', origin })
  })
  return null
}

/** Binds a session from the previous release to the first browser that presents a device cookie with it. */
async function bind(
  db: Db,
  { id, ...device }: { id: string; userId: string; deviceHash: Buffer; name: string },
): Promise<void> {
  await inTransaction(db, 'identity.bind_session', async (tx) => {
    if (await bindSession(tx, id, device.deviceHash)) await rememberDevice(tx, device)
  })
}
