import type { Config } from '@sesa/contract'

/** MTN in Ghana, as the server describes it. */
export const mtn: Config['networks'][number] = {
  value: 'mtn',
  country: 'GH',
  label: 'MTN MoMo',
  prefixes: ['24'],
  enabled: true,
  reason: null,
  senderDetails: false,
  minimum: 100,
  maximum: 1_500_000,
  usually: null,
}
