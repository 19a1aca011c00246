import type { NameCheck } from '@sesa/contract'

/** One charged payment of a subject's history. */
export interface Payment {
  readonly reference: string
  /** When the card was charged. */
  readonly at: Date
  /** US cents. */
  readonly usd: number
  readonly account: string
  /** Digest of the sender's name and date of birth; null on payments of an early release. */
  readonly person: string | null
  readonly wallet: string
  readonly to: string
  /** The mobile money wallet that paid; null for other ways to pay. */
  readonly payer: PayingWallet | null
}

/** What is known about a wallet that paid. */
interface PayingWallet {
  readonly phone: string
  /** How its name compares with the customer's; null for a payment of an early release. */
  readonly check: NameCheck | null
  /** True if the account had not paid from it before. */
  readonly isNew: boolean
}

/** Payments of accounts that share a person, card, device or paying wallet with the account. */
export type Links = Readonly<Record<'person' | 'card' | 'device' | 'payer', readonly Payment[]>>

/** Payments that lead from an account back to itself, in order. Each account pays a wallet of the next account. */
export type Circle = readonly Payment[]

/** The facts about a subject at a moment: its payments until then, oldest first, at most the newest 500. */
export type Facts =
  | {
      readonly kind: 'account'
      readonly subject: string
      readonly asOf: Date
      readonly payments: readonly Payment[]
      readonly links: Links
      readonly circles: readonly Circle[]
    }
  | {
      readonly kind: 'wallet'
      readonly subject: string
      readonly asOf: Date
      readonly payments: readonly Payment[]
    }

export type Subject = Pick<Facts, 'kind' | 'subject'>
