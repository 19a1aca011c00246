import type { CurrencyCode, Money } from '@sesa/money'

/** One identity document. Null fields are unknown to us. */
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
  /** State or region; required in the United States. */
  readonly state: string | null
}

/** A person in a report. Unknown facts are null: a report never invents them. */
export interface Party {
  /** Our customer's id; null for the other side. */
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
  /** Birth place, which only some authorities require. */
  readonly birthPlace: string | null
  readonly taxRegistration: string | null
  readonly sourceOfWealth: string | null
  readonly address: Address | null
  readonly identification: Identification | null
}

/** A transfer as described in reports. */
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
  /** Amount charged to the card, including our fee. */
  readonly charged: Money<CurrencyCode>
  /** Amount charged to the card, without our fee. */
  readonly chargedWithoutFee: Money<CurrencyCode>
  /** Amount sent, in the sender's currency, without our fee. The card may have been charged in another currency. */
  readonly sent: Money<CurrencyCode>
  readonly received: Money<CurrencyCode>
  /** US cents. */
  readonly usd: bigint
  readonly purpose: string | null
  readonly sourceOfFunds: string | null
  readonly relationship: string | null
}

/** Facts about the sender of a transfer that staff know and our records lack. */
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

/** A complete suspicious-activity report: every writer makes its document only from this. */
export interface SuspicionReport {
  readonly number: string
  /** Time of approval: the date of the document. */
  readonly at: Date
  readonly caseNumber: string | null
  /** The customer whose behaviour is reported when there are no `transfers`. */
  readonly transfers: readonly ReportedTransfer[]
  readonly subject: Party | null
  readonly narrative: string
  /** Our actions so far. */
  readonly action: string
  /** Codes from the authority's list. */
  readonly indicators: readonly string[]
}

/** A document, or the names of everything missing for it. */
export type Written =
  | { readonly ok: true; readonly document: string }
  | { readonly ok: false; readonly gaps: readonly string[] }

/** Collects the facts that a document needs and the records lack. */
export class Needs {
  readonly gaps: string[] = []

  /** Returns the value. If it is missing, records its name, and the document is not written. */
  need(value: string | null | undefined, name: string): string {
    if (value !== null && value !== undefined && value.trim() !== '') return value
    if (!this.gaps.includes(name)) this.gaps.push(name)
    return ''
  }
}
