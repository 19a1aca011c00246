import type { Recipient } from '@sesa/contract'

/** Ama Mensah in Ghana, saved and never paid. */
export const sampleRecipient = (change: Partial<Recipient> = {}): Recipient => ({
  ...{ id: '0d9f2c1e-6b1c-4a0e-9a53-2f4a5c8e7b10', name: 'Ama Mensah', nickname: null, favourite: false },
  ...{ country: 'GH', phone: '+233241111234', network: 'mtn' },
  check: { verdict: 'match', name: 'Ama Mensah', checkedAt: new Date(2026, 10, 24, 14, 5).toISOString() },
  ...{ lastSentAt: null, payment_id: null, transfers: 0 },
  ...change,
})
