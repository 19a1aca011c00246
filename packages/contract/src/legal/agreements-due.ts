import type { AgreementName } from '../rules/agreements.ts'
import type { CountryCode } from '../rules/countries.ts'
import type { LegalDocument } from './documents.ts'

/** The latest record about one document. */
export interface Agreed {
  readonly document: string
  readonly version: string
  readonly given: boolean
}

/** A document that a customer still has to agree to, in its current version. */
export interface AgreementDue {
  readonly document: AgreementName
  readonly version: string
  /** Changes since the version that the customer agreed to; null when there is none. */
  readonly changes: string | null
}

/** Returns true if the document applies to the country: only United States law requires consent to electronic receipts. */
const isFor = (document: AgreementName, country: CountryCode | null): boolean =>
  document !== 'esign' || country === 'US'

/**
 * Returns the documents that a customer in this country must agree to before the next transfer: those without consent,
 * and those with a newer material version. `newest` is the latest record of each document.
 */
export function agreementsDue(
  documents: readonly LegalDocument[],
  newest: readonly Agreed[],
  country: CountryCode | null,
): AgreementDue[] {
  return documents
    .filter(({ name }) => isFor(name, country))
    .flatMap(({ name, versions }): AgreementDue[] => {
      const [current] = versions
      const record = newest.find(({ document }) => document === name)
      if (!record?.given) return [{ document: name, version: current.version, changes: null }]
      const since = versions.filter(({ version, material }) => material && version > record.version)
      if (since.length === 0) return []
      return [
        { document: name, version: current.version, changes: since.map(({ changes }) => changes).join(' ') },
      ]
    })
}
