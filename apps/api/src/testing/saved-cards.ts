import type { Db, Tx } from '../db/index.ts'
import { type CardVault } from '../domains/customers/index.ts'
import { createSavedCardsModule, type SavedCardsModule } from '../domains/customers/saved-cards/index.ts'
import type { StripeSettings } from '../providers/stripe/client.ts'
import { createStripeVault } from '../providers/stripe/vault.ts'
import type { Opened } from './sender.ts'

const refuse = () => Promise.resolve({ ok: false, reason: 'refused' } as const)

/** A card provider that saves no cards. */
export const NO_VAULT: CardVault = {
  createCustomer: refuse,
  openSession: refuse,
  listCards: refuse,
  removeCard: refuse,
  detachCard: refuse,
  deleteCustomer: refuse,
}

/** Records an event without its notice and its origin. */
async function recordEvent(
  tx: Tx,
  event: { userId: string; sessionId: string | null; kind: string },
): Promise<void> {
  const { userId: user_id, kind } = event
  await tx.insertInto('security_events').values({ user_id, session_id: null, kind, details: '{}' }).execute()
}

/** Creates the saved cards of a world without sign-in. `between` wraps the vault. */
export function createTestSavedCards(
  db: Db,
  stripe: StripeSettings,
  between: (plain: CardVault) => CardVault = (plain) => plain,
): SavedCardsModule {
  const vault = between(createStripeVault(stripe, fetch))
  return createSavedCardsModule({ db, vault, audit: { record: recordEvent } })
}

/** Confirms the payment with a card, as Stripe.js does in the browser. */
export async function payAsBrowser(
  { sandboxUrl, base }: { readonly sandboxUrl: string; readonly base: string },
  opened: Opened,
  card = '4242424242424242',
  more: Readonly<Record<string, string>> = {},
): Promise<{ status: number; body: unknown }> {
  const response = await fetch(`${sandboxUrl}/v1/payment_intents/${opened.id}/confirm`, {
    method: 'POST',
    headers: { authorization: 'Bearer pk_test_sandbox' },
    body: new URLSearchParams({
      client_secret: opened.clientSecret,
      'payment_method_data[type]': 'card',
      'payment_method_data[card][number]': card,
      'payment_method_data[card][exp_month]': '12',
      'payment_method_data[card][exp_year]': '2034',
      'payment_method_data[card][cvc]': '123',
      return_url: `${base}/transfer-status`,
      ...more,
    }),
  })
  return { status: response.status, body: await response.json() }
}
