import type { FastifyInstance } from 'fastify'
import type { Cron, Job } from '../../../jobs/index.ts'
import { createPush } from './push-service.ts'
import { PUSH, purgePush } from './push-store.ts'
import { registerNotices } from './routes.ts'
import { createNotices, type Notices, type NoticesDeps } from './service.ts'
import { purgeNotices } from './store.ts'

export interface NoticesModule extends Notices {
  routes(app: FastifyInstance): void
  readonly jobs: readonly Job[]
  readonly crons: readonly Cron[]
}

/**
 * Creates the notices to customers about their transfers and account. Each is listed in the app for 180 days, and sent by
 * email and push by the customer's switches.
 */
export function createNoticesModule(deps: NoticesDeps): NoticesModule {
  const { db } = deps
  const { add, sendPush } = createNotices(deps)
  return {
    add,
    routes: (app) => registerNotices(app, { db, push: createPush(deps) }),
    jobs: [{ task: PUSH, run: sendPush }],
    crons: [
      {
        task: 'notices_purge',
        pattern: '57 3 * * *',
        async run() {
          await purgeNotices(db)
          await purgePush(db)
        },
      },
    ],
  }
}
