import { calls } from '@sesa/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { originOf } from '../../../http/origin.ts'
import { route, type Caller } from '../../../http/route.ts'
import { Refused } from '../../../lib/refused.ts'
import {
  createReminder,
  endReminder,
  listReminders,
  pauseReminder,
  readReminder,
  resumeReminder,
  updateReminder,
  type Actor,
  type RemindersDeps,
} from './service.ts'

function actorOf({ userId, sessionId, country }: Caller, request: FastifyRequest): Actor {
  if (country === null) throw new Refused('profile_incomplete')
  return { userId, sessionId, country, origin: originOf(request) }
}

/** Registers the calls of the reminders module. */
export function registerReminders(app: FastifyInstance, deps: RemindersDeps): void {
  route(app, calls.listReminders, async ({ caller }) => ({
    reminders: await listReminders(deps.db, caller.userId),
  }))
  route(app, calls.getReminder, async ({ params, caller }) => ({
    reminder: await readReminder(deps.db, caller.userId, params.id),
  }))
  route(app, calls.createReminder, async ({ body, caller }, request) => ({
    reminder: await createReminder(deps, actorOf(caller, request), body),
  }))
  route(app, calls.updateReminder, async ({ params, body, caller }, request) => ({
    reminder: await updateReminder(deps, actorOf(caller, request), params.id, body),
  }))
  route(app, calls.pauseReminder, async ({ params, caller }, request) => ({
    reminder: await pauseReminder(deps, actorOf(caller, request), params.id),
  }))
  route(app, calls.resumeReminder, async ({ params, caller }, request) => ({
    reminder: await resumeReminder(deps, actorOf(caller, request), params.id),
  }))
  route(app, calls.endReminder, async ({ params, caller }, request) => {
    await endReminder(deps, actorOf(caller, request), params.id)
    return undefined
  })
}
