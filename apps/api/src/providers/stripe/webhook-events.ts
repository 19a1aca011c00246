/** Events that may change a payment for which a transfer waits. */
const OF_PAYMENTS = [
  'payment_intent.succeeded',
  'payment_intent.payment_failed',
  'payment_intent.processing',
  'payment_intent.requires_action',
  'payment_intent.canceled',
] as const

/** Events after a charge, which also count for a transfer that has ended. */
const AFTER_CHARGES = [
  'charge.refunded',
  'charge.refund.updated',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.funds_reinstated',
  'refund.created',
  'refund.updated',
  'refund.failed',
  'radar.early_fraud_warning.created',
  'radar.early_fraud_warning.updated',
  'review.opened',
  'review.closed',
] as const

/** Events that the endpoint at Stripe must send. `docs/going-live.md` lists the same. */
export const WEBHOOK_EVENTS = [...OF_PAYMENTS, ...AFTER_CHARGES] as const

/** Returns whether an event may follow a charge. */
export const isAfterCharge = (type: string): boolean => AFTER_CHARGES.some((known) => known === type)
