import * as i18n from '@sesa/contract/i18n'

interface OfflineState {
  readonly paying: boolean
  readonly unsure: boolean
  /** True for a card: the other ways charge nothing when the customer presses Pay. */
  readonly byCard: boolean
}

/** Explains why Pay is disabled without a connection. Never claims that nothing was charged where that is unknown. */
export function offlineText({ paying, unsure, byCard }: OfflineState): string {
  if (paying) return i18n.t('You’re offline. We’ll check your payment when you’re back online.')
  return unsure || !byCard
    ? i18n.t('You’re offline. Pay when you’re back online.')
    : i18n.t('You’re offline. We haven’t charged your card. Pay when you’re back online.')
}
