/**
 * The consent to save a card. The card form draws the checkbox, unticked; `TERMS` is shown below it. A new text gets a
 * new version: each consent is recorded with the version and the hash of the text that the customer saw.
 */
export const CARD_CONSENT = {
  version: '2026-11-24',
  box: 'Save this card for next time.',
  terms: 'You can remove it in Settings. We never charge it unless you press Pay.',
} as const

/** The whole text of a consent, whose hash is recorded. */
export const CARD_CONSENT_TEXT = `${CARD_CONSENT.box} ${CARD_CONSENT.terms}`

const BRANDS: Readonly<Record<string, string>> = {
  amex: 'American Express',
  diners: 'Diners Club',
  discover: 'Discover',
  jcb: 'JCB',
  mastercard: 'Mastercard',
  unionpay: 'UnionPay',
  visa: 'Visa',
}

const WALLETS: Readonly<Record<string, string>> = {
  apple_pay: 'Apple Pay',
  google_pay: 'Google Pay',
}

/** A card as shown to its owner. */
export interface CardFace {
  readonly brand: string
  readonly last4: string
  /** Wallet that passed the card on, such as `google_pay`. */
  readonly wallet: string | null
}

/** Returns "Visa •••• 4242", or "Google Pay, Visa •••• 4242". An unknown card scheme is a "Card". */
export function cardLabel({ brand, last4, wallet }: CardFace): string {
  // Keeps the dots and digits on one line.
  const card = `${BRANDS[brand] ?? 'Card'} ••••\u00a0${last4}`
  const by = wallet === null ? undefined : WALLETS[wallet]
  return by === undefined ? card : `${by}, ${card}`
}
