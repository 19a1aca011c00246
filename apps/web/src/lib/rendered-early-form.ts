import type { CountryCode } from '@sesa/contract'

/** The forms that a document contains before any script runs (`src/app/early-forms.tsx`). */
export type EarlyFormName = 'sign-in' | 'send-money'

/** An early form rendered by the build. */
export interface RenderedEarlyForm {
  readonly name: EarlyFormName
  /** For visitors who are not signed in, or for customers who send from this country, by the cookie. */
  readonly for: 'signedOut' | CountryCode
  readonly title: string
  readonly body: string
}
