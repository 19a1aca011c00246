import type { FastifyInstance } from 'fastify'
import type { Cron } from '../../jobs/index.ts'
import { registerTracking } from './routes.ts'
import { createTracking, type TrackingDeps } from './service.ts'
import { purgeLinks } from './store.ts'

export { createRecipientLink } from './service.ts'
export { exportLinks, forgetLinks } from './store.ts'

export interface TrackingModule {
  routes(app: FastifyInstance): void
  readonly crons: readonly Cron[]
}

/** Links that show the state of a transfer to its recipient, who need not be a customer. */
export function createTrackingModule(deps: TrackingDeps): TrackingModule {
  return {
    routes: (app) => registerTracking(app, createTracking(deps)),
    crons: [{ task: 'tracking_purge', pattern: '23 4 * * *', run: () => purgeLinks(deps.db) }],
  }
}
