import type { Failure } from '@sesa/ui/api/http.ts'

/**
 * Returns why a transfer could not be shown. `unpaid`: the card provider reported that nothing was charged. `checking`:
 * the server answered, but it is unknown whether the card was charged. `view`: the customer opened an earlier transfer.
 */
export function failureKindOf(
  code: Failure['code'],
  view: boolean,
): 'unknown' | 'unpaid' | 'checking' | 'unreached' {
  switch (code) {
    case 'not_found':
    case 'profile_incomplete': // An account without a profile has no payment.
      return 'unknown'
    case 'payment_not_successful':
    case 'quote_expired':
    case 'cards_declined':
      return 'unpaid'
    case 'card_provider_unavailable':
    case 'mobile_money_unavailable':
    case 'payment_attempt_open':
      return 'checking'
    case 'network':
      return 'unreached'
    default:
      return view ? 'unreached' : 'checking'
  }
}
