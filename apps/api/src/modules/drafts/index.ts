import type { DraftAnswer } from '@sesa/contract'
import type { FastifyInstance } from 'fastify'
import { readDraft, registerDrafts } from './routes.ts'
import type { DraftsDeps } from './store.ts'

export { findDraft, removeDraft } from './store.ts'

export interface DraftsModule {
  routes(app: FastifyInstance): void
  /** What `GET /user/draft` answers this user. */
  draftOf(userId: string): Promise<DraftAnswer>
}

/** The one unfinished transfer of a user, kept here so that nothing personal lies in a browser. */
export function createDraftsModule(deps: DraftsDeps): DraftsModule {
  return { routes: (app) => registerDrafts(app, deps), draftOf: (userId) => readDraft(deps, userId) }
}
