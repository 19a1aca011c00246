import type { Failure } from '../../lib/http.ts'

/**
 * What a failure to get at a transfer means. `unpaid`: the card provider itself said that nothing was charged. `checking`:
 * we were reached, and nobody knows whether the card was charged. `view`: an earlier transfer is only looked at.
 */
export function failureKindOf(
  code: Failure['code'],
  view: boolean,
): 'unknown' | 'unpaid' | 'checking' | 'unreached' {
  switch (code) {
    case 'not_found':
      return 'unknown'
    case 'payment_not_successful':
    case 'quote_expired':
    case 'cards_declined':
      return 'unpaid'
    case 'card_provider_unavailable':
      return 'checking'
    case 'network':
      return 'unreached'
    default:
      return view ? 'unreached' : 'checking'
  }
}
