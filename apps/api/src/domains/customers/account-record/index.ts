import type { FastifyInstance } from 'fastify'
import type { Db, Tx } from '../../../db/index.ts'
import type { NoticeDeps } from './notices.ts'
import { exportEvents, registerActivity } from './routes.ts'
import { createAudit, type Audit } from './service.ts'
import { forgetOrigins } from './store.ts'

export type { EventKind } from './kinds.ts'
export type { Audit } from './service.ts'

export interface AuditModule extends Audit {
  routes(app: FastifyInstance): void
  /** Returns all events of a user, for the data export. */
  exportFor(db: Db, userId: string): Promise<unknown>
  /** Erases the origins of a user's events; the events stay. */
  forget(tx: Tx, userId: string): Promise<void>
}

/**
 * Creates the append-only record of security and money events, their notices, and the activity list shown to the customer.
 */
export function createAuditModule(deps: NoticeDeps & { readonly db: Db }): AuditModule {
  const { db } = deps
  const audit = createAudit(deps)
  return {
    ...audit,
    routes: (app) => registerActivity(app, db),
    exportFor: (_db, userId) => exportEvents(db, userId),
    forget: forgetOrigins,
  }
}
