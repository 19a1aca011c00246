import type { FastifyInstance } from 'fastify'
import type { Db, Tx } from '../../../db/index.ts'
import type { Job } from '../../../jobs/index.ts'
import { Refused } from '../../../lib/refused.ts'
import type { SavedCards } from '../../transfers/index.ts'
import { createJobs } from './jobs.ts'
import { lockOf } from './lock.ts'
import { registerSavedCards } from './routes.ts'
import { cardKept, customerOf, forget, listCards, openSession, type SavedCardsDeps } from './service.ts'
import { consentsOf, hasConsent } from './store.ts'

export interface SavedCardsModule {
  routes(app: FastifyInstance): void
  readonly jobs: readonly Job[]
  /** The part that payments use. */
  readonly forPayments: SavedCards
  /** Returns the user's saved cards and consents; `cards` is null while the card provider does not answer. */
  exportFor(db: Db, userId: string): Promise<unknown>
  /** Deletes the customer at the card provider; the record of consents stays. */
  forget(tx: Tx, userId: string): Promise<void>
}

/**
 * Creates the saved cards, which the card provider stores. We store no card, only which customer there belongs to which
 * account.
 */
export function createSavedCardsModule(deps: SavedCardsDeps): SavedCardsModule {
  return {
    routes: (app) => registerSavedCards(app, deps),
    jobs: createJobs(deps.vault),
    forPayments: {
      lockOf,
      wasSaved: hasConsent,
      customerOf: (userId) => customerOf(deps, userId),
      openSession: (userId, customerId) => openSession(deps, userId, customerId),
      cardKept: (tx, userId, card) => cardKept(deps, tx, userId, card),
    },
    async exportFor(db, userId) {
      const cards = await listCards(deps, userId).catch((error: unknown) => {
        if (error instanceof Refused) return null
        throw error
      })
      return {
        cards: cards?.map(({ brand, last4, wallet, addedAt }) => ({ brand, last4, wallet, addedAt })) ?? null,
        consents: (await consentsOf(db, userId)).map(({ decision, version, at, textHash }) => ({
          ...{ decision, version },
          at: at.toISOString(),
          textHash: textHash.toString('hex'),
        })),
      }
    },
    forget,
  }
}
