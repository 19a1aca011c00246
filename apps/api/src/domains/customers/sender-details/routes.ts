import { calls } from '@sesa/contract'
import type { FastifyInstance } from 'fastify'
import { originOf } from '../../../http/origin.ts'
import { route } from '../../../http/route.ts'
import { readSenderDetails } from './rules.ts'
import type { SenderDetailsService } from './service.ts'

export function registerSenderDetails(app: FastifyInstance, details: SenderDetailsService): void {
  route(app, calls.getSenderDetails, async ({ caller }) => ({
    details: await details.get(caller.userId),
  }))

  route(app, calls.putSenderDetails, async ({ body, caller }, request) => ({
    details: await details.put(caller, readSenderDetails(body), originOf(request)),
  }))
}
