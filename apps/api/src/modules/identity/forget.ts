import type { Db, Tx } from '../../db/index.ts'
import { devicesOf } from './sessions/devices.ts'
import { sessionsOf } from './sessions/store.ts'

/** How somebody signs in and where they are signed in, for the copy of their data: nothing that would let anybody in. */
export async function exportSignIn(db: Db, userId: string): Promise<unknown> {
  const phone = await db
    .selectFrom('phone_identities')
    .select(['phone_number as phoneNumber', 'country', 'verified_at as verifiedAt'])
    .where('user_id', '=', userId)
    .executeTakeFirst()
  const sessions = await sessionsOf(db, userId)
  return {
    phone: phone ?? null,
    devices: await devicesOf(db, userId),
    sessions: sessions.map(({ device, trusted, created_at, last_used_at }) => ({
      device,
      trusted,
      createdAt: created_at,
      lastUsedAt: last_used_at,
    })),
  }
}

/** Erases sessions, browsers, number and the codes sent to it: the number is free for a new account. */
export async function forgetSignIn(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('sessions').where('user_id', '=', userId).execute()
  await tx.deleteFrom('known_devices').where('user_id', '=', userId).execute()
  const phone = await tx
    .deleteFrom('phone_identities')
    .where('user_id', '=', userId)
    .returning('phone_number')
    .executeTakeFirst()
  if (!phone) return
  // Codes that still count for limits leave within two days; what was sent is gone now.
  await tx
    .deleteFrom('messages')
    .where('recipient', '=', phone.phone_number)
    .where('state', '<>', 'queued')
    .execute()
}
