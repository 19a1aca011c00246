import { calls } from '@sesa/contract'
import type { FastifyInstance } from 'fastify'
import { consentSourceOf, originOf } from '../../../http/origin.ts'
import { route } from '../../../http/route.ts'
import type { Profiles } from './service.ts'

export function registerProfile(app: FastifyInstance, profiles: Profiles): void {
  route(app, calls.getUser, async ({ caller }) => profiles.get(caller.userId))

  route(app, calls.createUser, async ({ body, caller }, _request, reply) => {
    const { profile, created } = await profiles.create(caller, body)
    reply.code(created ? 201 : 200)
    return { user: profile }
  })

  route(app, calls.putProfile, async ({ body, caller }, request) => ({
    user: await profiles.update(caller, body, originOf(request), consentSourceOf(request)),
  }))
}
