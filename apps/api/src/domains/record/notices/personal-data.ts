import type { Db, Tx } from '../../../db/index.ts'
import { readChannels } from './choices.ts'
import { subscriptionsOf } from './push-store.ts'
import { noticesOf } from './store.ts'

const EXPORT_AT_MOST = 10_000

/** Returns a user's notices, channels and devices, for the data export. */
export async function exportNotices(db: Db, userId: string): Promise<unknown> {
  const notices = await noticesOf(db, userId, { before: undefined, limit: EXPORT_AT_MOST })
  const devices = await subscriptionsOf(db, userId)
  return {
    list: notices.map(({ id: _id, ...notice }) => notice),
    channels: await readChannels(db, userId),
    // The full endpoint would allow its reader to send notifications to the device.
    push: devices.map(({ endpoint, device, createdAt }) => ({
      device,
      service: new URL(endpoint).host,
      createdAt,
    })),
  }
}

/** Erases a user's notices, channels and push notifications. */
export async function forgetNotices(tx: Tx, userId: string): Promise<void> {
  for (const table of ['user_notices', 'notice_channels', 'push_subscriptions', 'push_offers'] as const)
    await tx.deleteFrom(table).where('user_id', '=', userId).execute()
}
