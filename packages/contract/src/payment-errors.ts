/** Codes about paying for a transfer. */
export const PAYMENT_ERRORS = {
  card_provider_unavailable: {
    status: 503,
    message: 'Card payments aren’t available right now. Try again in a moment.',
  },
  cards_declined: {
    status: 429,
    message: 'Too many cards were declined, so we cancelled this transfer. Start again with another card.',
  },
  pay_method_unavailable: {
    status: 422,
    message: 'This way to pay isn’t available for you right now. Choose another way.',
  },
  payment_attempt_open: {
    status: 409,
    message: 'A request to pay is still open. Approve it on your phone, or wait until it ends.',
  },
  payer_number_unverified: {
    status: 422,
    message: 'Pay from a number that you have confirmed. Confirm this number first, or choose yours.',
  },
  payer_numbers_full: {
    status: 422,
    message: 'You can pay from at most 3 other numbers. Remove one, then try again.',
  },
  payer_wallet_other_name: {
    status: 409,
    message: 'This wallet is registered to another name. Pay from a wallet of your own, or another way.',
  },
  payer_wallet_inactive: {
    status: 422,
    message: 'This number has no active wallet with this network. Check the number and the network.',
  },
  mobile_money_unavailable: {
    status: 503,
    message: 'We can’t reach the mobile money network right now. Try again in a moment.',
  },
  payments_declined: {
    status: 429,
    message: 'Too many payments from this number ended without approval. Pay another way, or try tomorrow.',
  },
  payment_not_successful: {
    status: 409,
    message: 'The payment has not succeeded, so nothing was sent.',
  },
} as const satisfies Record<string, { status: number; message: string }>
