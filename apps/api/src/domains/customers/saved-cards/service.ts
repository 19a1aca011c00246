import type { SavedCard } from '@sesa/contract'
import { inTransaction, type Db, type Tx } from '../../../db/index.ts'
import { holdOpenAccount } from '../../../db/open-account.ts'
import type { Origin } from '../../../http/origin.ts'
import type { Caller } from '../../../http/route.ts'
import { callProvider } from '../../../lib/crash-points.ts'
import { Refused } from '../../../lib/refused.ts'
import type { Audit } from '../account-record/index.ts'
import { queueDetach, queueForget } from './jobs.ts'
import type { CardVault, VaultCard } from './ports.ts'
import {
  deleteCustomerRow,
  dropCustomer,
  findCustomer,
  hasConsent,
  insertConsent,
  insertRequest,
  keepCustomer,
} from './store.ts'

export interface SavedCardsDeps {
  readonly db: Db
  readonly audit: Pick<Audit, 'record'>
  readonly vault: CardVault
}

const away = (): Refused => new Refused('card_provider_unavailable', { retryAfter: 5 })

/** Records that a customer is about to be created, and returns its generation; null for a closed account. */
async function beginCustomer({ db }: SavedCardsDeps, userId: string): Promise<number | null> {
  return inTransaction(db, 'saved_cards.begin_customer', async (tx) => {
    if (!(await holdOpenAccount(tx, userId))) return null
    await insertRequest(tx, userId)
    return (await findCustomer(tx, userId))?.generation ?? null
  })
}

/**
 * Returns the user's customer at the card provider, and creates it if needed; returns null when that fails, since paying
 * never needs a customer. Simultaneous calls create one customer. If two are created after all, one is used and the other
 * deleted.
 */
export async function customerOf(deps: SavedCardsDeps, userId: string): Promise<string | null> {
  const known = await findCustomer(deps.db, userId)
  if (known?.customerId) return known.customerId
  const generation = known?.generation ?? (await beginCustomer(deps, userId))
  if (generation === null) return null
  const made = await callProvider('saved_cards.create_customer', () =>
    deps.vault.createCustomer({ accountId: userId, generation }),
  )
  if (!made.ok) return null
  return inTransaction(deps.db, 'saved_cards.keep_customer', async (tx) => {
    if (await keepCustomer(tx, userId, generation, made.value)) return made.value
    // Another call was faster, or the account was closed meanwhile.
    const used = (await findCustomer(tx, userId))?.customerId ?? null
    if (used !== made.value) await queueForget(tx, { customerId: made.value })
    return used
  })
}

/** Returns a secret that opens the customer's cards in the card form, once; null when the provider has none. */
export async function openSession(
  { db, vault }: SavedCardsDeps,
  userId: string,
  customerId: string,
): Promise<string | null> {
  const opened = await callProvider('saved_cards.open_session', () => vault.openSession(customerId))
  if (opened.ok) return opened.value
  if (opened.reason === 'missing') await dropCustomer(db, userId, customerId)
  return null
}

/** Records a consent, or detaches a card that the provider keeps without a request. */
export async function cardKept(
  { audit }: SavedCardsDeps,
  tx: Tx,
  userId: string,
  { id, hasConsent }: { readonly id: string; readonly hasConsent: boolean },
): Promise<void> {
  if (!hasConsent) return queueDetach(tx, id)
  if (!(await insertConsent(tx, userId, id, 'given'))) return
  await audit.record(tx, { userId, sessionId: null, kind: 'card_saved', origin: null })
}

const shown = ({ addedAt, ...card }: VaultCard): SavedCard => ({ ...card, addedAt: addedAt.toISOString() })

/** Returns the user's saved cards. Throws Refused `card_provider_unavailable`. */
export async function listCards({ db, vault }: SavedCardsDeps, userId: string): Promise<SavedCard[]> {
  const customerId = (await findCustomer(db, userId))?.customerId
  if (!customerId) return []
  const cards = await callProvider('saved_cards.list_cards', () => vault.listCards(customerId))
  if (cards.ok) return cards.value.map(shown)
  if (cards.reason !== 'missing') throw away()
  await dropCustomer(db, userId, customerId)
  return []
}

/** Removes a card. Throws Refused `not_found` for a card that is not the user's, or `card_provider_unavailable`. */
export async function removeCard(
  { db, audit, vault }: SavedCardsDeps,
  { userId, sessionId }: Pick<Caller, 'userId' | 'sessionId'>,
  cardId: string,
  origin: Origin,
): Promise<void> {
  const customerId = (await findCustomer(db, userId))?.customerId
  if (!customerId || !/^\w{1,128}$/.test(cardId)) throw new Refused('not_found')
  const removed = await callProvider('saved_cards.remove_card', () => vault.removeCard(customerId, cardId))
  if (!removed.ok && removed.reason !== 'missing') throw away()
  // The customer kept this card and it no longer exists: the answer to an earlier removal was lost, so it is recorded now.
  if (removed.ok || (await hasConsent(db, userId, cardId)))
    await inTransaction(db, 'saved_cards.record_removed', async (tx) => {
      if (!(await insertConsent(tx, userId, cardId, 'withdrawn'))) return
      await audit.record(tx, { userId, sessionId, kind: 'card_removed', origin })
    })
  if (!removed.ok) throw new Refused('not_found')
}

/** Queues the deletion of a closing account's customer at the card provider, with its cards. */
export async function forget(tx: Tx, userId: string): Promise<void> {
  const row = await deleteCustomerRow(tx, userId)
  if (row === undefined) return
  const { customerId, generation } = row
  await queueForget(tx, customerId === null ? { accountId: userId, generation } : { customerId })
}
