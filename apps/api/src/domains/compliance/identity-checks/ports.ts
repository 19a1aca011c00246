import type { CheckedDocument, IdentityCheckReason, IdentityCheckState } from '@sesa/contract'

/** The details that the provider read from the document; null where it gives none. */
export interface CheckedPerson {
  readonly name: string | null
  /** YYYY-MM-DD. */
  readonly dob: string | null
  readonly documentType: string | null
  /** The country as the provider writes it. */
  readonly documentCountry: string | null
  readonly documentNumber: string | null
  /** YYYY-MM-DD. */
  readonly documentExpires: string | null
}

/** The meaning of a provider's code, in our terms. */
export interface Outcome {
  readonly state: Exclude<IdentityCheckState, 'not_started' | 'expired'>
  readonly reason: IdentityCheckReason | null
}

/** The state of a check at the provider. */
export interface Reading extends Outcome {
  /** The provider's own code, for support. */
  readonly code: string | null
  /** The submission of the result; null if a reference has only one. */
  readonly submission: string | null
  /** Null unless the provider accepted the document. */
  readonly person: CheckedPerson | null
}

export type CheckAnswer<T> =
  | { readonly ok: true; readonly value: T }
  /** `closed`: the check accepts no more submissions. `unknown`: no answer, or an unreadable one. */
  | { readonly ok: false; readonly reason: 'closed' | 'refused' | 'unknown' }

export interface OpenRequest {
  readonly checkId: string
  /** The reference of this check; null when it is opened for the first time. */
  readonly reference: string | null
  readonly country: string
  readonly documents: readonly CheckedDocument[]
  /** The page to which the provider redirects afterwards. */
  readonly returnUrl: string
}

/** A company that compares documents with faces. It keeps the images; we keep its reference. Its calls never throw. */
export interface IdentityProvider {
  /** Name in the table and in the path under `/webhooks/`. */
  readonly name: string
  /** True if a customer resubmits under the same reference. */
  readonly reusesReference: boolean
  /** Opens or reopens a check. The URL is a single-use secret: never stored or logged. */
  open(request: OpenRequest): Promise<CheckAnswer<{ readonly reference: string; readonly url: string }>>
  read(reference: string): Promise<CheckAnswer<Reading>>
  /** Erases the provider's data; null if its API has no such call. */
  readonly redact: ((reference: string) => Promise<CheckAnswer<null>>) | null
  /** Reads a notification: the reference, null if it does not concern us, or `refused` if it is not genuine. */
  readNotification(
    body: Buffer,
    headers: Readonly<Record<string, string | string[] | undefined>>,
  ): { readonly reference: string } | null | 'refused'
}

/** The provider and the accepted documents of a country. */
export interface CheckPlan {
  readonly provider: IdentityProvider
  readonly documents: readonly CheckedDocument[]
}
