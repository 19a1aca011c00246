import type {
  CardFace,
  CountryCode,
  IdentificationType,
  NetworkValue,
  PurposeOfFunds,
  Relationship,
  SourceOfFunds,
} from '@sesa/contract'
import type { Money } from '@sesa/money'
import type { Db, Tx } from '../../db/index.ts'
import type { PaidCollection } from '../../db/schema/collections.ts'
import type { CardPayer, SavedCardsLock } from './create/saved-cards-lock.ts'

/**
 * The failure of a provider call. `refused`: the provider rejected it and nothing happened. `unknown`: it may have happened
 * (time-out, lost connection, 5xx, unreadable answer).
 */
export type ProviderFailure = {
  readonly ok: false
  readonly reason: 'refused' | 'unknown'
  readonly code: string
}
export type ProviderAnswer<T> = { readonly ok: true; readonly value: T } | ProviderFailure

/** A payment as stored by its provider. `open`: still payable; `processing`: the bank has not answered yet. */
export interface Payment {
  readonly id: string
  readonly status: 'open' | 'processing' | 'succeeded' | 'cancelled'
  /** Passed on to the payer, never stored. */
  readonly clientSecret: string
  /** Minor units received, and the currency's ISO code in capitals. */
  readonly received: bigint
  readonly currency: string
  readonly transferId: string | null
  readonly capturedAt: Date | null
  readonly disputed: boolean
  /** The card provider's own review of the charge; null without one. */
  readonly review: { readonly id: string; readonly status: 'open' | 'approved' | 'closed' } | null
  /** True if some of the charge was refunded, or is being refunded. */
  readonly refunded: boolean
  /** The same for every charge to one card or bank account; null before a charge, or if the provider has none. */
  readonly cardFingerprint: string | null
  /** The country of the card's bank, ISO 3166-1 alpha-2; null before a charge, or if unknown. */
  readonly cardCountry: string | null
  /** The latest charge if it was declined. */
  readonly declinedCharge: string | null
  /** The customer at the provider whose saved cards can pay; null for a payment without one. */
  readonly customerId: string | null
  /** The charged card as shown to its owner; null before a charge. */
  readonly card: CardFace | null
  /** The attempt that paid by mobile money; absent for other ways. */
  readonly collection?: PaidCollection | null
  /** The debit of a bank account; absent for other ways, and before the customer has authorized it. */
  readonly debit?: BankDebit | null
  /** The charged card if the provider keeps it for the customer: its id, and whether the customer asked for that. */
  readonly keptCard: { readonly id: string; readonly hasConsent: boolean } | null
}

/** A debit of a bank account, which the bank answers days after the customer has authorized it. */
export interface BankDebit {
  /** When the customer authorized it; null once the bank did not pay. */
  readonly startedAt: Date | null
  /** The account as shown to its owner; each null where the provider does not tell. */
  readonly bank: string | null
  readonly last4: string | null
  /** The provider's code of why the bank did not pay; null unless it did not. */
  readonly failure: string | null
}

export type StartedDebit = BankDebit & { readonly startedAt: Date }

/** The saved cards of customers, for payments. */
export interface SavedCards {
  /** Returns whether a payment to this recipient may offer the saved cards. */
  lockOf(db: Db | Tx, payer: CardPayer, phone: string): Promise<SavedCardsLock>
  /** Returns true when the user saved this card with an earlier payment. */
  wasSaved(db: Db | Tx, userId: string, cardId: string): Promise<boolean>
  /** Returns the user's customer at the card provider, and creates it if needed; null when that fails. */
  customerOf(userId: string): Promise<string | null>
  /** Returns a secret with which the card form shows the customer's cards, once; null when there is none. */
  openSession(userId: string, customerId: string): Promise<string | null>
  /** Records that the provider keeps a charged card, in the transaction that books the charge. */
  cardKept(tx: Tx, userId: string, card: NonNullable<Payment['keptCard']>): Promise<void>
}

