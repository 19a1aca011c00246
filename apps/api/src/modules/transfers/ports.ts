import type {
  CountryCode,
  IdentificationType,
  NetworkValue,
  PurposeOfFunds,
  Relationship,
  SourceOfFunds,
  TransferStatus,
} from '@sesa/contract'
import type { Money } from '@sesa/money'
import type { Tx } from '../../db/index.ts'
import type { State } from './state/states.ts'

/**
 * How a provider call ends otherwise than well. `refused`: the provider itself said no, nothing happened. `unknown`:
 * nobody can tell whether it happened (time-out, cut connection, 5xx, an answer that cannot be read).
 */
export type ProviderFailure = {
  readonly ok: false
  readonly reason: 'refused' | 'unknown'
  readonly code: string
}
export type ProviderAnswer<T> = { readonly ok: true; readonly value: T } | ProviderFailure

/** A card payment as the provider holds it. `open`: still payable; `processing`: the bank has not answered yet. */
export interface CardPayment {
  readonly id: string
  readonly status: 'open' | 'processing' | 'succeeded' | 'cancelled'
  /** Only to be passed on to the payer, never kept. */
  readonly clientSecret: string
  /** Minor units received, and the currency's ISO code in capitals. */
  readonly received: bigint
  readonly currency: string
  readonly transferId: string | null
  /** When the card was charged. */
  readonly capturedAt: Date | null
  readonly disputed: boolean
  /** Some of the charge has gone back, or is going back. */
  readonly refunded: boolean
  /** The same for every charge to one card number; null before a charge, or where the provider has none. */
  readonly cardFingerprint: string | null
  /** The last charge, while it is one that was declined. */
  readonly declinedCharge: string | null
}

/** What a card holder's bank says of a charge, or of a part of it. `open`: the money is taken back until it is decided. */
export interface CardDispute {
  readonly id: string
  readonly status: 'open' | 'won' | 'lost'
  /** Minor units. */
  readonly amount: bigint
  /** ISO 4217, upper case. */
  readonly currency: string
}

export interface CardRefund {
  readonly id: string
  readonly status: 'pending' | 'succeeded' | 'failed'
  readonly amount: bigint
}

/** A verified notification: only a reason to look, since the payment itself is always read again. */
export interface CardEvent {
  readonly id: string
  readonly type: string
  readonly paymentId: string | null
  /** What follows an end: a refund or a dispute. */
  readonly afterwards: boolean
  /** The card was charged: of interest even when we believe that its payment is closed. */
  readonly charged: boolean
  /** The charge that was declined, or this event where none was made; null for other events. */
  readonly declined: string | null
}

/** Who is behind a payment, for card providers that pass it on. */
export interface PaymentPeople {
  /** Null when the sender's profile is not there. */
  readonly sender: PayoutSender | null
  readonly recipient: {
    readonly name: string
    /** E.164. */
    readonly phone: string
  }
}

/** A card provider's notifications. Each is only a reason to read the payment again. */
export interface CardCallbacks {
  /** The last part of its path below `/webhooks/`, and the provider of the events saved. */
  readonly name: string
  readonly signatureHeader: string
  /** Reads an event; null when the signature is wrong or its time is more than 300 s old or ahead. */
  readEvent(rawBody: Buffer, signature: string): CardEvent | null
}

export interface CardProvider extends CardCallbacks {
  /** Payments say who sends and who receives. */
  readonly sendsPartyDetails: boolean
  /** Transfer and attempt are the idempotency key: however often it is called with both, there is one payment. */
  createPayment(request: {
    transferId: string
    reference: string
    amount: Money
    attempt: number
    /** Null where it is not passed on. */
    people: PaymentPeople | null
  }): Promise<ProviderAnswer<CardPayment>>
  /** The payment that was made for a transfer, or null. May lag behind `createPayment` by a minute. */
  findPayment(transferId: string): Promise<ProviderAnswer<CardPayment | null>>
  readPayment(id: string): Promise<ProviderAnswer<CardPayment>>
  /** The payment as it stands afterwards: `cancelled`, or `succeeded` when it was charged before. */
  cancelPayment(id: string): Promise<ProviderAnswer<CardPayment>>
  listDisputes(paymentId: string): Promise<ProviderAnswer<readonly CardDispute[]>>
  listRefunds(paymentId: string): Promise<ProviderAnswer<readonly CardRefund[]>>
  /** `attemptId` is the idempotency key. */
  refund(request: {
    paymentId: string
    transferId: string
    attemptId: bigint
    amount: Money
  }): Promise<ProviderAnswer<CardRefund>>
}

/** What became of a pay-out, by its reference. `unknown`: the question itself failed. */
export type PayoutStatus =
  | { readonly status: 'completed' | 'pending' | 'not_found' | 'unknown' }
  | { readonly status: 'failed'; readonly code: string }

/**
 * What became of a request to pay out. `rejected`: not paid by this request. `retry`: the same request may be taken
 * later. `no_funds`: our float is empty. `final`: it never will.
 */
