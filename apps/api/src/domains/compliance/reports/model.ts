import type { CurrencyCode, Money } from '@sesa/money'

/** One identity document. Null: not known to us. */
export interface Identification {
  readonly type: string
  readonly number: string
  /** YYYY-MM-DD. */
  readonly issueDate: string | null
  readonly expiryDate: string | null
  /** ISO 3166-1 alpha-2. */
  readonly issueCountry: string | null
}

export interface Address {
  readonly line: string
  readonly postalCode: string | null
  readonly city: string
  readonly country: string
  /** State or region; asked for in the United States. */
  readonly state: string | null
}

/** A person of a report. What we do not know is null: a report never fills it in. */
export interface Party {
  /** Our customer has an id; the other side has none. */
  readonly customerId: string | null
  readonly name: string
  readonly firstName: string | null
  readonly lastName: string | null
  readonly gender: 'male' | 'female' | null
  /** YYYY-MM-DD. */
  readonly birthDate: string | null
  readonly nationality: string | null
  readonly residence: string | null
  readonly taxNumber: string | null
  /** E.164. */
  readonly phone: string | null
  readonly occupation: string | null
  /** What only some authorities ask for. */
  readonly birthPlace: string | null
  readonly taxRegistration: string | null
  readonly sourceOfWealth: string | null
  readonly address: Address | null
  readonly identification: Identification | null
}

/** A transfer as reports name it. */
export interface ReportedTransfer {
  readonly reference: string
  /** When the card was charged; null for a transfer that was never charged. */
  readonly chargedAt: Date | null
  readonly state: string
  readonly sender: Party
  readonly recipient: Party
  readonly recipientNetwork: string
  readonly senderCountry: string
  readonly recipientCountry: string
  /** What the card paid, with our fee. */
  readonly charged: Money<CurrencyCode>
  /** What the card paid, without our fee. */
  readonly chargedWithoutFee: Money<CurrencyCode>
  /** What was sent, in the sender's currency, without our fee. The card may have paid in another currency. */
  readonly sent: Money<CurrencyCode>
  readonly received: Money<CurrencyCode>
  /** US cents. */
  readonly usd: bigint
  readonly purpose: string | null
  readonly sourceOfFunds: string | null
  readonly relationship: string | null
}

/** What staff know and our records do not, about the sender of a transfer. */
export interface SenderExtras {
  readonly firstName?: string | undefined
  readonly lastName?: string | undefined
  readonly gender?: 'male' | 'female' | undefined
  readonly issueDate?: string | undefined
  readonly expiryDate?: string | undefined
  readonly issueCountry?: string | undefined
  readonly taxNumber?: string | undefined
  readonly state?: string | undefined
  readonly birthPlace?: string | undefined
  readonly taxRegistration?: string | undefined
  readonly sourceOfWealth?: string | undefined
}

/** A report of suspicion, whole: every writer makes its document from this and from nothing else. */
export interface SuspicionReport {
  readonly number: string
  /** When it was approved: the date of the document. */
  readonly at: Date
  readonly caseNumber: string | null
  /** `transfers` or, where there are none, the customer whose behaviour is reported. */
  readonly transfers: readonly ReportedTransfer[]
  readonly subject: Party | null
  readonly narrative: string
  /** What we have done about it. */
  readonly action: string
  /** Codes from the authority's list. */
  readonly indicators: readonly string[]
}

/** A document, or the names of everything that is missing for it. */
export type Written =
  | { readonly ok: true; readonly document: string }
  | { readonly ok: false; readonly gaps: readonly string[] }

/** Collects what a document needs and the records lack. */
export class Needs {
  readonly gaps: string[] = []

  /** Returns the value; notes its name when it is missing, and the document is then not written. */
  need(value: string | null | undefined, name: string): string {
    if (value !== null && value !== undefined && value.trim() !== '') return value
    if (!this.gaps.includes(name)) this.gaps.push(name)
    return ''
  }
}
