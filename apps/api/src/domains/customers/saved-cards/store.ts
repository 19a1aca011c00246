import { CARD_CONSENT, CARD_CONSENT_TEXT } from '@sesa/contract'
import { sql } from 'kysely'
import { createHash } from 'node:crypto'
import type { Db, Tx } from '../../../db/index.ts'
import { keepText, type ShownText } from '../consents/index.ts'

/** An account's customer at the card provider; `customerId` is null while the answer to its creation is unknown. */
export interface CardCustomer {
  readonly customerId: string | null
  readonly generation: number
}

export async function findCustomer(db: Db | Tx, userId: string): Promise<CardCustomer | undefined> {
  return db
    .selectFrom('card_customers')
    .select(['customer_id as customerId', 'generation'])
    .where('user_id', '=', userId)
    .executeTakeFirst()
}

/** Records that a customer is about to be created, unless already recorded. */
export async function insertRequest(tx: Tx, userId: string): Promise<void> {
  await tx
    .insertInto('card_customers')
    .values({ user_id: userId, customer_id: null })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Stores the created customer, unless another one was stored first. Returns true when this one is in use. */
export async function keepCustomer(
  tx: Tx,
  userId: string,
  generation: number,
  customerId: string,
): Promise<boolean> {
  const row = await tx
    .updateTable('card_customers')
    .set({ customer_id: customerId })
    .where('user_id', '=', userId)
    .where('generation', '=', generation)
    .where(sql<boolean>`customer_id is null or customer_id = ${customerId}`)
    .returning('user_id')
    .executeTakeFirst()
  return row !== undefined
}

/** Removes a customer that the card provider no longer has: the next payment creates another one. */
export async function dropCustomer(db: Db, userId: string, customerId: string): Promise<void> {
  await db
    .updateTable('card_customers')
    .set({ customer_id: null, generation: sql<number>`generation + 1` })
    .where('user_id', '=', userId)
    .where('customer_id', '=', customerId)
    .execute()
}

export async function deleteCustomerRow(tx: Tx, userId: string): Promise<CardCustomer | undefined> {
  return tx
    .deleteFrom('card_customers')
    .where('user_id', '=', userId)
    .returning(['customer_id as customerId', 'generation'])
    .executeTakeFirst()
}

const TEXT: ShownText = {
  document: 'saved-card',
  version: CARD_CONSENT.version,
  text: CARD_CONSENT_TEXT,
  hash: createHash('sha256').update(CARD_CONSENT_TEXT).digest(),
}

/** Adds a decision about a card to the record, once. Returns false when it was recorded before. */
export async function insertConsent(
  tx: Tx,
  userId: string,
  cardId: string,
  decision: 'given' | 'withdrawn',
): Promise<boolean> {
  await keepText(tx, TEXT)
  const row = await tx
    .insertInto('card_consents')
    .values({
      user_id: userId,
      card_id: cardId,
      decision,
      text_hash: TEXT.hash,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Returns true when the user once asked to keep this card. */
export async function hasConsent(db: Db | Tx, userId: string, cardId: string): Promise<boolean> {
  const row = await db
    .selectFrom('card_consents')
    .select('id')
    .where('user_id', '=', userId)
    .where('card_id', '=', cardId)
    .where('decision', '=', 'given')
    .executeTakeFirst()
  return row !== undefined
}

/** Returns a user's consents and withdrawals, oldest first. */
export async function consentsOf(db: Db, userId: string) {
  return db
    .selectFrom('card_consents as c')
    .innerJoin('legal_texts as t', 't.text_hash', 'c.text_hash')
    .select(['c.decision', 'c.at', 'c.text_hash as textHash', 't.version'])
    .where('c.user_id', '=', userId)
    .orderBy('c.id')
    .execute()
}
