import { LEGAL_DOCUMENTS, type LegalDocument } from '@sesa/contract/legal'
import { createHash } from 'node:crypto'

/** One version of a document, as shown by this deployment. */
export interface ShownText {
  readonly document: string
  readonly version: string
  readonly text: string
  /** SHA-256 of the text. */
  readonly hash: Buffer
}

export interface Texts {
  readonly documents: readonly LegalDocument[]
  /** Returns a version of a document; undefined for an unknown document or version. */
  find(document: string, version: string): ShownText | undefined
}

/** Fills in every version of every document once; `fill` adds the company's details. */
export function createTexts(
  fill: (text: string) => string,
  documents: readonly LegalDocument[] = LEGAL_DOCUMENTS,
): Texts {
  const shown = documents.flatMap(({ name, versions }) =>
    versions.map(({ version, text }): ShownText => {
      const filled = fill(text).trim()
      return { document: name, version, text: filled, hash: createHash('sha256').update(filled).digest() }
    }),
  )
  return {
    documents,
    find: (document, version) => shown.find((one) => one.document === document && one.version === version),
  }
}