/** A dispute of a charge or part of it. `open`: the cardholder's bank has the money until it decides. */
export interface PaymentDispute {
  readonly id: string
  readonly status: 'open' | 'won' | 'lost'
  /** Minor units of `currency`, ISO 4217 in upper case. */
  readonly amount: bigint
  readonly currency: string
}

export interface PaymentRefund {
  readonly id: string
  readonly status: 'pending' | 'succeeded' | 'failed'
  readonly amount: bigint
  /** True if the provider has just reported that our float was too low for it; it is repeated once the float covers it. */
  readonly lacksFloat?: boolean
}

/** A verified webhook event. It only triggers a fresh read of the payment. */
export interface CardEvent {
  readonly id: string
  readonly type: string
  readonly paymentId: string | null
  /** True for a refund, a dispute, a warning or a review, which may arrive after the transfer has ended. */
  readonly afterwards: boolean
  /** True if the card was charged. It counts even if our books say that the payment is closed. */
  readonly charged: boolean
  /** The id of the declined charge, or of this event if no charge was made; null for other events. */
  readonly declined: string | null
}

/** The customer and the recipient of a payment, for card providers that pass them on. */
export interface PaymentPeople {
  /** Null without a sender profile. */
  readonly sender: PayoutSender | null
  readonly recipient: {
    readonly name: string
    /** E.164. */
    readonly phone: string
  }
}

/** A card provider's webhook. */
export interface CardCallbacks {
  /** The path segment under `/webhooks/`, and the provider name of saved events. */
  readonly name: string
  readonly signatureHeader: string
  /** Reads an event; null when the signature is wrong or its time is more than 300 s off. */
  readEvent(rawBody: Buffer, signature: string): CardEvent | null
}

export interface CardProvider extends CardCallbacks {
  /** True if payments include the customer and the recipient. */
  readonly sendsPartyDetails: boolean
  /** Opens a payment. Transfer and attempt form the idempotency key: repeated calls open one payment. */
  createPayment(request: {
    transferId: string
    reference: string
    amount: Money
    attempt: number
    /** Null unless `sendsPartyDetails`. */
    people: PaymentPeople | null
    /** The customer whose saved cards can pay; ignored when the provider no longer has it. */
    customerId: string | null
    /** How 3-D Secure is requested; null leaves it to the provider and the card's bank. */
    request3ds: 'any' | 'challenge' | null
    /** True to pay from a bank account, false to pay by card: a payment takes one of the two. */
    byBank?: boolean
    /** Requires the security code of a saved card again, which a new card always needs. */
    cvcAgain?: boolean
    /** The encrypted transfer, stored with the payment: at most 5,000 letters, digits, `+`, `/` and `=`. */
    record: string
  }): Promise<ProviderAnswer<Payment>>
  /** Finds the payment of a transfer, or null. May lag behind `createPayment` by a minute. */
  findPayment(transferId: string): Promise<ProviderAnswer<Payment | null>>
  readPayment(id: string): Promise<ProviderAnswer<Payment>>
  /** Closes a payment and returns it: `cancelled`, or `succeeded` if it was charged first. */
  cancelPayment(id: string): Promise<ProviderAnswer<Payment>>
  listDisputes(paymentId: string): Promise<ProviderAnswer<readonly PaymentDispute[]>>
  /** Returns the ids of the fraud warnings by the cardholder's bank. */
  listFraudWarnings(paymentId: string): Promise<ProviderAnswer<readonly string[]>>
  listRefunds(paymentId: string): Promise<ProviderAnswer<readonly PaymentRefund[]>>
  /** Requests a refund. `attemptId` is the idempotency key. */
  refund(request: {
    paymentId: string
    transferId: string
    attemptId: bigint
    amount: Money
  }): Promise<ProviderAnswer<PaymentRefund>>
}

type PayoutRefusal = { readonly code: string; readonly words?: string }

/** The status of a pay-out by its reference. `unknown`: the query itself failed. */
export type PayoutStatus =
  | { readonly status: 'completed' | 'pending' | 'not_found' | 'unknown' }
  | ({ readonly status: 'failed' } & PayoutRefusal)

