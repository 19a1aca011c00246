import type { Db, Tx } from '../../../db/index.ts'
import { devicesOf } from './sessions/devices.ts'
import { sessionsOf } from './sessions/store.ts'

/** Returns sign-in methods and sessions for the data export, without anything that would grant access. */
export async function exportSignIn(db: Db, userId: string): Promise<unknown> {
  const phone = await db
    .selectFrom('phone_identities')
    .select(['phone_number as phoneNumber', 'country', 'verified_at as verifiedAt'])
    .where('user_id', '=', userId)
    .executeTakeFirst()
  const payerNumbers = await db
    .selectFrom('payer_numbers')
    .select(['phone_number as phoneNumber', 'verified_at as verifiedAt'])
    .where('user_id', '=', userId)
    .orderBy('verified_at')
    .execute()
  const sessions = await sessionsOf(db, userId)
  return {
    phone: phone ?? null,
    payerNumbers,
    devices: await devicesOf(db, userId),
    sessions: sessions.map(({ device, trusted, created_at, last_used_at }) => ({
      device,
      trusted,
      createdAt: created_at,
      lastUsedAt: last_used_at,
    })),
  }
}

/** Erases sessions, browsers, the numbers and their codes, so that the numbers are free for other accounts. */
export async function forgetSignIn(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('sessions').where('user_id', '=', userId).execute()
  await tx.deleteFrom('known_devices').where('user_id', '=', userId).execute()
  const numbers: string[] = []
  for (const table of ['phone_identities', 'payer_numbers'] as const) {
    const rows = await tx.deleteFrom(table).where('user_id', '=', userId).returning('phone_number').execute()
    numbers.push(...rows.map(({ phone_number }) => phone_number))
  }
  if (numbers.length === 0) return
  // Codes that still count for limits are deleted within two days; the codes themselves are erased now.
  await tx.deleteFrom('messages').where('recipient', 'in', numbers).where('state', '<>', 'queued').execute()
}
