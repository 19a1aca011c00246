import { calls } from '@sesa/contract'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../../../db/index.ts'
import { route } from '../../../http/route.ts'
import { readChannels } from '../../record/index.ts'
import { readSettings, saveSettings } from './settings.ts'

/** Registers the calls of the notifications module. */
export function registerNotifications(app: FastifyInstance, db: Db): void {
  route(app, calls.getNotifications, async ({ caller }) => ({
    notifications: await readSettings(db, caller.userId),
    channels: await readChannels(db, caller.userId),
  }))
  route(app, calls.putNotifications, async ({ caller, body: { channels, ...wanted } }) => ({
    notifications: await saveSettings(db, caller.userId, wanted, channels),
    channels: await readChannels(db, caller.userId),
  }))
}
