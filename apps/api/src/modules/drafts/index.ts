import type { FastifyInstance } from 'fastify'
import type { Db } from '../../db/index.ts'
import { registerDrafts } from './routes.ts'

/** The one unfinished transfer of a user, kept here so that nothing personal lies in a browser. */
export function createDraftsModule(deps: { db: Db }): { routes(app: FastifyInstance): void } {
  return { routes: (app) => registerDrafts(app, deps.db) }
}
