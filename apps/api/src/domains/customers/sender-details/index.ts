import type { FastifyInstance } from 'fastify'
import type { Db, Tx } from '../../../db/index.ts'
import type { FrozenDocument, SenderIdentity } from '../../transfers/index.ts'
import { registerSenderDetails } from './routes.ts'
import { createSenderDetails, type StoredIdentity, type SenderDetailsDeps } from './service.ts'

export interface SenderDetailsModule {
  routes(app: FastifyInstance): void
  /** Returns the customer's identity, for a rail that requires it; null until they have entered it. */
  identityOf(userId: string): Promise<SenderIdentity | null>
  /** Opens a document as frozen with a transfer; null when its number was sealed under a retired secret. */
  openDocument(userId: string, document: FrozenDocument): SenderIdentity | null
  /** Returns everything, including the document's number, for the data export. */
  exportFor(db: Db, userId: string): Promise<StoredIdentity | null>
  forget(tx: Tx, userId: string): Promise<void>
}

/** Creates the sender details that the law requires in some corridors; asked only of customers who send there. */
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
