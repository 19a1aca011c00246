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
  /** Vendors to try last, because their last message to this number did not arrive. */
  readonly avoid?: readonly string[]
}

/** A vendor's report about a message: delivered to the phone, failed for good, or not known yet. */
export interface SmsReport {
  /** The vendor's name and its id of the message, as `Delivery` has them. */
  readonly providerId: string
  readonly state: 'delivered' | 'failed' | 'unknown'
  /** The vendor's own word. */
  readonly detail: string
}

/** A report that is not the vendor's. */
export const REFUSED_REPORT = 'refused'

/** Reads a vendor's delivery reports, which arrive as forms. */
export interface SmsReports {
  /** The path below `/webhooks/`; its `:token`, if any, is a secret. */
  readonly path: string
  /** The header of the signature; undefined where the path's secret takes its place. */
  readonly signatureHeader?: string
  /** Returns the report, null for one that says nothing, or REFUSED_REPORT. */
  read(request: {
    readonly form: readonly (readonly [name: string, value: string])[]
    readonly headers: Readonly<Record<string, string | string[] | undefined>>
    readonly token: string | undefined
  }): SmsReport | typeof REFUSED_REPORT | null
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
