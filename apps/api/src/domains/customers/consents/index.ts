import type { FastifyInstance } from 'fastify'
import type { Db } from '../../../db/index.ts'
import { registerConsents } from './routes.ts'
import { createConsents, type ConsentsService } from './service.ts'
import { createTexts } from './texts.ts'

export { keepText } from './store.ts'
export type { ShownText } from './texts.ts'
export type { Circumstances, Decision } from './service.ts'

export interface ConsentsModule extends Pick<ConsentsService, 'due' | 'record' | 'agreements'> {
  routes(app: FastifyInstance): void
}

/** Creates the append-only record of customers' agreements. `fill` puts the company's details into a document's text. */
export function createConsentsModule({
  db,
  fill,
}: {
  readonly db: Db
  readonly fill: (text: string) => string
}): ConsentsModule {
  const consents = createConsents({ db, texts: createTexts(fill) })
  return { ...consents, routes: (app) => registerConsents(app, consents) }
}
