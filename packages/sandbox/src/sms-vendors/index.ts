import formbody from '@fastify/formbody'
import type { FastifyInstance } from 'fastify'
import type { World } from '../core/world.ts'
import type { Messages } from '../messages/messages.ts'
import { registerAfricasTalking } from './africas-talking.ts'
import { openReports } from './reports.ts'
import { registerTwilio } from './twilio.ts'

/**
 * Registers the vendors that send SMS to the sandbox's phones, each in its own wire format. Both accept forms, not
 * JSON.
 */
export async function registerSmsVendors(
  app: FastifyInstance,
  world: World,
  messages: Messages,
): Promise<void> {
  await app.register(async (scope) => {
    await scope.register(formbody)
    const reports = openReports(world)
    registerAfricasTalking(scope, { world, messages, reports })
    registerTwilio(scope, { world, messages, reports })
  })
}
