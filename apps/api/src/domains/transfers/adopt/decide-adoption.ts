import type { FoundPayout } from '../payout-router.ts'
import type { Payment } from '../ports.ts'

/** The providers' answers about a payment whose transfer is missing from our database. */
export interface AdoptionFacts {
  readonly payment: Payment['status']
  /** `complete`: the payment's record could be decrypted, and its customer has an account here. */
  readonly record: 'complete' | 'missing' | 'no_account'
  /** True if the charge is the amount and currency of the record. */
  readonly isAsQuoted: boolean
  /** True if it was charged after its quote had expired: it is refunded and never paid out. */
  readonly isLate: boolean
  /** Part of the charge that was refunded to the card, or is being refunded. */
  readonly refunded: 'nothing' | 'part' | 'all'
  readonly isDisputed: boolean
  readonly payout: FoundPayout
  /** True if the product stopped so long ago that none of its requests can still reach a carrier: "not found" is final. */
  readonly isQuiet: boolean
}

/** The reason to wait: nothing is written, and the next run decides. */
export type WaitReason = 'carrier_silent' | 'too_early'

/** The reason why only people can decide. */
export type PersonReason =
  | 'record_missing'
  | 'account_missing'
  | 'charge_differs'
  | 'paid_out_twice'
  | 'paid_out_unpaid'

export type AdoptionDecision =
  /** No money moved. */
  | { readonly next: 'leave' }
  /** The engine reads the payment, and closes it when its quote has expired. */
  | { readonly next: 'open' }
  /** The carrier paid. `late_events_pending`: the engine then books refunds and disputes of the charge. */
  | { readonly next: 'sent'; readonly late_events_pending: boolean }
  /** The carrier has the request; the engine queries it for the outcome. */
  | { readonly next: 'paying_out'; readonly late_events_pending: boolean }
  /** The carrier reported a failure; the engine queries it once more, then refunds. */
  | { readonly next: 'payout_failed'; readonly code: string }
  /** Nothing was paid out and the charge was refunded, or must be: the engine refunds the rest. */
  | { readonly next: 'refunding'; readonly isLate: boolean }
  /** Charged, and no carrier knows a pay-out: staff pay out or refund. */
  | { readonly next: 'hold'; readonly late_events_pending: boolean }
  | { readonly next: 'wait'; readonly why: WaitReason }
  | { readonly next: 'person'; readonly why: PersonReason }

/**
 * Decides the state of a payment without a transfer. The carrier's report has priority: a paid transfer is sent, whatever the
 * card provider did meanwhile. Only the carrier's own report of a failure leads to a refund. Only "not found" from every
 * carrier, once no request can be in flight, leads to a hold from which staff may pay out or refund.
 */
export function decideAdoption(facts: AdoptionFacts): AdoptionDecision {
  const { payment, record, payout, refunded, isDisputed, isLate } = facts
  const isPaidOut = payout.status === 'completed' || payout.status === 'several'
  if (payment !== 'succeeded') {
    if (isPaidOut) return { next: 'person', why: 'paid_out_unpaid' }
    if (payment === 'cancelled') return { next: 'leave' }
  }
  if (record === 'missing') return { next: 'person', why: 'record_missing' }
  if (record === 'no_account') return { next: 'person', why: 'account_missing' }
  if (payment !== 'succeeded') return { next: 'open' }
  if (!facts.isAsQuoted) return { next: 'person', why: 'charge_differs' }
  const late_events_pending = refunded !== 'nothing' || isDisputed
  switch (payout.status) {
    case 'several':
      return { next: 'person', why: 'paid_out_twice' }
    case 'completed':
      return { next: 'sent', late_events_pending }
    case 'pending':
      return { next: 'paying_out', late_events_pending }
    case 'failed':
      return { next: 'payout_failed', code: payout.code }
    case 'unknown':
      return { next: 'wait', why: 'carrier_silent' }
    case 'not_found':
      if (!facts.isQuiet) return { next: 'wait', why: 'too_early' }
      if (isLate || refunded === 'all') return { next: 'refunding', isLate }
      return { next: 'hold', late_events_pending }
  }
}

/** Returns true when `apply` writes something. */
export function isAdopted({ next }: AdoptionDecision): boolean {
  return next !== 'leave' && next !== 'wait' && next !== 'person'
}
