/** The forms that a document holds before any script runs (`src/app/early-forms.tsx`). */
export type EarlyFormName = 'sign-in'

/** An early form as the build renders it. */
export interface RenderedEarlyForm {
  readonly name: EarlyFormName
  /** For visitors with or without the cookie that says they signed in. */
  readonly for: 'signedOut' | 'signedIn'
  readonly title: string
  readonly body: string
}
