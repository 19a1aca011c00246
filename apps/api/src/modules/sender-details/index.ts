import type { FastifyInstance } from 'fastify'
import type { Db, Tx } from '../../db/index.ts'
import type { FrozenDocument, SenderIdentity } from '../transfers/index.ts'
import { registerSenderDetails } from './routes.ts'
import { createSenderDetails, type KeptIdentity, type SenderDetailsDeps } from './service.ts'

export { reencryptDocuments } from './sealing.ts'

export interface SenderDetailsModule {
  routes(app: FastifyInstance): void
  /** Who a sender is, for a rail that has to be told; null while they have not said. */
  identityOf(userId: string): Promise<SenderIdentity | null>
  /** A document as a transfer froze it; null when its number was sealed under a secret that is no longer ours. */
  openDocument(userId: string, document: FrozenDocument): SenderIdentity | null
  /** All of it, the document's number included, for the copy of somebody's data. */
  exportFor(db: Db, userId: string): Promise<KeptIdentity | null>
  forget(tx: Tx, userId: string): Promise<void>
}

/** What the law of some corridors wants known of a sender; asked of those alone who send there. */
export function createSenderDetailsModule(deps: SenderDetailsDeps): SenderDetailsModule {
  const details = createSenderDetails(deps)
  return {
    routes: (app) => registerSenderDetails(app, details),
    identityOf: details.identityOf,
    openDocument: details.openDocument,
    exportFor: (_db, userId) => details.exportFor(userId),
    forget: details.forget,
  }
}
