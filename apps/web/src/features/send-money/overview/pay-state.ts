interface OfflineState {
  readonly paying: boolean
  readonly unsure: boolean
}

/** Says why Pay is off without a connection. Never says that nothing was charged where that is not known. */
export function offlineText({ paying, unsure }: OfflineState): string {
  if (paying) return 'You’re offline. We’ll check your payment when you’re back online.'
  return unsure
    ? 'You’re offline. Pay when you’re back online.'
    : 'You’re offline. We haven’t charged your card. Pay when you’re back online.'
}
