import { calls, type Profile } from '@sesa/contract'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../../db/index.ts'
import { route } from '../../http/route.ts'
import { createProfiles, type Profiles } from './service.ts'

export { readEmail } from './rules.ts'

export interface ProfileModule {
  routes(app: FastifyInstance): void
  /** The user's profile; null before it was created. */
  get(userId: string): Promise<Profile | null>
}

function registerRoutes(app: FastifyInstance, profiles: Profiles): void {
  route(app, calls.getUser, async ({ caller }) => ({ user: await profiles.get(caller.userId) }))

  route(app, calls.createUser, async ({ body, caller }, _request, reply) => {
    const { profile, created } = await profiles.create(caller, body)
    reply.code(created ? 201 : 200)
    return { user: profile }
  })

  route(app, calls.putProfile, async ({ body, caller }) => ({ user: await profiles.update(caller, body) }))
}

/** What a person tells about themselves; number and country come from the verified number. */
export function createProfileModule({ db }: { db: Db }): ProfileModule {
  const profiles = createProfiles(db)
  return { routes: (app) => registerRoutes(app, profiles), get: profiles.get }
}
