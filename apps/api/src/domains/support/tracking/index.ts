import type { FastifyInstance } from 'fastify'
import { registerTracking } from './routes.ts'
import { createTracking, type TrackingDeps } from './service.ts'

export { makeRecipientLink } from './service.ts'
export { exportLinks, forgetLinks, insertRecipientLinks } from './store.ts'

export interface TrackingModule {
  routes(app: FastifyInstance): void
}

/** Creates the links that show the state of a transfer to its recipient, who may not be a customer. */
export function createTrackingModule(deps: TrackingDeps): TrackingModule {
  return {
    routes: (app) => registerTracking(app, createTracking(deps)),
  }
}
