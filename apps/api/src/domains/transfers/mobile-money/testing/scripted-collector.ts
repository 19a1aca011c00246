import { money } from '@sesa/money'
import type {
  CollectionRefundStatus,
  CollectionRequest,
  CollectionSent,
  CollectionStatus,
  CollectionTerms,
  Collector,
  Collectors,
  OtherWallet,
} from '../ports.ts'

/** Answers of a carrier, by default those of one whose payers wait: a test replaces them and looks at what was asked. */
export class ScriptedCarrier {
  readonly started: CollectionRequest[] = []
  readonly refunded: {
    readonly id: string
    readonly amount: bigint
    readonly currency: string
    readonly collection: string
    readonly of: string
    readonly elsewhere: OtherWallet | null
  }[] = []
  /** The refunds that it was asked for, taken or not, in order. */
  readonly refundAsked: string[] = []
  sent: CollectionSent | 'throws' = ACCEPTED
  /** The requests to pay that it was asked about, in order. */
  readonly asked: string[] = []
  /** By attempt; `open` by default. */
  readonly statuses = new Map<string, CollectionStatus>()
  refund: 'taken' | 'refused' | 'no_float' | 'unknown' = 'taken'
  /** Why a refund is refused. */
  refusal = WALLET_FULL
  refundStatus: CollectionRefundStatus = { status: 'succeeded' }
  terms: CollectionTerms | null = TERMS
  stop: 'stopped' | 'too_late' | 'unknown' | null = null
  /** Runs once, at the next question about its terms. */
  meanwhile: (() => Promise<unknown>) | null = null

  /** Lets the payer of the newest request approve it. */
  approve(change: { readonly amount?: bigint; readonly currency?: 'LRD' | 'USD' } = {}): void {
    const newest = this.started.at(-1)
    if (newest === undefined) throw new Error('Nobody was asked')
    const { amount = newest.amount.amount, currency = 'LRD' } = change
    this.statuses.set(newest.id, { status: 'completed', amount: money(amount, currency) })
  }

  /** Ends the newest request without money. */
  fail(code = 'PAYMENT_NOT_APPROVED'): void {
    const newest = this.started.at(-1)
    if (newest === undefined) throw new Error('Nobody was asked')
    this.statuses.set(newest.id, { status: 'failed', code })
  }

  /** Answers as before any test. */
  reset(): void {
    this.sent = ACCEPTED
    this.refund = 'taken'
    this.refusal = WALLET_FULL
    this.refundStatus = { status: 'succeeded' }
    this.terms = TERMS
    this.stop = null
    this.meanwhile = null
  }

  readonly collectors: Collectors = {
    of: (name) => {
      if (name !== TERMS.collector) throw new Error(`This deployment has no collector ${name}`)
      return this.collector()
    },
    all: () => [this.collector()],
    termsOf: async (country, network) => {
      const { meanwhile } = this
      this.meanwhile = null
      await meanwhile?.()
      return country === 'LR' && network === 'mtn' ? this.terms : null
    },
  }

  private collector(): Collector {
    return {
      name: 'pawapay',
      clearing: 'payout_float',
      terms: () => Promise.resolve([TERMS]),
      start: (request) => {
        this.started.push(request)
        if (this.sent === 'throws') return Promise.reject(new Error('The process died'))
        return Promise.resolve(this.sent)
      },
      status: ({ id }) => {
        this.asked.push(id)
        return Promise.resolve(this.statuses.get(id) ?? { status: 'open' })
      },
      stop:
        this.stop === null
          ? null
          : () =>
              Promise.resolve(
                this.stop === 'unknown'
                  ? { ok: false, reason: 'unknown', code: 'silent' }
                  : { ok: true, value: this.stop === 'stopped' },
              ),
      refund: ({ id, amount: { amount, currency }, collection, transferReference: of, elsewhere }) => {
        this.refundAsked.push(id)
        if (this.refund === 'no_float')
          return Promise.resolve({ ok: false, reason: 'refused', code: 'PAWAPAY_WALLET_OUT_OF_FUNDS' })
        if (this.refund !== 'taken')
          return Promise.resolve({ ok: false, reason: this.refund, code: this.refusal })
        this.refunded.push({ id, amount, currency, collection: collection.id, of, elsewhere })
        return Promise.resolve({ ok: true, value: { providerId: null } })
      },
      refundStatus: () => Promise.resolve(this.refundStatus),
    }
  }
}

const WALLET_FULL = 'WALLET_LIMIT_REACHED'
const ACCEPTED: CollectionSent = { outcome: 'accepted', providerId: null, code: null, endsAt: null }

export const TERMS: CollectionTerms = {
  collector: 'pawapay',
  country: 'LR',
  network: 'mtn',
  open: true,
  minimum: money(100n, 'LRD'),
  maximum: money(10_000_000n, 'LRD'),
  wholeUnits: false,
  prompt: 'automatic',
  nameShown: 'Sesa',
  instructions: ['Dial *156#.'],
}