/**
 * The result of a pay-out request. `rejected`: this request pays nothing; `next` says whether the rail may accept it later
 * (`retry`), our float is empty (`no_funds`), or it never will (`final`).
 */
export type PayoutSent =
  | { readonly outcome: 'accepted' }
  | { readonly outcome: 'unknown' }
  | ({ readonly outcome: 'rejected'; readonly next: 'retry' | 'no_funds' | 'final' } & PayoutRefusal)

/** The result of a request that did not go out, or was not accepted. */
export type UnsentPayout = Exclude<PayoutSent, { readonly outcome: 'accepted' }>

/** The result of a request that waited too long and was therefore not sent. */
export const STALE_REQUEST = {
  outcome: 'rejected',
  code: 'STALE_REQUEST',
  next: 'retry',
} as const satisfies PayoutSent

/** The customer, for rails that pass the details on. Contains only data given by the customer. */
export interface PayoutSender {
  readonly name: string
  /** E.164. */
  readonly phone: string
  readonly gender: 'male' | 'female' | null
  /** YYYY-MM-DD. */
  readonly dob: string | null
  /** Null if the rail does not require it or the customer has not given it. */
  readonly identity: SenderIdentity | null
}

/** A customer's identity, for rails that require it. Countries are ISO 3166-1 alpha-2. */
export interface SenderIdentity {
  readonly nationality: string
  readonly address: {
    readonly line: string
    /** Null for countries without postal codes. */
    readonly postalCode: string | null
    readonly city: string
    readonly country: string
  }
  readonly identification: { readonly type: IdentificationType; readonly number: string }
  readonly occupation: string | null
}

/** The customer's declaration about the money, for rails that require it. */
export interface Declaration {
  readonly purposeOfFunds: PurposeOfFunds
  readonly sourceOfFunds: SourceOfFunds
  readonly relationship: Relationship | null
}

/** What a pay-out tells a rail. */
export interface PayoutRequest {
  /** The provider's idempotency key: one reference is paid at most once. */
  readonly reference: string
  readonly transferReference: string
  readonly amount: Money
  /** E.164. */
  readonly phone: string
  readonly country: CountryCode
  readonly network: NetworkValue
  readonly recipientName: string
  /** Null once the sender's profile is erased. */
  readonly sender: PayoutSender | null
  readonly senderCountry: CountryCode
  /** The exchanged amount, in the sender's currency. */
  readonly sent: Money
  /** From the sender's currency to the recipient's: an exact decimal. */
  readonly rate: string
  /** Our fee, in the sender's currency. */
  readonly fee: Money
  /** Null when none was required. */
  readonly declaration: Declaration | null
}

/** A request on its way out. */
export interface FreshRequest extends PayoutRequest {
  /** Checked right before sending: a request that waited too long is `STALE_REQUEST` and not sent. */
  isFresh(): boolean
}

/** One rail. */
export interface PayoutRail {
  send(request: FreshRequest): Promise<PayoutSent>
  status(reference: string): Promise<PayoutStatus>
}

/** A callback as received, with the host, port and path as the caller sent them. Header names are in lower case. */
export interface CallbackRequest {
  readonly method: string
  readonly authority: string
  readonly path: string
  /** The query with its question mark; "?" without one (RFC 9421, section 2.2.7). */
  readonly query: string
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  readonly body: Buffer
}

/** The subject of a callback: our id of a pay-out, a request to pay (`collection`) or a refund to a wallet. */
export interface CallbackSubject {
  readonly kind: 'payout' | 'collection' | 'refund'
  readonly reference: string
}

/** A rail's callbacks. Each only triggers a query of the rail. */
export interface PayoutCallbacks {
  /** The path segment under `/webhooks/`. */
  readonly name: string
  /** True if a secret code follows in the path; without it the URL does not exist. */
  readonly hasCode?: boolean
  /** Returns what a callback is about, null for nothing of ours, or `REFUSED_CALLBACK` if its signature or code is wrong. */
  read(request: CallbackRequest): CallbackSubject | null | typeof REFUSED_CALLBACK
}

/** Marks a callback that the rail did not send. */
export const REFUSED_CALLBACK = Symbol('refused callback')
