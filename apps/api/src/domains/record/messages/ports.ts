/**
 * The outcome of sending a message to a provider. `unknown`: it may or may not have been sent, so it is sent again under the
 * same id. `unavailable`: certainly not sent; another provider may accept it now. `refused`: no provider can send it.
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
  /** Vendors to try last, because their last message to this number was not delivered. */
  readonly avoid?: readonly string[]
}

/** A vendor's report about a message: delivered to the phone, permanently failed, or not known yet. */
export interface SmsReport {
  /** The vendor's name and its id of the message, as in `Delivery`. */
  readonly providerId: string
  readonly state: 'delivered' | 'failed' | 'unknown'
  /** The vendor's own status text. */
  readonly detail: string
}

/** A report that does not come from the vendor. */
export const REFUSED_REPORT = 'refused'

/** Reads a vendor's delivery reports, which arrive as forms. */
export interface SmsReports {
  /** The path under `/webhooks/`; its `:token`, if any, is a secret. */
  readonly path: string
  /** The header of the signature; undefined if the path's secret replaces it. */
  readonly signatureHeader?: string
  /** Returns the report, null for an uninformative one, or REFUSED_REPORT. */
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
  /** The address for replies; defaults to our sending address. */
  readonly replyTo?: string
  /** The URL that ends this kind of email when a mail program posts to it (RFC 8058). */
  readonly unsubscribeUrl?: string
}

/** Sends an SMS through a vendor. `attempt` counts from 1. Never throws for a failed delivery. */
export interface SmsSender {
  send(sms: Sms, attempt?: number): Promise<Delivery>
}

/** Sends an email through a mail server. Never throws for a failed delivery. */
export interface MailSender {
  send(mail: Mail): Promise<Delivery>
}
