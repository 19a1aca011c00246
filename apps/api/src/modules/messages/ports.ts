/**
 * The outcome of handing a message to a provider. `unknown`: it may or may not have been sent, so it is sent
 * again under the same id. `unavailable`: certainly not sent; another provider may accept it now. `refused`:
 * no provider can send it.
 */
export type Delivery =
  | { readonly outcome: 'sent'; readonly providerId: string }
  | { readonly outcome: 'refused' | 'unavailable' }
  | { readonly outcome: 'unknown' }

/** An SMS; `id` is its idempotency key, `to` an E.164 number. */
export interface Sms {
  readonly id: string
  readonly to: string
  readonly text: string
}

/** An email; `id` is its idempotency key. */
export interface Mail {
  readonly id: string
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html?: string
  /** The address for replies; default: our sending address. */
  readonly replyTo?: string
  /** The address that ends this kind of email when a mail program posts to it (RFC 8058). */
  readonly unsubscribeUrl?: string
}

/** Hands an SMS to a vendor. `attempt` counts from 1. Never throws for a failed delivery. */
export interface SmsSender {
  send(sms: Sms, attempt?: number): Promise<Delivery>
}

/** Hands an email to a mail server. Never throws for a failed delivery. */
export interface MailSender {
  send(mail: Mail): Promise<Delivery>
}
