import { calls, type Notifications } from '@sesa/contract'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../../db/index.ts'
import { route } from '../../http/route.ts'
import { readSettings, saveSettings } from './settings.ts'

export { forgetNotifications, readSettings } from './settings.ts'

export interface NotificationsModule {
  routes(app: FastifyInstance): void
  /** The e-mails that a user wants. */
  wanted(userId: string): Promise<Notifications>
}

/** What people are written to about, and which of it they want. */
export function createNotificationsModule({ db }: { db: Db }): NotificationsModule {
  const wanted = (userId: string) => readSettings(db, userId)
  return {
    wanted,
    routes(app) {
      route(app, calls.getNotifications, async ({ caller }) => ({
        notifications: await wanted(caller.userId),
      }))
      route(app, calls.putNotifications, async ({ caller, body }) => ({
        notifications: await saveSettings(db, caller.userId, body),
      }))
    },
  }
}
