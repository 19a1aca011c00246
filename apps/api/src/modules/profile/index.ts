import { calls } from '@sesa/contract'
import type { FastifyInstance } from 'fastify'
import { originOf } from '../../http/origin.ts'
import { route } from '../../http/route.ts'
import { createProfiles, type ProfileDeps, type Profiles } from './service.ts'

export { exportEarlier, forgetEarlier } from './identity-change.ts'
export { forgetProfile, readProfile } from './store.ts'

export interface ProfileModule {
  routes(app: FastifyInstance): void
}

function registerRoutes(app: FastifyInstance, profiles: Profiles): void {
  route(app, calls.getUser, async ({ caller }) => ({ user: await profiles.get(caller.userId) }))

  route(app, calls.createUser, async ({ body, caller }, _request, reply) => {
    const { profile, created } = await profiles.create(caller, body)
    reply.code(created ? 201 : 200)
    return { user: profile }
  })

  route(app, calls.putProfile, async ({ body, caller }, request) => ({
    user: await profiles.update(caller, body, originOf(request)),
  }))
}

/** What a person tells about themselves; number and country come from the verified number. */
export function createProfileModule(deps: ProfileDeps): ProfileModule {
  const profiles = createProfiles(deps)
  return { routes: (app) => registerRoutes(app, profiles) }
}
