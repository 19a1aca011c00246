/** The documents that customers agree to. */
export const AGREEMENT_NAMES = ['terms', 'privacy', 'esign'] as const

export type AgreementName = (typeof AGREEMENT_NAMES)[number]

/** Pages that ask for an agreement. */
export const AGREEMENT_SCREENS = ['set-up-profile', 'agreements'] as const

export type AgreementScreen = (typeof AGREEMENT_SCREENS)[number]

/**
 * The words next to the control, by document: shown by the web app and stored with each consent. Changing one changes
 * what customers agree to.
 */
export const AGREEMENT_WORDS: Readonly<Record<AgreementName, string>> = {
  terms: 'By continuing you agree to the Terms and Privacy Policy.',
  privacy: 'By continuing you agree to the Terms and Privacy Policy.',
  esign: 'I agree to get my receipts and notices on screen and by email.',
}
