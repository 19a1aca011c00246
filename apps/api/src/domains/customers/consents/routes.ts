import { calls } from '@sesa/contract'
import type { FastifyInstance } from 'fastify'
import { consentSourceOf } from '../../../http/origin.ts'
import { route } from '../../../http/route.ts'
import type { ConsentsService } from './service.ts'

export function registerConsents(app: FastifyInstance, consents: ConsentsService): void {
  route(app, calls.getConsents, ({ caller }) => consents.list(caller.userId))

  route(app, calls.putConsents, ({ caller, body }, request) =>
    consents.decide(caller.userId, body.agreements, {
      screen: body.screen,
      build: body.build,
      source: consentSourceOf(request),
    }),
  )
}