export type PayoutSent =
  | { readonly outcome: 'accepted' }
  | { readonly outcome: 'unknown' }
  | { readonly outcome: 'rejected'; readonly code: string; readonly next: 'retry' | 'no_funds' | 'final' }

/** What a request is answered with that was no longer fresh when it was to leave: it was certainly not sent. */
export const STALE_REQUEST = {
  outcome: 'rejected',
  code: 'STALE_REQUEST',
  next: 'retry',
} as const satisfies PayoutSent

/** Whose money it is, for rails that pass it on. Nothing that people have not told us. */
export interface PayoutSender {
  readonly name: string
  /** E.164. */
  readonly phone: string
  readonly gender: 'male' | 'female' | null
  /** YYYY-MM-DD. */
  readonly dob: string | null
  /** Null where it is not wanted, or was not told. */
  readonly identity: SenderIdentity | null
}

/** Who a sender is, for a rail that has to be told. Countries are ISO 3166-1 alpha-2. */
export interface SenderIdentity {
  readonly nationality: string
  readonly address: {
    readonly line: string
    /** Null where addresses have none. */
    readonly postalCode: string | null
    readonly city: string
    readonly country: string
  }
  readonly identification: { readonly type: IdentificationType; readonly number: string }
  readonly occupation: string | null
}

/** What a sender says of the money, for a rail that has to be told. */
export interface Declaration {
  readonly purposeOfFunds: PurposeOfFunds
  readonly sourceOfFunds: SourceOfFunds
  readonly relationship: Relationship | null
}

export interface PayoutRail {
  send(request: {
    /** The provider's idempotency key: one reference is paid at most once. */
    reference: string
    transferReference: string
    amount: Money
    /** E.164. */
    phone: string
    country: CountryCode
    network: NetworkValue
    recipientName: string
    /** Null when the sender's profile is not there any more. */
    sender: PayoutSender | null
    senderCountry: CountryCode
    /** What was exchanged, in the sender's currency. */
    sent: Money
    /** Of the sender's currency into the recipient's: an exact decimal. */
    rate: string
    /** What the sender pays us for it, in their currency. */
    fee: Money
    /** Null when the sender was not asked. */
    declaration: Declaration | null
    /** The provider must not act on the request later than this. */
    expiresAt: Date
    /** Asked once more just before the request leaves: one that has waited too long is `STALE_REQUEST`, and not sent. */
    isFresh(): boolean
  }): Promise<PayoutSent>
  status(reference: string): Promise<PayoutStatus>
}

/** A notification as it came in. Names of headers are in lower case. */
export interface CallbackRequest {
  readonly method: string
  /** Host and port, as the caller wrote them. */
  readonly authority: string
  /** Without the query. */
  readonly path: string
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  readonly body: Buffer
}

/** A rail's notifications. Each is only a hint to ask the rail. */
export interface PayoutCallbacks {
  /** The last part of its path below `/webhooks/`. */
  readonly name: string
  /** Whether its path goes on with a code, without which there is no such address. */
  readonly hasCode?: boolean
  /** The reference that a callback is about; null when it names none; `refused` when its signature or code is wrong. */
  read(request: CallbackRequest): string | null | typeof REFUSED_CALLBACK
}

/** What a callback is that nobody but a stranger can have sent. */
export const REFUSED_CALLBACK = Symbol('refused callback')

/** A transfer as other modules see it. */
export interface TransferSnapshot {
  readonly id: string
  /** What people and addresses know it by. */
  readonly paymentId: string
  readonly reference: string
  readonly userId: string
  readonly senderCountry: CountryCode
  readonly recipient: {
    readonly name: string
    /** E.164. */
    readonly phone: string
    readonly country: CountryCode
    readonly network: NetworkValue
  }
  /** What is exchanged, without the fee; `total` is with it. */
  readonly send: Money
  readonly fee: Money
  readonly total: Money
  readonly rate: string
  readonly receive: Money
  /** What the card pays or gets back. */
  readonly charge: Money
  readonly createdAt: Date
  /** When the card was charged; null when it was not. */
  readonly paidAt: Date | null
  readonly deliverBy: Date
  /** Why it failed, in a sentence for the sender; null while it has not. */
  readonly failure: string | null
  /** What was owed and went back in another way than to the card; null when all went there. */
  readonly repaid: Money | null
  /** How it stands to the sender when no hold is looked at. `checking`: whether the money arrived is being checked. */
  readonly standing: Exclude<TransferStatus, 'held'> | 'checking'
}

/**
 * The events a listener receives: a new state, or a hold set or lifted. No event gives the reason for a hold.
 * `payout_failed` is sent once the failure is certain and the charge goes back.
 */
export type TransferMove =
  Extract<State, 'paid' | 'sent' | 'payout_failed' | 'refunded' | 'cancelled'> | 'held' | 'released'

/**
 * Is told of a transfer's moves, inside the very transaction that makes them: what it writes there exists exactly when
 * the move does. It must call nobody outside; what it throws undoes the move, which is then tried again.
 */
export interface TransferListener {
  moved(tx: Tx, transfer: TransferSnapshot, to: TransferMove): Promise<void>
}
