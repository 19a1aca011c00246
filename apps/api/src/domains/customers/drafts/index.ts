import type { DraftAnswer } from '@sesa/contract'
import type { FastifyInstance } from 'fastify'
import { readDraft, registerDrafts } from './routes.ts'
import type { DraftsDeps } from './store.ts'

export interface DraftsModule {
  routes(app: FastifyInstance): void
  /** Returns the answer of `GET /user/draft` for this user. */
  draftOf(userId: string): Promise<DraftAnswer>
}

/**
 * Creates the drafts module: each user's one unfinished transfer, or an unfinished profile before that, stored here so that
 * no personal data stays in the browser.
 */
export function createDraftsModule(deps: DraftsDeps): DraftsModule {
  return { routes: (app) => registerDrafts(app, deps), draftOf: (userId) => readDraft(deps, userId) }
}
