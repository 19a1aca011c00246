import { calls } from '@sesa/contract'
import type { FastifyInstance } from 'fastify'
import { route } from '../../../../http/route.ts'
import type { Threads } from './service.ts'

export function registerThreads(app: FastifyInstance, threads: Threads): void {
  route(app, calls.listEnquiries, async ({ caller }) => ({ enquiries: await threads.list(caller.userId) }))

  route(app, calls.openEnquiry, async ({ caller, body }) => ({
    enquiry: await threads.open(caller.userId, body),
  }))

  route(app, calls.getEnquiry, async ({ caller, params }) => ({
    enquiry: await threads.show(caller.userId, params.id),
  }))

  route(app, calls.addEnquiryMessage, async ({ caller, params, body }) => ({
    enquiry: await threads.add(caller.userId, params.id, body),
  }))
}
