import { ESIGN_2026_11_24 } from './texts/esign-2026-11-24.ts'
import { PRIVACY_2026_11_24 } from './texts/privacy-2026-11-24.ts'
import { PRIVACY_2026_11_26 } from './texts/privacy-2026-11-26.ts'
import { PRIVACY_2026_11_28 } from './texts/privacy-2026-11-28.ts'
import { PRIVACY_2026_11_29 } from './texts/privacy-2026-11-29.ts'
import { PRIVACY_2026_11_30 } from './texts/privacy-2026-11-30.ts'
import { TERMS_2026_11_24 } from './texts/terms-2026-11-24.ts'
import { TERMS_2026_11_29 } from './texts/terms-2026-11-29.ts'
import { TERMS_2026_11_30 } from './texts/terms-2026-11-30.ts'
import type { AgreementName } from '../rules/agreements.ts'

/** A published text. Its slots such as `%[legal-name]` are filled by each deployment. */
export interface LegalVersion {
  /** Its date, `YYYY-MM-DD`, which is also its name. */
  readonly version: string
  /** True when customers must agree to it again. */
  readonly material: boolean
  /** Summary of the changes, as a sentence for customers. */
  readonly changes: string
  readonly text: string
}

export interface LegalDocument {
  readonly name: AgreementName
  readonly title: string
  readonly path: string
  /** Newest first. Old versions stay readable forever. */
  readonly versions: readonly [LegalVersion, ...LegalVersion[]]
}

/** The documents that customers agree to. */
export const LEGAL_DOCUMENTS: readonly LegalDocument[] = [
  {
    name: 'terms',
    title: 'Terms',
    path: '/terms',
    versions: [
      {
        version: '2026-11-30',
        material: false,
        changes:
          'It says how you can pay from a bank account in the United States, and what follows if your bank doesn’t pay.',
        text: TERMS_2026_11_30,
      },
      {
        version: '2026-11-29',
        material: false,
        changes: 'It says how you can pay by mobile money, and where a refund goes.',
        text: TERMS_2026_11_29,
      },
      { version: '2026-11-24', material: true, changes: 'The first version.', text: TERMS_2026_11_24 },
    ],
  },
  {
    name: 'privacy',
    title: 'Privacy Policy',
    path: '/privacy',
    versions: [
      {
        version: '2026-11-30',
        material: false,
        changes: 'It says what we store and share if you pay from a bank account.',
        text: PRIVACY_2026_11_30,
      },
      {
        version: '2026-11-29',
        material: false,
        changes: 'It says what we store and share if you pay by mobile money.',
        text: PRIVACY_2026_11_29,
      },
      {
        version: '2026-11-28',
        material: false,
        changes: 'It says how long we keep what the law makes us check or report.',
        text: PRIVACY_2026_11_28,
      },
      {
        version: '2026-11-26',
        material: true,
        changes:
          'It names Stripe and Smile ID, which check your document and your face if you prove who you are, and says what we keep of that.',
        text: PRIVACY_2026_11_26,
      },
      { version: '2026-11-24', material: true, changes: 'The first version.', text: PRIVACY_2026_11_24 },
    ],
  },
  {
    name: 'esign',
    title: 'Electronic receipts',
    path: '/electronic-receipts',
    versions: [
      { version: '2026-11-24', material: true, changes: 'The first version.', text: ESIGN_2026_11_24 },
    ],
  },
]

/** Returns the permanent address of one version of a document. */
export function versionPath({ path }: Pick<LegalDocument, 'path'>, version: string): string {
  return `${path}/${version}`
}
