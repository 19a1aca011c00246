import type Stripe from 'stripe'
import type { ErrorBody } from './protocol/wire.ts'

export type Decline = Pick<ErrorBody, 'code' | 'decline_code' | 'message'>

/** A card's behaviour when it is charged. Source: https://docs.stripe.com/testing. */
export interface Behaviour {
  /** The charge is declined; with `challenge`, after the challenge has succeeded. */
  decline?: Decline
  /** 3-D Secure comes first: always, or only if the payment requests it. */
  challenge?: true | 'on_request'
  /** Stripe.js shows the challenge in a frame instead of leaving the page. */
  inFrame?: true
  /** The cardholder's bank disputes the charge soon after. */
  disputed?: true
  /** The cardholder's bank reports fraud soon after. */
  warned?: true
  /** Elevated risk: Radar queues the payment for review. */
  reviewed?: true
  /** The outcome of a refund: it fails after success, or it succeeds only later. */
  refund?: 'fails_later' | 'succeeds_later'
  /** The money is available at once rather than two days later. */
  availableAtOnce?: true
}

const declined = (decline_code: string, message = 'Your card was declined.'): Behaviour => ({
  decline: { code: 'card_declined', decline_code, message },
})
const GENERIC = declined('generic_decline')
const NO_FUNDS = declined('insufficient_funds', 'Your card has insufficient funds.')

/** Stripe's documented test numbers. */
const TEST_CARDS: Readonly<Record<string, Behaviour>> = {
  '4242424242424242': {},
  '4000056655665556': {},
  '5555555555554444': {},
  '2223003122003222': {},
  '5200828282828210': {},
  '378282246310005': {},
  '371449635398431': {},
  '6011111111111117': {},
  '4000000000000002': GENERIC,
  '4000000000009995': NO_FUNDS,
  '4000000000009987': declined('lost_card'),
  '4000000000009979': declined('stolen_card'),
  '4000000000000069': { decline: { code: 'expired_card', message: 'Your card has expired.' } },
  '4000000000000127': {
    decline: { code: 'incorrect_cvc', message: "Your card's security code is incorrect." },
  },
  '4000000000000119': {
    decline: {
      code: 'processing_error',
      message: 'An error occurred while processing your card. Try again in a little bit.',
    },
  },
  '4000000000000341': GENERIC,
  '4000002500003155': { challenge: true },
  '4000002760003184': { challenge: true },
  '4000000000003220': { challenge: true, inFrame: true },
  '4000000000003055': { challenge: 'on_request' },
  '4000008400001629': { challenge: true, ...GENERIC },
  '4000008260003178': { challenge: true, ...NO_FUNDS },
  // The bank asks for 3-D Secure, but the lookup fails: declined without a challenge.
  '4000008400001280': declined('authentication_required'),
  '4000000000000259': { disputed: true },
  '4000000000005423': { warned: true },
  '4000000000009235': { reviewed: true },
  '4000000000000077': { availableAtOnce: true },
  '4000008260000000': {},
  '4000002500000003': {},
  '4000002760000016': {},
  '4000000000005126': { refund: 'fails_later' },
  '4000000000007726': { refund: 'succeeds_later' },
}

/** Named payment methods for test numbers, for server-side tests. */
export const NAMED_METHODS: Readonly<Record<string, string>> = {
  pm_card_visa: '4242424242424242',
  pm_card_mastercard: '5555555555554444',
  pm_card_amex: '378282246310005',
  pm_card_visa_chargeDeclined: '4000000000000002',
  pm_card_chargeDeclined: '4000000000000002',
  pm_card_visa_chargeDeclinedInsufficientFunds: '4000000000009995',
  pm_card_chargeDeclinedInsufficientFunds: '4000000000009995',
  pm_card_authenticationRequired: '4000002760003184',
  pm_card_createDispute: '4000000000000259',
  pm_card_createIssuerFraudRecord: '4000000000005423',
  pm_card_riskLevelElevated: '4000000000009235',
  pm_card_bypassPending: '4000000000000077',
  pm_card_refundFail: '4000000000005126',
  pm_card_pendingRefund: '4000000000007726',
}

/**
 * Returns the name under which a card's behaviour is stored: its own number for a test card, never a number
 * that may be real.
 */
export function behaviourName(number: string): string {
  return number in TEST_CARDS ? number : 'not_a_test_card'
}

/** Returns a card's behaviour. A number that is not a test card is declined, as in Stripe's test mode. */
export function behaviourOf(name: string | undefined): Behaviour {
  return (
    TEST_CARDS[name ?? ''] ??
    declined(
      'test_mode_live_card',
      'Your card was declined. Your request was in test mode, but used a non test card. For a list of valid test cards, visit: https://stripe.com/docs/testing.',
    )
  )
}

/** Returns the card scheme for the number's first digits. */
export function brandOf(number: string): Stripe.PaymentMethod.Card['brand'] {
  if (/^3[47]/.test(number)) return 'amex'
  if (/^(5[1-5]|2[2-7])/.test(number)) return 'mastercard'
  if (/^6(011|5)/.test(number)) return 'discover'
  return /^4/.test(number) ? 'visa' : 'unknown'
}

/** Stripe's test cards of other countries contain the country's numeric code (ISO 3166-1) after these digits. */
const FOREIGN = '400000'
const COUNTRIES: Readonly<Record<string, string>> = { '250': 'FR', '276': 'DE', '826': 'GB' }

/** Returns the country that issued a test card. */
export function countryOf(number: string): string {
  return (number.startsWith(FOREIGN) ? COUNTRIES[number.slice(6, 9)] : undefined) ?? 'US'
}

/** Verifies the check digit of ISO/IEC 7812-1, Annex B. */
export function passesLuhn(number: string): boolean {
  const sum = [...number].reverse().reduce((total, character, place) => {
    const digit = character.charCodeAt(0) - 48
    const weighed = place % 2 === 1 ? digit * 2 : digit
    return total + (weighed > 9 ? weighed - 9 : weighed)
  }, 0)
  return sum % 10 === 0
}
