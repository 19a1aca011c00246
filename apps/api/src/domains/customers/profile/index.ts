import type { FastifyInstance } from 'fastify'
import { registerProfile } from './routes.ts'
import { createNameCorrections, type NameCorrections } from './name-correction.ts'
import { createProfiles, type ProfileDeps } from './service.ts'

export interface ProfileModule {
  routes(app: FastifyInstance): void
  readonly names: NameCorrections
}

/** Creates the customer's profile; number and country are taken from the verified number. */
export function createProfileModule(deps: ProfileDeps): ProfileModule {
  const profiles = createProfiles(deps)
  return { routes: (app) => registerProfile(app, profiles), names: createNameCorrections(deps) }
}
