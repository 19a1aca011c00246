import * as v from 'valibot'
import { call } from '../call.ts'
import { dateTime } from '../schema.ts'

/** A card that paid for a transfer. */
export const card = v.object({
  /** Card scheme as the card provider spells it: `visa`. */
  brand: v.string(),
  last4: v.pipe(v.string(), v.regex(/^\d{4}$/)),
  /** Wallet that passed the card on, such as `google_pay`; null without one. */
  wallet: v.nullable(v.string()),
})

const savedCard = v.object({
  id: v.string(),
  ...card.entries,
  expMonth: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(12)),
  expYear: v.pipe(v.number(), v.integer(), v.minValue(2000), v.maxValue(9999)),
  addedAt: dateTime,
})

export type SavedCard = v.InferOutput<typeof savedCard>

export const savedCardCalls = {
  listCards: call({
    method: 'GET',
    path: '/user/cards',
    summary: 'The user’s saved cards, newest first, as stored by the card provider',
    auth: 'user',
    success: { 200: v.object({ cards: v.array(savedCard) }) },
    errors: ['unauthenticated', 'card_provider_unavailable'],
  }),
  removeCard: call({
    method: 'DELETE',
    path: '/user/cards/{id}',
    summary: 'Remove a saved card permanently; transfers that it paid are not affected',
    auth: 'user',
    params: v.strictObject({ id: v.pipe(v.string(), v.maxLength(200)) }),
    success: { 204: null },
    errors: ['unauthenticated', 'card_provider_unavailable'],
  }),
}
