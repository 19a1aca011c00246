import type { CheckedDocument, IdentityCheckReason, IdentityCheckState } from '@sesa/contract'

/** The details that the provider read from the document; null where it gives none. */
export interface CheckedPerson {
  readonly name: string | null
  /** YYYY-MM-DD. */
  readonly dob: string | null
  readonly documentType: string | null
  /** As the provider writes countries. */
  readonly documentCountry: string | null
  readonly documentNumber: string | null
  /** YYYY-MM-DD. */
  readonly documentExpires: string | null
}

/** The meaning of a provider's code, in our words. */
export interface Outcome {
  readonly state: Exclude<IdentityCheckState, 'not_started' | 'expired'>
  readonly reason: IdentityCheckReason | null
}

/** The state of a check at the provider. */
export interface Reading extends Outcome {
  /** The provider's own code, for support. */
  readonly code: string | null
  /** The submission that the result is about; null where a reference has only one. */
  readonly submission: string | null
  /** Null unless the provider accepted the document. */
  readonly person: CheckedPerson | null
}

export type CheckAnswer<T> =
  | { readonly ok: true; readonly value: T }
  /** `closed`: the check takes no more submissions. `unknown`: no answer, or one that we can’t read. */
  | { readonly ok: false; readonly reason: 'closed' | 'refused' | 'unknown' }

export interface OpenRequest {
  readonly checkId: string
  /** The reference of this check; null when it is opened for the first time. */
  readonly reference: string | null
  readonly country: string
  readonly documents: readonly CheckedDocument[]
  /** Where the provider's page leads afterwards. */
  readonly returnUrl: string
}

/** A company that compares documents with faces. It keeps the images; we keep its reference. Its calls never throw. */
export interface IdentityProvider {
  /** The name in the table and below `/webhooks/`. */
  readonly name: string
  /** Whether a customer submits again under the same reference. */
  readonly reusesReference: boolean
  /** Opens a check, or opens it again. The address is a secret for one use: never stored or logged. */
  open(request: OpenRequest): Promise<CheckAnswer<{ readonly reference: string; readonly url: string }>>
  read(reference: string): Promise<CheckAnswer<Reading>>
  /** Erases what the provider keeps; null where its API has no such call. */
  readonly redact: ((reference: string) => Promise<CheckAnswer<null>>) | null
  /** Reads a notification: the reference, null without one that concerns us, or `refused` if it is not genuine. */
  readNotification(
    body: Buffer,
    headers: Readonly<Record<string, string | string[] | undefined>>,
  ): { readonly reference: string } | null | 'refused'
}

/** Who checks the customers of a country, and with which documents. */
export interface CheckPlan {
  readonly provider: IdentityProvider
  readonly documents: readonly CheckedDocument[]
}
