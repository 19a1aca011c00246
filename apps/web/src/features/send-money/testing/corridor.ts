import type { Corridor } from '@sesa/contract'

/** From Liberia to Ghana, as the server describes it. */
export const corridor: Corridor = {
  from: 'LR',
  to: 'GH',
  enabled: true,
  reason: null,
  minimum: 8_700,
  maximum: 34_000_000,
  chargeCurrency: 'LRD',
}
