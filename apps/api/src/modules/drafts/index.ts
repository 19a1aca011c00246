import type { FastifyInstance } from 'fastify'
import { registerDrafts } from './routes.ts'
import type { DraftsDeps } from './store.ts'

export { findDraft, removeDraft } from './store.ts'

/** The one unfinished transfer of a user, kept here so that nothing personal lies in a browser. */
export function createDraftsModule(deps: DraftsDeps): { routes(app: FastifyInstance): void } {
  return { routes: (app) => registerDrafts(app, deps) }
}
